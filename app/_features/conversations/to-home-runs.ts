import type { ConversationSummary } from '@/lib/contracts/conversations';
import { toRunTone } from '../../_ui/runs/run-tone';

export type HomeRuns = Record<'waiting' | 'running' | 'recent', ConversationSummary[]>;

/**
 * The conversations of the home page, each once: what waits for the person, the longest wait first; what runs; and what has ended,
 * the latest first. One that nothing has run in is not among them.
 */
export function toHomeRuns(
  active: readonly ConversationSummary[],
  latest: readonly ConversationSummary[],
): HomeRuns {
  const toneOf = ({ lastRunStatus }: ConversationSummary) => toRunTone(lastRunStatus);
  const isActive = (one: ConversationSummary) => ['needs-you', 'active'].includes(toneOf(one));
  // Of two answers, the list of active ones asks more often.
  const ids = new Set(active.map(({ id }) => id));
  const all = [...active, ...latest.filter(({ id }) => !ids.has(id))];
  return {
    waiting: all
      .filter((one) => toneOf(one) === 'needs-you')
      .sort((a, b) => a.updatedAt.localeCompare(b.updatedAt)),
    running: all.filter((one) => toneOf(one) === 'active'),
    recent: all.filter((one) => one.lastRunStatus !== null && !isActive(one)),
  };
}
