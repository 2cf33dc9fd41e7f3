import type { ReactNode } from 'react';
import classes from './page.module.css';
import { PageTitle } from './page-title';

type Props = {
  title: string | null;
  width?: 'column' | 'page';
  /** The page is at least as tall as the window, so that something can stay at its lower edge. */
  isFull?: boolean;
  children: ReactNode;
};

/** Frames a page's content. The browser's tab shows `title`. */
export function Page({ title, width = 'page', isFull = false, children }: Props) {
  return (
    <div className={classes['page']} data-width={width} data-full={isFull}>
      <PageTitle title={title} />
      {children}
    </div>
  );
}
