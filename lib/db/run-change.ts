import type { Actor } from '../domain/actor';
import type { Presentation } from '../domain/presentation';
import { reduceRun, toSettledOutcome } from '../domain/reduce-run';
import { needsDriver, type Run } from '../domain/run';
import type { RecordedEvent, RunEvent } from '../domain/run-event';
import type { ToolCall, ToolOutcome } from '../domain/tool-call';
import { toCallRow, toEventRow, toMutableColumns } from './run-rows';
import type { CallChange, RunChange } from './run-writer.port';

/** One commit: the run after it, each event with the run as it left it, and the rows that it changes. */
export type PlannedCommit = {
  after: Run;
  steps: readonly { run: Run; recorded: RecordedEvent }[];
  change: RunChange;
};

/** Plans a commit. Pure. Throws `ForbiddenTransition` for events that the state does not allow. */
export function planCommit(
  before: Run,
  events: readonly RunEvent[],
  { actor, owner, at }: { actor: Actor; owner: string | null; at: Date },
): PlannedCommit {
  const steps: { run: Run; recorded: RecordedEvent }[] = [];
  let after = before;
  for (const event of events) {
    after = reduceRun(after, event, { at, actor });
    steps.push({ run: after, recorded: { version: after.version, at, actor, event } });
  }
  const change: RunChange = {
    runId: before.id,
    version: before.version,
    owner,
    columns: toMutableColumns(after),
    events: steps.map(({ recorded }) => toEventRow(before.id, recorded)),
    calls: toCallChanges(steps),
    driver: toDriverChange(after, owner),
  };
  return { after, steps, change };
}

/** A driver that goes on needs no request; one that has nothing more to do gives the run back. */
function toDriverChange(after: Run, owner: string | null): RunChange['driver'] {
  const isDriven = needsDriver(after.state.status);
  if (owner === null) return isDriven ? 'request' : 'withdraw';
  return isDriven ? 'keep' : 'release';
}

function toCallChanges(steps: PlannedCommit['steps']): CallChange[] {
  return steps.flatMap(({ run, recorded }) => toCallChange(run, recorded));
}

function toCallChange(run: Run, { event, at }: RecordedEvent): CallChange[] {
  switch (event.type) {
    case 'run_started':
      // The rows of a plan are written with its run. Runs that an older version queued do not have them yet.
      return run.plan.map((call) => toInsert(run, call, [], at));
    case 'tool_call_requested': {
      const { call, preview, foreseenError: error } = event;
      const inserted = toInsert(run, call, preview, at);
      return error ? [inserted, toFinish(call.id, { ok: false, error, detail: null }, at)] : [inserted];
    }
    case 'tool_started':
      return [{ type: 'start', id: event.callId, startedAt: at }];
    case 'tool_finished':
      return [toFinish(event.callId, event.outcome, at)];
    case 'outcome_settled':
      if (event.settlement.choice !== 'worked') return [];
      return [toFinish(event.callId, toSettledOutcome(event.settlement.result), at)];
    default:
      return [];
  }
}

const toInsert = (run: Run, call: ToolCall, preview: Presentation[], at: Date): CallChange => ({
  type: 'insert',
  row: toCallRow(run.id, call, preview, at),
});

const toFinish = (id: string, outcome: ToolOutcome, finishedAt: Date): CallChange => ({
  type: 'finish',
  id,
  outcomeJson: JSON.stringify(outcome),
  finishedAt,
});
