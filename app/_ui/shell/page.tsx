import type { ReactNode } from 'react';
import classes from './page.module.css';
import { PageTitle } from './page-title';

type Props = { title: string | null; width?: 'column' | 'page'; children: ReactNode };

/** The frame of a page's content; `title` is for the browser's tab. */
export function Page({ title, width = 'page', children }: Props) {
  return (
    <div className={classes['page']} data-width={width}>
      <PageTitle title={title} />
      {children}
    </div>
  );
}
