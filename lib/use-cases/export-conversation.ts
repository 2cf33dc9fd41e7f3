import type { ConversationView } from '../contracts/conversations';
import type { Actor } from '../domain/actor';
import { getConversation } from './conversations';
import { toFileName } from './export-file-name';
import type { ViewingServices } from './get-run';
import type { Services } from './services';

/** A conversation as a file to save. `type` is its media type. */
type ExportedConversation = { text: string; type: string; fileName: string };

export async function exportConversation(
  services: Pick<Services, 'conversations'> & ViewingServices,
  actor: Actor,
  { conversationId, format }: { conversationId: string; format: 'markdown' | 'json' },
): Promise<ExportedConversation> {
  const conversation = await loadAll(services, actor, conversationId);
  return format === 'json'
    ? {
        text: JSON.stringify(conversation, null, 2),
        type: 'application/json',
        fileName: toFileName(conversation, 'json'),
      }
    : {
        text: toMarkdown(conversation),
        type: 'text/markdown; charset=utf-8',
        fileName: toFileName(conversation, 'md'),
      };
}

/** Every page of it, one after the other, so that a long conversation does not keep the server busy in one piece. */
async function loadAll(
  services: Pick<Services, 'conversations'> & ViewingServices,
  actor: Actor,
  conversationId: string,
) {
  const { hasEarlier, ...conversation } = await getConversation(services, actor, { conversationId });
  const pages = [conversation.runs];
  for (let isMore = hasEarlier; isMore; ) {
    const before = pages.at(-1)?.[0]?.header.id ?? null;
    const page = await getConversation(services, actor, { conversationId, before });
    pages.push(page.runs);
    isMore = page.hasEarlier;
  }
  return { ...conversation, runs: pages.reverse().flat() };
}

/** A conversation as a document: requests, steps, decisions and answers. Times are in UTC, and say so. */
function toMarkdown(conversation: Omit<ConversationView, 'hasEarlier'>): string {
  const runs = conversation.runs.map((run) => {
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
  });
  return [`# ${conversation.title}`, ...runs].join('\n\n').concat('\n');
}

/** "2026-11-21 22:05 UTC": a document has no reader's clock. */
function formatUtc(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** As a part of the list item above it. */
function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
