import type { ConversationList, ConversationSummary, ConversationView } from '../contracts/conversations';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { type ConversationId, isId } from '../shared/ids';
import { viewRun } from './get-run';
import type { Services } from './services';
import { findConversation } from './start-workflow-run';
import { stopRun } from './steer-run';
import { describeState } from './views/run-header';

const pageSize = 50;

export async function listConversations(
  { conversations }: Pick<Services, 'conversations'>,
  query: { search: string | null; cursor: string | null },
): Promise<ConversationList> {
  const page = await conversations.list({ ...query, limit: pageSize });
  return {
    conversations: page.items.map((item) => ({
      ...toTimes(item),
      lastRunStatus: item.lastRun?.state.status ?? null,
      lastRunStatusText: item.lastRun ? describeState(item.lastRun.state) : null,
    })),
    nextCursor: page.nextCursor,
  };
}

export async function createConversation(
  { conversations }: Pick<Services, 'conversations'>,
  actor: Actor,
  title: string | undefined,
): Promise<ConversationSummary> {
  const created = await conversations.create(title ?? 'New conversation', actor);
  return { ...toTimes(created), lastRunStatus: null, lastRunStatusText: null };
}

export async function getConversation(
  services: Pick<Services, 'conversations' | 'runs' | 'workflows' | 'live'>,
  id: string,
): Promise<ConversationView> {
  const conversation = await loadConversation(services, id);
  const runs = await services.runs.listOfConversation(conversation.id);
  return { ...toTimes(conversation), runs: await Promise.all(runs.map((run) => viewRun(services, run))) };
}

/** What a page can show before its data is there; null when there is no such conversation. */
export async function findConversationTitle(
  { conversations }: Pick<Services, 'conversations'>,
  id: string,
): Promise<string | null> {
  if (!isId('cnv', id)) return null;
  return (await conversations.find(id as ConversationId))?.title ?? null;
}

export async function renameConversation(
  services: Pick<Services, 'conversations'>,
  id: string,
  title: string,
): Promise<void> {
  const conversation = await loadConversation(services, id);
  await services.conversations.rename(conversation.id, title);
}

/** How long a deletion can be undone. */
const undoMs = 10 * 60_000;

/** Stops what is going on in it first; then it is gone, with its runs and its requests, and can be brought back for a while. */
export async function deleteConversation(
  services: Pick<Services, 'conversations' | 'runs' | 'live' | 'dispatcher'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const conversation = await loadConversation(services, id);
  if (conversation.activeRunId) await stopRun(services, actor, conversation.activeRunId);
  if (!(await services.conversations.remove(conversation.id)))
    throw new AppError('run_active', 'Something was started in this conversation just now. Try again.');
  await purgeConversations(services);
}

export async function restoreConversation(
  { conversations }: Pick<Services, 'conversations'>,
  id: string,
): Promise<void> {
  const isRestored = isId('cnv', id) && (await conversations.restore(id as ConversationId));
  if (!isRestored) throw new AppError('not_found', 'This conversation is gone for good.');
}

/** Removes for good what was deleted too long ago to be brought back. */
export async function purgeConversations({
  conversations,
}: Pick<Services, 'conversations'>): Promise<number> {
  return conversations.purge(new Date(Date.now() - undoMs));
}

async function loadConversation(services: Pick<Services, 'conversations'>, id: string) {
  const found = await findConversation(services, id);
  const conversation = await services.conversations.find(found as ConversationId);
  if (!conversation) throw new AppError('not_found', 'This conversation does not exist (any more).');
  return conversation;
}

function toTimes(conversation: { id: string; title: string; createdAt: Date; updatedAt: Date }) {
  return {
    id: conversation.id,
    title: conversation.title,
    createdAt: conversation.createdAt.toISOString(),
    updatedAt: conversation.updatedAt.toISOString(),
  };
}
