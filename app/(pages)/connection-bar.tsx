'use client';

import { Loader } from '@mantine/core';
import { usePendingApprovals } from '../_client/approval-queries';
import { useConnection } from '../_client/connection';
import classes from './connection-bar.module.css';

/** Says when what is shown may be old. */
export function ConnectionBar() {
  const connection = useConnection();
  const polling = usePendingApprovals();
  const isAway = polling.isError || polling.failureCount > 0;
  const isShown = connection === 'lost' || isAway;
  // Always there, since only what changes inside a region that was there before is read out.
  return (
    <div className={isShown ? classes['bar'] : undefined} role="status">
      {isShown && (
        <>
          <Loader size={14} color="currentColor" />
          {isAway
            ? 'Countersign cannot be reached. Trying again…'
            : 'The live connection was lost. Reconnecting…'}
          <span className={classes['more']}>What was started is kept on the server.</span>
        </>
      )}
    </div>
  );
}
