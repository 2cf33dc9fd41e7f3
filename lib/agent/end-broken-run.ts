import { DamagedRow } from '../db/ports/damaged-row.port';
import { DamagedFile } from '../db/ports/database-unavailable.port';
import { StaleRun } from '../db/ports/run-store.port';
import { systemActor } from '../domain/actor';
import { reduceRun } from '../domain/reduce-run';
import type { Run } from '../domain/run';
import type { RunEvent, WorkSoFar } from '../domain/run-event';
import { describeBug } from '../shared/app-error';
import type { ErrorId } from '../shared/ids';
import type { DriverPorts } from './driver-ports';
import type { Lease } from './hold-lease';

/** Tells the person why a run ends; `errorId` finds the exception in the log. */
export type Fault = { errorId: ErrorId; code: 'internal_error' | 'damaged_data'; message: string };

/** Damaged data is no bug, so the person reads what is damaged. */
export function toFault(error: unknown, { reportBug }: Pick<DriverPorts, 'reportBug'>): Fault {
  const errorId = reportBug(error);
  if (error instanceof DamagedRow || error instanceof DamagedFile)
    return { errorId, code: 'damaged_data', message: error.message };
  return { errorId, code: 'internal_error', message: describeBug(errorId) };
}

type ToolFinished = Extract<RunEvent, { type: 'tool_finished' }>;

/**
 * Ends a run whose driver threw an exception, with one event that names the fault. `known` is the run as the
 * driver last stored or loaded it; `finished` is the result of a tool that is not stored yet. If the database
 * fails too, the run stays as it is until the sweep finds it. If the file is too damaged for that event, the
 * run stays as it is until the next start.
 */
export async function endBrokenRun(
  fault: Fault,
  { known, finished }: { known: Run | null; finished: ToolFinished | null },
  lease: Lease,
  ports: Pick<DriverPorts, 'runs' | 'live' | 'owner' | 'givenUp' | 'reportBug'>,
): Promise<void> {
  try {
    const run = (await lease.claim())?.run;
    if (!run) return;
    const work = ports.live.workSoFar(run);
    if (known && known.version === run.version && finished) {
      try {
        return await commitEnd(run, withResult(run, finished, fault), ports);
      } catch (error) {
        // The result itself may be impossible to store.
        if (error instanceof StaleRun) throw error;
      }
    }
    await commitEnd(run, toEnd(run, fault, work), ports);
    if (known && known.version < run.version) ports.live.publishVersion(run);
  } catch (error) {
    if (error instanceof DamagedFile) ports.givenUp.add(lease.runId);
    else if (!(error instanceof StaleRun || error instanceof DamagedRow)) ports.reportBug(error);
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

function withResult(run: Run, finished: ToolFinished, fault: Fault): RunEvent[] {
  const after = reduceRun(run, finished, { at: run.updatedAt, by: systemActor.id });
  return [finished, ...toEnd(after, fault, { activeMs: 0, partialText: '' })];
}

/** Returns no events when the run has ended or waits for a person. */
function toEnd(run: Run, fault: Fault, work: WorkSoFar): RunEvent[] {
  const { state } = run;
  switch (state.status) {
    case 'tool_running':
      if (!state.call.isIdempotent)
        return [
          { type: 'outcome_lost', callId: state.call.id, errorId: fault.errorId, activeMs: work.activeMs },
        ];
      return [toFailure(fault, work)];
    case 'queued':
    case 'calling_model':
    case 'tool_ready':
      return [toFailure(fault, work)];
    default:
      return [];
  }
}

function toFailure({ code, message }: Fault, work: WorkSoFar): RunEvent {
  return { type: 'run_failed', code, message, ...work };
}
