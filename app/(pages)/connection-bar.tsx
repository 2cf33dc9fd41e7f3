'use client';

import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { usePendingApprovals } from '../_client/approval-queries';
import { useConnection } from '../_client/connection';
import { useOutage } from '../_client/use-outage';
import classes from './connection-bar.module.css';
import { useIsNavigationPending } from './use-pending-navigation';

/** A page that has not opened after this time may be waiting for a server that is away. */
const askAfterMs = 300;

/** Says when the page may be out of date, and that a click waits for the server. */
export function ConnectionBar() {
  const connection = useConnection();
  const outage = useOutage();
  const polling = usePendingApprovals();
  const isAway = polling.isError || polling.failureCount > 0;
  const isShown = connection === 'lost' || isAway || outage !== null;
  const isOpening = useIsNavigationPending();
  const { refetch } = polling;

  useEffect(() => {
    if (!isOpening) return;
    const timer = setTimeout(() => void refetch(), navigator.onLine ? askAfterMs : 0);
    return () => clearTimeout(timer);
  }, [isOpening, refetch]);

  // The region always exists, because screen readers announce changes only inside an existing region.
  return (
    <div
      className={isShown ? classes['bar'] : undefined}
      data-connection={isShown ? 'lost' : 'live'}
      role="status"
    >
      {isShown && (
        <>
          <Loader className={classes['loader']} size={14} color="currentColor" />
          <div>
            {describeTrouble(outage, isAway)}{' '}
            <span className={classes['more']} data-long={outage !== null || undefined}>
              {outage !== null
                ? `${outage} Runs wait and continue by themselves.`
                : isAway && isOpening
                  ? 'This page opens when Countersign is back.'
                  : 'Your work is saved on the server.'}
            </span>
          </div>
        </>
      )}
    </div>
  );
}

function describeTrouble(outage: string | null, isAway: boolean): string {
  if (outage !== null) return 'Nothing can be saved for now. Trying again…';
  return isAway
    ? 'Countersign cannot be reached. Trying again…'
    : 'The live connection was lost. Reconnecting…';
}
