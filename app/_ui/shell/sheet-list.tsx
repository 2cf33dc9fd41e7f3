import type { ReactNode } from 'react';
import classes from './sheet-list.module.css';

/** List items as rows on one sheet, with a line between them. */
export function SheetList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes['list']} aria-label={label}>
      {children}
    </ul>
  );
}
