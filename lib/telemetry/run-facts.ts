import type { Actor } from '../domain/actor';
import { decisions } from '../domain/decision';
import { isTerminal, type Run, type RunState } from '../domain/run';
import type { RunEvent } from '../domain/run-event';
import type { ApprovalEnded, Fact, ToldRun } from './telemetry.port';

export const toToldRun = ({ id, conversationId, workflowId }: Run): ToldRun => ({
  id,
  conversationId,
  workflowId,
});

export const failureOf = (state: RunState) => (state.status === 'failed' ? state.code : null);

/** Says what a commit of `events` by `actor` changed, from the run before it to the run after it. */
export function toFacts(before: Run, events: readonly RunEvent[], after: Run, actor: Actor): Fact[] {
  const facts: Fact[] = [];
  const steps = events.filter(({ type }) => type === 'tool_call_requested').length;
  if (steps > 0) facts.push({ type: 'steps_taken', count: steps });
  const ended = toEndedApproval(before, events, after, actor);
  if (ended) facts.push(ended);
  if (approvalOf(after) !== null && approvalOf(after) !== approvalOf(before))
    facts.push({ type: 'approval_asked' });
  const { status } = after.state;
  if (isTerminal(status) && !isTerminal(before.state.status))
    facts.push({ type: 'run_ended', status, failure: failureOf(after.state) });
  return facts;
}

function toEndedApproval(
  before: Run,
  events: readonly RunEvent[],
  after: Run,
  { role }: Actor,
): ApprovalEnded | null {
  const { state } = before;
  if (state.status !== 'awaiting_approval' || approvalOf(after) === state.approvalId) return null;
  const facts = {
    type: 'approval_ended',
    run: toToldRun(after),
    since: state.since,
    at: after.updatedAt,
  } as const;
  for (const event of events) {
    if (event.type === 'approval_decided')
      return { ...facts, outcome: decisions[event.decision.decision].status, role };
    if (event.type === 'approval_expired') return { ...facts, outcome: 'expired', role: null };
  }
  return { ...facts, outcome: 'withdrawn', role: null };
}

const approvalOf = ({ state }: Run) => (state.status === 'awaiting_approval' ? state.approvalId : null);
