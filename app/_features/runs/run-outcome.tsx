'use client';

import { Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import {
  IconAlertTriangle,
  IconCheck,
  IconHourglassEmpty,
  IconPlayerStop,
  IconSignatureOff,
} from '@/app/_ui/icons/icons';
import { describeUsage } from '@/app/_ui/text/describe-usage';
import type { RunHeader, RunView } from '@/lib/contracts/runs';
import { countOf } from '@/lib/shared/quantities';
import { Markdown } from '../../_ui/markdown/markdown';
import { Callout } from '../../_ui/state/callout';
import { CopyText } from '../../_ui/text/copy-text';
import { HeadlineText } from '../../_ui/text/headline-text';
import { RevealedText } from '../../_ui/text/revealed-text';
import { formatDuration } from '../../_ui/time/format-time';
import { ChangedFiles } from './changed-files';
import { NextMoves } from './next-moves';
import classes from './run-entry.module.css';

type Outcome = NonNullable<RunHeader['outcome']>;
type Props = {
  run: RunView;
  outcome: Outcome;
  /** This element says how the run ended. */
  ending: Ref<HTMLDivElement>;
  onStarted: () => void;
};

/** Shows the outcome of a run and the next actions. */
export function RunOutcome({ run, outcome, ending, onStarted }: Props) {
  const isCompleted = outcome.kind === 'completed';
  const { total } = run.header;
  return (
    <>
      {outcome.answer !== null && (
        <div className={classes['answer']}>
          <Markdown text={outcome.answer} knownPaths={run.files?.mentioned} />
        </div>
      )}
      {!isCompleted && (
        <div ref={ending}>
          <Callout tone={toneOf(outcome)} icon={iconOf(outcome)} title={run.header.statusText}>
            <HeadlineText text={outcome.message} />
            {outcome.reason && (
              <>
                {' '}
                Reason: “<RevealedText text={outcome.reason} />”
              </>
            )}
          </Callout>
        </div>
      )}
      {run.files && <ChangedFiles runId={run.header.id} files={run.files.changed} />}
      {outcome.failure !== 'damaged_data' && (
        <footer className={classes['ending']}>
          <NextMoves run={run} outcome={outcome} onStarted={onStarted} />
          {outcome.answer !== null && (
            <div className={classes['copy']}>
              <CopyText text={outcome.answer} label="Copy the answer" size="input-xs" />
            </div>
          )}
          <Text size="xs" c="dimmed" className={classes['sum']}>
            {isCompleted && <IconCheck size={14} aria-hidden />}
            {isCompleted && 'Done · '}
            {total.steps > 0 && `${countOf(total.steps, 'step')} · `}
            {formatDuration(total.activeMs)}
            {run.header.usage && ` · ${describeUsage(run.header.usage)}`}
          </Text>
        </footer>
      )}
    </>
  );
}

function toneOf({ kind, failure }: Outcome): 'plain' | 'danger' {
  return kind === 'failed' && failure !== 'step_limit' && failure !== 'time_limit' ? 'danger' : 'plain';
}

function iconOf({ kind, failure }: Outcome): ReactNode {
  if (kind === 'rejected') return <IconSignatureOff size={17} />;
  if (kind === 'cancelled') return <IconPlayerStop size={17} />;
  if (kind === 'expired') return <IconHourglassEmpty size={17} />;
  if (failure === 'step_limit' || failure === 'time_limit') return <IconHourglassEmpty size={17} />;
  return <IconAlertTriangle size={17} />;
}
