import { StaleRun } from '../db/run-store.port';
import { systemActor } from '../domain/actor';
import { reduceRun } from '../domain/reduce-run';
import type { Run } from '../domain/run';
import type { RunEvent, WorkSoFar } from '../domain/run-event';
import { describeBug } from '../shared/describe-bug';
import type { ErrorId } from '../shared/ids';
import type { DriverPorts } from './driver-ports';
import type { Lease } from './hold-lease';

type ToolFinished = Extract<RunEvent, { type: 'tool_finished' }>;

/**
 * Ends a run whose driver threw an exception, with one event that names `errorId`. `known` is the run as the driver last
 * stored or loaded it, `finished` the result of a tool that is not stored yet. If the database fails too, the run stays
 * as it is until the sweep finds it.
 */
export async function endBrokenRun(
  errorId: ErrorId,
  { known, finished }: { known: Run | null; finished: ToolFinished | null },
  lease: Lease,
  ports: Pick<DriverPorts, 'runs' | 'live' | 'owner' | 'reportBug'>,
): Promise<void> {
  try {
    const run = (await lease.claim())?.run;
    if (!run) return;
    const work = ports.live.workSoFar(run);
    if (known && known.version === run.version && finished) {
      try {
        return await commitEnd(run, withResult(run, finished, errorId), ports);
      } catch (error) {
        // The result itself may be impossible to store.
        if (error instanceof StaleRun) throw error;
      }
    }
    await commitEnd(run, toEnd(run, errorId, work), ports);
    if (known && known.version < run.version) ports.live.publishVersion(run);
  } catch (error) {
    if (!(error instanceof StaleRun)) ports.reportBug(error);
  }
}

async function commitEnd(
  run: Run,
  events: readonly RunEvent[],
  { runs, live, owner }: Pick<DriverPorts, 'runs' | 'live' | 'owner'>,
): Promise<void> {
  if (events.length === 0) return;
  live.publishVersion(await runs.commit(run, events, { actor: systemActor, owner }));
}

function withResult(run: Run, finished: ToolFinished, errorId: ErrorId): RunEvent[] {
  const after = reduceRun(run, finished, { at: run.updatedAt, actor: systemActor });
  return [finished, ...toEnd(after, errorId, { activeMs: 0, partialText: '' })];
}

/** No events when the run has ended or waits for a person. */
function toEnd(run: Run, errorId: ErrorId, work: WorkSoFar): RunEvent[] {
  const { state } = run;
  switch (state.status) {
    case 'tool_running':
      if (!state.call.isIdempotent)
        return [{ type: 'outcome_lost', callId: state.call.id, errorId, activeMs: work.activeMs }];
      return [toFailure(errorId, work)];
    case 'queued':
    case 'calling_model':
    case 'tool_ready':
      return [toFailure(errorId, work)];
    default:
      return [];
  }
}

function toFailure(errorId: ErrorId, work: WorkSoFar): RunEvent {
  const message = describeBug(errorId);
  return { type: 'run_failed', code: 'internal_error', message, ...work };
}
