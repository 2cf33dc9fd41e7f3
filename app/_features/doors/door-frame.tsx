import type { ReactNode } from 'react';
import { CountersignMark } from '../../_ui/mark/countersign-mark';
import classes from './doors.module.css';

/** Frames the pages that a stranger sees: the mark, and one sheet. */
export function DoorFrame({ children }: { children: ReactNode }) {
  return (
    <main className={classes['frame']}>
      <p className={classes['brand']}>
        <CountersignMark size={32} />
        Countersign
      </p>
      <div className={classes['sheet']}>{children}</div>
    </main>
  );
}
