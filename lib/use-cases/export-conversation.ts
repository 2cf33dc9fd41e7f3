import type { ConversationView } from '../contracts/conversations';
import type { Actor } from '../domain/actor';
import type { ConversationId } from '../shared/ids';
import { getConversation } from './conversations';
import { toFileName } from './export-file-name';
import type { ViewingServices } from './get-run';
import { findRunPages } from './run-pages';
import type { Services } from './services';

/**
 * Holds a conversation as a file to save. `type` is its media type. The text comes in pieces; each is read
 * when the one before was taken.
 */
type ExportedConversation = { text: AsyncGenerator<string>; type: string; fileName: string };

export async function exportConversation(
  services: Pick<Services, 'conversations'> & ViewingServices,
  actor: Actor,
  { conversationId, format }: { conversationId: string; format: 'markdown' | 'json' },
): Promise<ExportedConversation> {
  const latest = await getConversation(services, actor, { conversationId });
  const runs = readRuns(services, actor, latest);
  return format === 'json'
    ? { text: toJson(latest, runs), type: 'application/json', fileName: toFileName(latest, 'json') }
    : {
        text: toMarkdown(latest, runs),
        type: 'text/markdown; charset=utf-8',
        fileName: toFileName(latest, 'md'),
      };
}

type ExportedRun = ConversationView['runs'][number];

/**
 * Reads all runs, oldest first, with one page in memory at a time. A reader that stops reading keeps one page
 * waiting.
 */
async function* readRuns(
  services: Pick<Services, 'conversations'> & ViewingServices,
  actor: Actor,
  latest: ConversationView,
): AsyncGenerator<ExportedRun> {
  const conversationId = latest.id as ConversationId;
  const cursors = await findRunPages(services, conversationId, latest.earlierCursor);
  for (const cursor of cursors.reverse())
    yield* (await getConversation(services, actor, { conversationId, cursor })).runs;
  yield* latest.runs;
}

async function* toJson(
  { earlierCursor: _, runs: __, ...conversation }: ConversationView,
  runs: AsyncIterable<ExportedRun>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(conversation, null, 2).slice(0, -'\n}'.length)},\n  "runs": [`;
  let before = '\n';
  for await (const run of runs) {
    yield `${before}    ${JSON.stringify(run, null, 2).replaceAll('\n', '\n    ')}`;
    before = ',\n';
  }
  yield before === '\n' ? ']\n}' : '\n  ]\n}';
}

/**
 * Writes a conversation as a document: requests, steps, decisions and answers. Times are in UTC and say so.
 */
async function* toMarkdown(
  { title }: ConversationView,
  runs: AsyncIterable<ExportedRun>,
): AsyncGenerator<string> {
  yield `# ${title}`;
  for await (const run of runs) yield `\n\n${toSection(run)}`;
  yield '\n';
}

function toSection(run: ExportedRun): string {
  const { outcome } = run.header;
  const values = run.values.map(({ label, value }) => `- ${label}: ${value.replaceAll('\n', '\n  ')}`);
  const steps = run.timeline.map((item) => {
    const details = [item.summary, item.decision?.reason ? `“${item.decision.reason}”` : null].filter(
      Boolean,
    );
    const line = `- ${formatUtc(item.at)}: ${item.headline}${details.length > 0 ? ` (${details.join('; ')})` : ''}`;
    return item.kind === 'partial_reply' ? `${line}:\n\n${indent(item.commentary ?? '')}` : line;
  });
  return [
    `## ${run.title}`,
    `${run.startedBy}, ${formatUtc(run.createdAt)}, ${run.modelName}`,
    run.message,
    values.join('\n'),
    steps.join('\n'),
    outcome?.answer,
    outcome && outcome.kind !== 'completed' ? outcome.message : null,
    outcome?.reason ? `Reason: ${outcome.reason}` : null,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Formats a time as "2026-11-21 22:05 UTC", because a document has no reader's clock. */
function formatUtc(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Makes the text a part of the list item above it. */
function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
