'use client';

import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { IconPlayerStop, IconSignature } from '@/app/_ui/icons/icons';
import type { RunView } from '@/lib/contracts/runs';
import { formatOrdinal } from '@/lib/shared/quantities';
import { useConnection } from '../../_client/connection';
import { useMay } from '../../_client/me';
import { useStopRun } from '../../_client/run-queries';
import type { RunWait } from '../../_client/use-run-wait';
import { useWatchedRunId } from '../../_client/watched-run';
import { announce } from '../../_ui/state/announcer';
import { toPlainHeadline } from '../../_ui/text/code-parts';
import { HeadlineText } from '../../_ui/text/headline-text';
import { formatWaiting } from '../../_ui/time/format-time';
import { useNow } from '../../_ui/time/use-now';
import classes from './run-state.module.css';
import { TimeRing } from './time-ring';

type Props = {
  run: RunView;
  /** It is null while the run waits for nobody. */
  waiting: RunWait | null;
  onReview: (approvalId: string) => void;
  onStopped: () => void;
};

/**
 * Shows the state of a run in words. While the run is active, this stays at the top of the window, with Stop
 * in reach.
 */
export function RunState({ run, waiting, onReview, onStopped }: Props) {
  const { header } = run;
  const may = useMay();
  const stop = useStopRun(header.id);
  const isWatched = useWatchedRunId() === header.id;
  const isLost = useConnection() === 'lost' && isWatched;
  const { approvalId, isActive } = header;
  const wait = run.wait ?? null;
  const clocked = wait?.isWork === false ? { ...header, clockRunningSince: null } : header;
  const statusText = wait?.message ?? describeStatus(header.statusText, waiting);

  // Until the page knows whether the reader may answer, it tells nobody that the run needs them.
  const isKnown = waiting === null || waiting.whyNot !== undefined;

  useEffect(() => {
    if (isWatched && isKnown) announce(`${run.title}: ${statusText}`);
  }, [isWatched, isKnown, run.title, statusText]);

  const hasStopped = stop.isSuccess && !isActive;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the moment it has stopped
  useEffect(() => {
    if (hasStopped) onStopped();
  }, [hasStopped]);

  if (!isActive) return null;
  return (
    <div className={classes['state']} data-tone={waiting?.isForReader ? 'needs-you' : 'plain'}>
      <span className={classes['words']}>
        <span
          className={classes['dot']}
          data-moving={clocked.clockRunningSince !== null && !isLost}
          aria-hidden
        />
        <span className={classes['headline']} title={toPlainHeadline(statusText)} data-waits={wait !== null}>
          <HeadlineText text={statusText} />
          {wait?.place !== undefined && `, ${formatOrdinal(wait.place)} in line`}
          {wait && <Elapsed since={wait.since} />}
          {isLost && ' (reconnecting…)'}
        </span>
      </span>
      <span className={classes['facts']}>
        {run.kind === 'agent' && header.steps > 0 && (
          <span className={classes['steps']}>
            step {header.steps} of {header.maxSteps}
          </span>
        )}
        <TimeRing header={clocked} isPaused={isLost} />
      </span>
      <span className={classes['actions']}>
        {approvalId !== null && (
          <Button
            size="xs"
            variant={waiting?.isForReader === false ? 'default' : 'filled'}
            leftSection={<IconSignature size={15} aria-hidden />}
            onClick={() => onReview(approvalId)}
          >
            Review
          </Button>
        )}
        {may('stop', run) && (
          <Button
            size="xs"
            variant="default"
            loading={stop.isPending}
            leftSection={<IconPlayerStop size={15} aria-hidden />}
            onClick={() => stop.mutate()}
          >
            Stop
          </Button>
        )}
      </span>
      {stop.error && (
        <p className={classes['error']} role="alert">
          The run could not be stopped: {stop.error.message}
        </p>
      )}
    </div>
  );
}

/** The server’s words are for those who may answer. Everybody else reads that the run waits for others. */
const describeStatus = (text: string, waiting: RunWait | null): string =>
  waiting?.isForReader === false ? text.replace(/^Needs you/, 'Waits for others') : text;

/** Shows how long the run has waited, and counts every second. */
function Elapsed({ since }: { since: string }) {
  const now = useNow(1_000);
  return <span aria-hidden>, {formatWaiting(since, now)} so far</span>;
}
