import { decidedBy } from '../../contracts/decisions';
import { inSentence } from '../../contracts/in-sentence';
import type { ModelCall, RunHeader, TimelineItem } from '../../contracts/runs';
import type { NameOf } from '../../domain/actor';
import { requestedModel } from '../../domain/bound-model';
import { decisions, wordsOf } from '../../domain/decision';
import { reduceRun } from '../../domain/reduce-run';
import { beforeFirstEvent, type Run } from '../../domain/run';
import type { RecordedEvent, WorkSoFar } from '../../domain/run-event';
import type { ToolCall } from '../../domain/tool-call';
import { describeBug } from '../../shared/app-error';
import { assertNever } from '../../shared/assert-never';
import {
  continuedHeadline,
  describeCut,
  describeLeftOut,
  type EventOf,
  malformedHeadline,
  replacedHeadline,
} from './timeline-words';

type RunTotal = RunHeader['total'];
/**
 * Holds a run after some of its events, with a person's view of them. `earlier` adds up what the run had done
 * when it was last continued.
 */
export type Timeline = { run: Run; items: readonly TimelineItem[]; earlier: RunTotal; nameOf: NameOf };

/**
 * Returns the run as it was before its first event. When every event is applied to it, it becomes the current
 * run.
 */
export function emptyTimeline(run: Run, nameOf: NameOf): Timeline {
  return {
    run: { ...run, ...beforeFirstEvent(run.createdAt) },
    items: [],
    earlier: { steps: 0, activeMs: 0 },
    nameOf,
  };
}

export function buildTimeline(run: Run, recorded: readonly RecordedEvent[], nameOf: NameOf): Timeline {
  const timeline = recorded.reduce(
    (before, event) => appendToTimeline(before, event).timeline,
    emptyTimeline(run, nameOf),
  );
  if (run.state.status !== 'completed' || timeline.run.state.status !== 'completed') return timeline;
  // An answer keeps the words that it was stored with, because an older build worded the answer of fixed
  // steps differently.
  return { ...timeline, run: { ...timeline.run, state: run.state } };
}

/** Applies one event. `changed` lists the items that are new or different after it. */
export function appendToTimeline(
  before: Timeline,
  recorded: RecordedEvent,
): { timeline: Timeline; changed: TimelineItem[] } {
  const run = reduceRun(before.run, recorded.event, recorded);
  const changed = changedItems(before, recorded, run);
  const items = [...before.items];
  for (const item of changed) {
    const index = items.findIndex((shown) => shown.id === item.id);
    if (index === -1) items.push(item);
    else items[index] = item;
  }
  const isContinued = recorded.event.type === 'run_continued';
  const earlier = isContinued ? addTotal(before.earlier, before.run) : before.earlier;
  return { timeline: { ...before, run, items, earlier }, changed };
}

/** Adds up the steps and the active time of all parts of a run. */
export function totalOf({ run, earlier }: Timeline): RunTotal {
  const { steps, activeMs } = addTotal(earlier, run);
  return { steps, activeMs: Math.round(activeMs) };
}

const addTotal = (left: RunTotal, right: RunTotal): RunTotal => ({
  steps: left.steps + right.steps,
  activeMs: left.activeMs + right.activeMs,
});

