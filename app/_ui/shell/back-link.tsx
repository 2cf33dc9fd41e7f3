import Link from 'next/link';
import { IconArrowLeft } from '../icons/icons';
import classes from './page.module.css';

/** Links from above a page's title to the list that the page belongs to. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={classes['back']}>
      <IconArrowLeft size={15} aria-hidden /> {children}
    </Link>
  );
}
