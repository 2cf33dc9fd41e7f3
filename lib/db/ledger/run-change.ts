import { systemActor } from '../../domain/actor';
import { toBeginning } from '../../domain/next-effect';
import { reduceRun, toSettledOutcome } from '../../domain/reduce-run';
import { needsDriver, type Run } from '../../domain/run';
import type { RecordedEvent, RunEvent } from '../../domain/run-event';
import type { ToolCall, ToolOutcome } from '../../domain/tool-call';
import type { ActorId } from '../../shared/ids';
import type { CallChange, RunChange, Taking } from '../ports/run-writer.port';
import {
  isToldByEvent,
  toCallRow,
  toEventRow,
  toMutableColumns,
  toNewCall,
  toShownOutcome,
  toUsageRows,
} from './run-rows';

/** One event of a commit, with the run as the event left it. */
export type Step = { run: Run; recorded: RecordedEvent };

/** One commit has the run after it, each event with the run as that event left it, and the changed rows. */
export type PlannedCommit = { after: Run; steps: readonly Step[]; change: RunChange };

/**
 * Reduces the events of a commit, each once. It is pure. Throws `ForbiddenTransition` for events that the
 * state does not allow.
 */
export function reduceEvents(
  before: Run,
  events: Iterable<RunEvent>,
  { by, at }: { by: ActorId; at: Date },
): Step[] {
  const steps: Step[] = [];
  let run = before;
  for (const event of events) {
    run = reduceRun(run, event, { at, by });
    steps.push({ run, recorded: { version: run.version, at, by, event } });
  }
  return steps;
}

/** Reduces the events with which a driver that takes the run begins its work in the same commit. */
export function reduceBeginning(before: Run, at: Date): Step[] {
  const steps: Step[] = [];
  let run = before;
  for (let event = toBeginning(run); event; event = toBeginning(run)) {
    const [step] = reduceEvents(run, [event], { by: systemActor.id, at });
    if (!step) break;
    steps.push(step);
    run = step.run;
  }
  return steps;
}

export const toRecorded = (steps: readonly Step[]): RecordedEvent[] => steps.map(({ recorded }) => recorded);

/** Plans the rows that a commit of these steps changes. It is pure. */
export function planCommit(
  before: Run,
  steps: readonly Step[],
  { owner, taking = null }: { owner: string | null; taking?: Taking | null },
): PlannedCommit {
  const rows: RunChange['events'][number][] = [];
  const calls: CallChange[] = [];
  let after = before;
  for (const { run, recorded } of steps) {
    const call = callOf(after);
    // The result of a stopped call comes when the run no longer holds the call.
    const keepsDetails = recorded.event.type === 'tool_finished' && !call;
    rows.push(toEventRow(before.id, recorded, { keepsDetails }));
    calls.push(...toCallChanges(run, call, recorded));
    after = run;
  }
  const driver = taking ? 'take' : toDriverChange(after, owner);
  const change: RunChange = {
    runId: before.id,
    version: before.version,
    owner,
    columns: toMutableColumns(after),
    events: rows,
    calls,
    usage: driver === 'keep' ? [] : toUsageRows(after),
    driver,
    taking,
  };
  return { after, steps, change };
}

/** A driver that goes on needs no request. A driver that has nothing left to do gives the run back. */
function toDriverChange(after: Run, owner: string | null): Exclude<RunChange['driver'], 'take'> {
  const isDriven = needsDriver(after.state.status);
  if (owner === null) return isDriven ? 'request' : 'withdraw';
  return isDriven ? 'keep' : 'release';
}

const callOf = ({ state }: Run): ToolCall | null => ('call' in state ? state.call : null);

/**
 * Changes the row of a call. A call has a row when its events do not tell everything: a person is asked, it
 * was planned, or it has a preview or a detailed result to open. Changes of a missing row change nothing.
 * `call` is the call that the run held before the event.
 */
function toCallChanges(run: Run, call: ToolCall | null, { event, at }: RecordedEvent): CallChange[] {
  switch (event.type) {
    case 'run_started':
      // A plan's rows are written with its run. Runs that an older version queued do not have them yet.
      return run.plan.map((planned) => ({ type: 'insert', ...toNewCall(run.id, planned, [], at) }));
    case 'tool_call_requested': {
      const { preview, foreseenError: error } = event;
      if (!event.approvalId && preview.length === 0) return [];
      const requested = toNewCall(run.id, event.call, preview, at);
      if (!error) return [{ type: 'insert', ...requested }];
      const outcomeJson = JSON.stringify({ ok: false, error, detail: null });
      return [{ type: 'insert', ...requested, row: { ...requested.row, outcomeJson, finishedAt: at } }];
    }
    case 'tool_finished':
      return [toFinish(run, call, event.callId, event.outcome, at)];
    case 'outcome_settled':
      if (event.settlement.choice !== 'worked') return [];
      return [toFinish(run, null, event.callId, toSettledOutcome(event.settlement.result), at)];
    default:
      return [];
  }
}

function toFinish(
  run: Run,
  call: ToolCall | null,
  id: string,
  outcome: ToolOutcome,
  finishedAt: Date,
): CallChange {
  const finished = { outcomeJson: JSON.stringify(toShownOutcome(outcome)), finishedAt };
  if (!call || isToldByEvent(outcome)) return { type: 'finish', id, ...finished };
  return { type: 'finish_or_insert', row: { ...toCallRow(run.id, call, finishedAt), ...finished } };
}
