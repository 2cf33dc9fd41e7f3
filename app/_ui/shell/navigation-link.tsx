import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './app-frame.module.css';

export type Destination = {
  href: string;
  label: string;
  icon: ReactNode;
  /** Pages below this path count as the current page, too. */
  covers?: string;
  count?: number;
};

type Props = { destination: Destination; pathname: string; isPrefetching: boolean };

export function NavigationLink({ destination, pathname, isPrefetching }: Props) {
  const { href, label, icon, covers = href, count = 0 } = destination;
  const isHere = pathname === href || pathname.startsWith(`${covers}/`);
  return (
    <Link
      href={href}
      prefetch={isPrefetching ? null : false}
      className={classes['link']}
      aria-current={isHere ? 'page' : undefined}
    >
      <span className={classes['linkIcon']} aria-hidden>
        {icon}
      </span>
      <span className={classes['linkLabel']}>{label}</span>
      {count > 0 && (
        <span className={classes['count']}>
          {count}
          <VisuallyHidden> {count === 1 ? 'needs' : 'need'} you</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
