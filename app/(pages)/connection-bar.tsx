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
  if (connection !== 'lost' && !isAway) return null;
  return (
    <div className={classes['bar']} role="status">
      <Loader size={14} color="currentColor" />
      {isAway
        ? 'Countersign cannot be reached. Trying again…'
        : 'The live connection was lost. Reconnecting…'}
      <span className={classes['more']}>What was started is kept on the server.</span>
    </div>
  );
}