function changedItems(before: Timeline, recorded: RecordedEvent, run: Run): TimelineItem[] {
  const { items } = before;
  const { event } = recorded;
  const name = before.nameOf(recorded.by);
  const update = (id: string, change: Partial<TimelineItem>): TimelineItem[] =>
    items.filter((item) => item.id === id).map((item) => ({ ...item, ...change }));
  const notice = (
    headline: string,
    status: TimelineItem['status'],
    id = `event_${recorded.version}`,
  ): TimelineItem => createItem(recorded, { id, kind: 'notice', headline, status });

  switch (event.type) {
    case 'run_created':
    case 'run_started':
    case 'text_replied':
    case 'active_time_recovered':
    case 'request_refused':
      return [];
    case 'history_left_out':
      return [keepPlace(items, notice(describeLeftOut(event), 'done', 'left_out'))];
    case 'request_cut': {
      const item = notice(describeCut(event), 'done', 'request_cut');
      return [keepPlace(items, { ...item, warning: 'The server did not read all of it' })];
    }
    case 'tool_call_requested': {
      const answeredBy = event.answeredBy === requestedModel(run) ? null : (event.answeredBy ?? null);
      const modelCall = toModelCall(event);
      const item = { ...callItem(recorded, event.call, event.commentary), answeredBy, modelCall };
      if (event.foreseenError) return [{ ...item, status: 'failed', summary: event.foreseenError.message }];
      if (event.call.verdict.decision === 'deny') {
        return [{ ...item, status: 'denied', summary: event.call.verdict.reason }];
      }
      return [{ ...item, status: event.approvalId ? 'waiting' : 'running' }];
    }
    case 'reply_malformed':
      return [
        createItem(recorded, {
          id: `event_${recorded.version}`,
          kind: 'malformed_reply',
          headline: malformedHeadline(event, run),
          status: 'failed',
        }),
      ];
    case 'approval_decided': {
      const { status: decision, leadsTo } = decisions[event.decision.decision];
      const isApproval = leadsTo === 'call_runs';
      const isLast = run.state.status !== 'awaiting_approval';
      return [
        ...update(event.callId, {
          status: isApproval ? (isLast ? 'running' : 'waiting') : 'denied',
          ...(event.reshown && { headline: event.reshown.headline }),
        }),
        createItem(recorded, {
          id: isLast ? event.approvalId : `event_${recorded.version}`,
          kind: 'decision',
          headline: `${decidedBy[decision]} ${inSentence(name)}`,
          status: isApproval ? 'done' : 'denied',
          decision: {
            approvalId: event.approvalId,
            decision,
            by: name,
            reason: wordsOf(event.decision),
          },
        }),
      ];
    }
    case 'call_replaced':
      return [
        ...update(event.call.id, { headline: event.call.headline }),
        notice(replacedHeadline(name, before.run), 'done'),
      ];
    case 'approval_expired':
      return [
        ...update(event.callId, { status: 'stopped', summary: 'Not executed: nobody decided in time' }),
        notice('The request expired', 'stopped'),
      ];
    case 'tool_started': {
      const planned = run.plan.find((call) => call.id === event.callId);
      const isShown = items.some((item) => item.id === event.callId);
      if (planned && !isShown) return [{ ...callItem(recorded, planned, ''), status: 'running' }];
      return update(event.callId, { status: 'running' });
    }
    case 'tool_finished': {
      const durationMs = Math.round(event.durationMs);
      if (event.outcome.ok)
        return update(event.callId, {
          status: 'done',
          summary: event.outcome.summary,
          warning: event.outcome.warning ?? null,
          durationMs,
        });
      const { code, message } = event.outcome.error;
      return update(event.callId, {
        status: code === 'stopped' ? 'stopped' : 'failed',
        summary: message,
        durationMs,
      });
    }
    case 'tool_rescheduled':
      return [notice('The server restarted and runs this step again, which is safe', 'done')];
    case 'outcome_lost':
      return update(event.callId, {
        status: 'unknown',
        summary: event.errorId ? describeBug(event.errorId) : 'The server stopped during this step',
      });
    case 'outcome_settled':
      if (event.settlement.choice === 'abort') return update(event.callId, { status: 'stopped' });
      if (event.settlement.choice === 'run_again')
        return update(event.callId, { status: 'running', summary: null });
      return update(event.callId, { status: 'done', summary: `Confirmed by ${inSentence(name)}` });
    case 'run_continued':
      return [notice(continuedHeadline(run, name, event.model), 'done')];
    case 'run_cancelled':
      return [...stopOpenCalls(before, event.activeMs), ...partialReply(recorded, event)];
    case 'run_failed':
      return [
        ...stopOpenCalls(before, event.activeMs),
        ...partialReply(recorded, event),
        notice(event.message, 'failed'),
      ];
    default:
      return assertNever(event);
  }
}

/** Puts a notice that comes again in the place of the first one. */
function keepPlace(items: readonly TimelineItem[], item: TimelineItem): TimelineItem {
  const shown = items.find(({ id }) => id === item.id);
  return shown ? { ...item, position: shown.position, at: shown.at } : item;
}

/** Stops the calls that had no result when the run ended. A call that had not started took no time. */
function stopOpenCalls({ run, items }: Timeline, activeMs: number): TimelineItem[] {
  const durationMs = run.state.status === 'tool_running' ? Math.round(activeMs) : null;
  return items
    .filter(({ kind, status }) => kind === 'call' && (status === 'running' || status === 'waiting'))
    .map((item) => ({ ...item, status: 'stopped', durationMs }));
}

/**
 * Says whether a call was running when the run was stopped and has no result yet. Its driver still ends it.
 */
export function awaitsLateResult({ run, items }: Timeline): boolean {
  if (run.state.status !== 'cancelled') return false;
  return items.some(
    ({ status, durationMs, summary }) => status === 'stopped' && durationMs !== null && summary === null,
  );
}

/** Keeps text in sight that was on the screen when a reply was cut off, marked as incomplete. */
function partialReply(recorded: RecordedEvent, { partialText }: WorkSoFar): TimelineItem[] {
  if (partialText.trim() === '') return [];
  const headline = 'Incomplete answer';
  return [
    createItem(recorded, {
      id: `partial_${recorded.version}`,
      kind: 'partial_reply',
      headline,
      status: 'stopped',
      commentary: partialText,
    }),
  ];
}

function callItem(recorded: RecordedEvent, call: ToolCall, commentary: string): TimelineItem {
  return createItem(recorded, {
    id: call.id,
    kind: 'call',
    step: call.step,
    headline: call.headline,
    status: 'running',
    commentary: commentary.trim() || null,
    hasDetail: true,
  });
}

/** Returns null when the event is older than these figures. */
function toModelCall(event: EventOf<'tool_call_requested'>): ModelCall | null {
  const { usage, firstTokenMs = null, activeMs } = event;
  if (usage === undefined) return null;
  const durationMs = Math.round(activeMs);
  if (usage === null) return { usage, firstTokenMs, durationMs };
  const { input, cached = null, output, reasoning = null, amountUsd = null } = usage;
  return { usage: { input, cached, output, reasoning, amountUsd }, firstTokenMs, durationMs };
}

function createItem(
  { version, at }: RecordedEvent,
  facts: Pick<TimelineItem, 'id' | 'kind' | 'headline' | 'status'> & Partial<TimelineItem>,
): TimelineItem {
  return {
    position: version,
    step: null,
    summary: null,
    warning: null,
    durationMs: null,
    commentary: null,
    answeredBy: null,
    modelCall: null,
    at: at.toISOString(),
    hasDetail: false,
    decision: null,
    ...facts,
  };
}
