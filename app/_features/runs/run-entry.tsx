'use client';

import { useRef } from 'react';
import type { RunView } from '@/lib/contracts/runs';
import { useRun } from '../../_client/run-queries';
import { useRunWait } from '../../_client/use-run-wait';
import { Markdown } from '../../_ui/markdown/markdown';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { TimeAgo } from '../../_ui/time/time-ago';
import { MessageText } from './message-text';
import classes from './run-entry.module.css';
import { RunOutcome } from './run-outcome';
import { RunState } from './run-state';
import { Timeline } from './timeline';
import { UnknownOutcome } from './unknown-outcome';
import { ValueChips } from './value-chips';

type Props = {
  runId: string;
  /** This is the page's heading when the run comes right below it. */
  titleAbove: string | null;
  onReview: (approvalId: string) => void;
  onStarted: () => void;
};

/** Shows one run from request to outcome, and updates in place. */
export function RunEntry({ runId, titleAbove, onReview, onStarted }: Props) {
  const ending = useRef<HTMLDivElement>(null);
  const { data: run, error, refetch, isFetching } = useRun(runId);
  const waiting = useRunWait(run);
  if (!run && error) {
    return (
      <ErrorNote
        title="This run could not be loaded"
        error={error}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    );
  }
  if (!run) return <LoadingRows rows={2} />;
  const { header } = run;
  return (
    <article
      className={classes['run']}
      tabIndex={-1}
      aria-label={run.message === null ? run.title : `Run: ${run.message.slice(0, 80)}`}
      aria-busy={header.isActive}
    >
      {/* The server knows nothing about a run whose own row is damaged. */}
      {run.startedBy !== '' && <RunRequest run={run} titleAbove={titleAbove} />}
      <RunState
        run={run}
        waiting={waiting}
        onReview={onReview}
        onStopped={() => ending.current?.scrollIntoView({ block: 'center' })}
      />
      <Timeline runId={header.id} items={withoutEnding(run)} />
      {run.streamingText !== '' && (
        <div className={classes['answer']} data-streaming>
          <Markdown text={run.streamingText} />
        </div>
      )}
      {header.unknownOutcome && (
        <UnknownOutcome
          runId={header.id}
          headline={header.unknownOutcome.headline}
          isYoursToAnswer={waiting?.isForReader ?? true}
        />
      )}
      {header.outcome && (
        <RunOutcome run={run} outcome={header.outcome} ending={ending} onStarted={onStarted} />
      )}
    </article>
  );
}

function RunRequest({ run, titleAbove }: { run: RunView; titleAbove: string | null }) {
  if (run.message !== null) {
    return (
      <div className={classes['message']}>
        <MessageText text={run.message} />
        <footer>
          {run.startedBy}, <TimeAgo iso={run.createdAt} />
        </footer>
      </div>
    );
  }
  return (
    <header className={classes['request']}>
      {!titleAbove?.startsWith(run.title) && <h2>{run.title}</h2>}
      <span className={classes['facts']}>
        {run.startedBy}, <TimeAgo iso={run.createdAt} /> · {run.modelName}
      </span>
      <ValueChips values={run.values} />
    </header>
  );
}

/** Drops a last notice that repeats the outcome, which is shown below. */
function withoutEnding({ timeline, header: { outcome } }: RunView): RunView['timeline'] {
  const last = timeline.at(-1);
  return last?.kind === 'notice' && outcome?.message.startsWith(last.headline)
    ? timeline.slice(0, -1)
    : timeline;
}
