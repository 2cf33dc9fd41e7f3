import type { ReactNode } from 'react';
import classes from './sheet-list.module.css';

/** Shows list items as rows on one sheet, with a line between them. */
export function SheetList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes['list']} aria-label={label}>
      {children}
    </ul>
  );
}

/** Ends a list that has more rows than it shows. */
export function SheetMore({ children, onMore }: { children: string; onMore: () => void }) {
  return (
    <li>
      <button type="button" className={classes['more']} onClick={onMore}>
        {children}
      </button>
    </li>
  );
}
