'use client';

import { Kbd } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { IconSearch } from '../icons/icons';
import { CountersignMark } from '../mark/countersign-mark';
import classes from './app-frame.module.css';
import { ModifierKey } from './modifier-key';
import { type Destination, NavigationLink } from './navigation-link';

type Props = {
  destinations: readonly Destination[];
  onSearch: () => void;
  /** Says whether the browser loads the destinations ahead of time. */
  isPrefetching: boolean;
  footer?: ReactNode;
  /** Stays at the end of the rail. */
  person?: ReactNode;
  children: ReactNode;
};

/** Puts a rail beside the page, or a bar below it on a phone. */
export function AppFrame({ destinations, onSearch, isPrefetching, footer, person, children }: Props) {
  const pathname = usePathname();
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#content">
        Skip to content
      </a>
      <nav className={classes['rail']} aria-label="Main">
        <Link
          href="/"
          prefetch={isPrefetching ? null : false}
          className={classes['brand']}
          aria-label="Countersign, home"
        >
          <CountersignMark />
          <span className={classes['brandName']}>Countersign</span>
        </Link>
        <button type="button" className={classes['search']} onClick={onSearch}>
          <IconSearch size={16} aria-hidden />
          <span className={classes['searchLabel']}>Go to…</span>
          <Kbd size="xs" className={classes['searchLabel']} aria-hidden>
            <ModifierKey /> K
          </Kbd>
        </button>
        <ul className={classes['links']}>
          {destinations.map((destination) => (
            <li key={destination.href}>
              <NavigationLink destination={destination} pathname={pathname} isPrefetching={isPrefetching} />
            </li>
          ))}
        </ul>
        <div className={classes['footer']}>{footer}</div>
        {person}
      </nav>
      <main id="content" className={classes['content']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
