import type { ConversationSummary } from '@/lib/contracts/conversations';
import { toRunTone } from '../../_ui/runs/run-tone';

export type HomeRuns = Record<'waiting' | 'others' | 'running' | 'recent', ConversationSummary[]>;

/**
 * Sorts the conversations of the home page into lists, each conversation once: those that wait for the person,
 * longest wait first; those that wait for others; those that run; and those that ended, latest first. It leaves
 * out conversations without a run.
 */
export function toHomeRuns(
  active: readonly ConversationSummary[],
  latest: readonly ConversationSummary[],
): HomeRuns {
  const toneOf = ({ lastRunStatus }: ConversationSummary) => toRunTone(lastRunStatus);
  const isActive = (one: ConversationSummary) => ['needs-you', 'active'].includes(toneOf(one));
  // When both lists have a conversation, the active list wins, because the page loads it more often.
  const ids = new Set(active.map(({ id }) => id));
  const all = [...active, ...latest.filter(({ id }) => !ids.has(id))];
  const waiting = all
    .filter((one) => toneOf(one) === 'needs-you')
    .sort((a, b) => a.updatedAt.localeCompare(b.updatedAt));
  return {
    waiting: waiting.filter(({ needsYou }) => needsYou),
    others: waiting.filter(({ needsYou }) => !needsYou),
    running: all.filter((one) => toneOf(one) === 'active'),
    recent: all.filter((one) => one.lastRunStatus !== null && !isActive(one)),
  };
}
