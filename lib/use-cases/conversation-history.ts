import { fillIn } from '../db/ports/listed.port';
import type { Run } from '../domain/run';
import type { TranscriptMessage } from '../domain/transcript';
import type { ConversationId } from '../shared/ids';
import { loadTimeline } from './load-timeline';
import { oneByOne } from './one-by-one';
import type { Services } from './services';
import { findDamage } from './views/damaged-run';
import { toTimelineHeader } from './views/run-view';
import type { Timeline } from './views/timeline';

/** A new run's model learns about this many runs of its conversation. */
const maxRuns = 20;

/**
 * Loads the earlier requests of this conversation with their outcomes, including rejections and their
 * reasons.
 */
export async function loadHistory(
  services: Pick<Services, 'runs' | 'actors'>,
  conversationId: ConversationId,
): Promise<TranscriptMessage[]> {
  const runs = await services.runs.listOfConversation(conversationId, { limit: maxRuns });
  const pairs = await oneByOne(runs.items, (run) => summarizeReadable(services, run));
  return fillIn({ ...runs, items: pairs }, () => damagedPair).flat();
}

const damagedPair: TranscriptMessage[] = [
  { role: 'user', content: 'Started a run whose record can no longer be read.' },
  { role: 'assistant', content: '[Unknown: the record of this run is damaged.]' },
];

async function summarizeReadable(
  services: Pick<Services, 'runs' | 'actors'>,
  run: Run,
): Promise<TranscriptMessage[]> {
  try {
    return await summarize(services, run);
  } catch (error) {
    if (findDamage(error, run)) return damagedPair;
    throw error;
  }
}

async function summarize(
  services: Pick<Services, 'runs' | 'actors'>,
  run: Run,
): Promise<TranscriptMessage[]> {
  const [opening, timeline] = await Promise.all([
    services.runs.loadOpeningMessages(run.id),
    loadTimeline(services, run),
  ]);
  const asked = opening.findLast((message) => message.role === 'user')?.content ?? `Started “${run.title}”.`;
  return [
    { role: 'user', content: asked },
    { role: 'assistant', content: describeOutcome(timeline) },
  ];
}

function describeOutcome(timeline: Timeline): string {
  const outcome = toTimelineHeader(timeline).outcome;
  const done = timeline.items
    .filter((item) => item.kind === 'call' && item.status === 'done')
    .map((item) => `- ${item.headline}${item.summary ? ` (${item.summary})` : ''}`);
  const parts = [
    done.length > 0 ? `[Completed steps:\n${done.join('\n')}]` : '',
    ...timeline.items
      .filter((item) => item.kind === 'partial_reply')
      .map((item) => `[An answer that was cut off before its end:\n${item.commentary}]`),
    outcome?.kind === 'completed' ? (outcome.answer ?? '') : `[${outcome?.message ?? 'Not finished.'}]`,
    outcome?.reason ? `[The reason: ${outcome.reason}]` : '',
  ];
  return parts.filter(Boolean).join('\n\n');
}
