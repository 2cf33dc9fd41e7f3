import type { ReactNode } from 'react';
import classes from './sheet-list.module.css';

/** List items as rows on one sheet, with a line between them. */
export function SheetList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes['list']} aria-label={label}>
      {children}
    </ul>
  );
}

/** The last row of a list that is not shown to its end. */
export function SheetMore({ children, onMore }: { children: string; onMore: () => void }) {
  return (
    <li>
      <button type="button" className={classes['more']} onClick={onMore}>
        {children}
      </button>
    </li>
  );
}
