import type { ConversationList, ConversationSummary, ConversationView } from '../contracts/conversations';
import { searchWords } from '../contracts/search';
import { fillIn } from '../db/ports/listed.port';
import type { Conversation, ListedConversation } from '../db/ports/stores.port';
import { type Actor, isSamePerson, type NameOf, namesakesOf } from '../domain/actor';
import { toSignedThing, whyNotSettle, whyNotSign, whyNotStop } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import { isId } from '../shared/ids';
import { displayTitle } from './conversation-title';
import { type ViewingServices, viewRun } from './get-run';
import { loadConversation, loadRun } from './load-by-id';
import { oneByOne } from './one-by-one';
import { purgeConversations } from './purge-conversations';
import { loadRunPage } from './run-pages';
import type { Services } from './services';
import { stopRun } from './steer-run';
import { toDamage, toUnreadableRun } from './views/damaged-run';
import { describeState } from './views/run-header';
import { toException, toRunLine } from './views/run-line';
import { whyNotStart } from './why-not-start';
import { pickWorkspace } from './workspaces';

const pageSize = 50;

type ListQuery = {
  search: string | null;
  cursor: string | null;
  isActive?: boolean;
  isMine?: boolean;
  workspaceId?: string | null;
};

export async function listConversations(
  services: Pick<Services, 'conversations' | 'workflows' | 'actors'>,
  actor: Actor,
  { isMine = false, ...query }: ListQuery,
): Promise<ConversationList> {
  const search = searchWords.parse(query.search);
  const startedBy = isMine ? namesakesOf(actor.id) : null;
  const page = await services.conversations.list({ ...query, search, startedBy, limit: pageSize });
  const [icons, nameOf] = await Promise.all([
    loadIcons(services.workflows, page.items),
    services.actors.names(),
  ]);
  return {
    conversations: page.items.map((item) => ({
      ...toSummary(item, actor, nameOf),
      ...describeLastRun(item.lastRun, actor, icons),
      excerpt: item.excerpt,
    })),
    damaged: page.damaged.map(toDamage),
    nextCursor: page.nextCursor,
  };
}

/** Loads the icon of each workflow that a last run belongs to, by the workflow's id. */
async function loadIcons(
  workflows: Services['workflows'],
  listed: readonly ListedConversation[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    listed.flatMap(({ lastRun }) => lastRun.items.flatMap(({ workflowId }) => workflowId ?? [])),
  );
  const found = await Promise.all([...ids].map(async (id) => [id, await workflows.find(id)] as const));
  return new Map(found.flatMap(([id, workflow]) => (workflow ? [[id, workflow.icon] as const] : [])));
}

function describeLastRun(
  { items, damaged: [damage] }: ListedConversation['lastRun'],
  reader: Actor,
  icons: ReadonlyMap<string, string>,
): Pick<
  ConversationSummary,
  | 'lastRunStatus'
  | 'lastRunStatusText'
  | 'lastRunDamage'
  | 'lastRunLine'
  | 'needsYou'
  | 'lastRunException'
  | 'lastRunIcon'
> {
  if (damage)
    return {
      lastRunStatus: 'failed',
      lastRunStatusText: 'Damaged',
      lastRunDamage: toDamage(damage),
      lastRunLine: null,
      needsYou: false,
      lastRunException: 'Damaged',
      lastRunIcon: null,
    };
  const lastRun = items[0] ?? null;
  const needsYou = lastRun !== null && needsReader(lastRun, reader);
  return {
    lastRunStatus: lastRun?.state.status ?? null,
    lastRunStatusText: lastRun && describeState(lastRun.state),
    lastRunDamage: null,
    lastRunLine: lastRun && toRunLine(lastRun.state),
    needsYou,
    lastRunException: lastRun && toException(lastRun.state, needsYou),
    lastRunIcon: icons.get(lastRun?.workflowId ?? '') ?? null,
  };
}

/** Tells whether the run waits for an answer that the reader may give, and has not given. */
function needsReader({ startedBy, state }: LastRun, { scope: _, ...person }: Actor): boolean {
  if (state.status === 'awaiting_approval')
    return (
      whyNotSign(person, toSignedThing(startedBy, state.call.verdict)) === null &&
      !state.signatures.some(({ by }) => isSamePerson(by, person.id))
    );
  return (
    state.status === 'outcome_unknown' &&
    whyNotSettle(person, toSignedThing(startedBy, state.call.verdict)) === null
  );
}

type LastRun = ListedConversation['lastRun']['items'][number];

export async function createConversation(
  services: Pick<Services, 'conversations' | 'actors' | 'workspaces'>,
  actor: Actor,
  { title, workspaceId }: { title?: string | undefined; workspaceId?: string | undefined },
): Promise<ConversationSummary> {
  const { conversations } = services;
  const { id } = pickWorkspace(services, workspaceId);
  const created =
    title === undefined
      ? await conversations.openBlank(id, actor)
      : await conversations.create(title, id, actor);
  return {
    ...toSummary(created, actor, await services.actors.names()),
    ...describeLastRun({ items: [], damaged: [] }, actor, new Map()),
    excerpt: null,
  };
}

export async function getConversation(
  services: Pick<Services, 'conversations'> & ViewingServices,
  actor: Actor,
  { conversationId, cursor = null }: { conversationId: string; cursor?: string | null },
): Promise<ConversationView> {
  const conversation = await loadConversation(services, conversationId);
  const { runs, earlierCursor } = await loadRunPage(services, conversation.id, cursor);
  const previous = runs.items.findLast(({ kind }) => kind === 'agent');
  const views = await oneByOne(runs.items, (run) => viewRun(services, actor, run));
  return {
    ...toSummary(conversation, actor, await services.actors.names()),
    whyNotReply: whyNotStart(actor, previous?.signers ?? null),
    runs: fillIn({ ...runs, items: views }, (run) => toUnreadableRun(run, conversation.id, cursor)),
    earlierCursor,
  };
}

/**
 * Returns the title that a page can show before its data has loaded, or null when there is no such
 * conversation.
 */
export async function findConversationTitle(
  { conversations }: Pick<Services, 'conversations'>,
  _actor: Actor,
  { conversationId }: { conversationId: string },
): Promise<string | null> {
  if (!isId('cnv', conversationId)) return null;
  const conversation = await conversations.find(conversationId);
  return conversation && displayTitle(conversation.title);
}

export async function renameConversation(
  services: Pick<Services, 'conversations'> & ViewingServices,
  actor: Actor,
  { conversationId, title }: { conversationId: string; title: string },
): Promise<ConversationView> {
  const conversation = await loadConversation(services, conversationId);
  await services.conversations.rename(conversation.id, title, actor);
  return getConversation(services, actor, { conversationId });
}

/**
 * Stops the active run, then removes the conversation with its runs and requests. A person can restore it for
 * a while.
 */
export async function deleteConversation(
  services: Pick<Services, 'conversations' | 'runs' | 'live' | 'dispatcher' | 'actors' | 'askDriverToStop'>,
  actor: Actor,
  { conversationId }: { conversationId: string },
): Promise<void> {
  const conversation = await loadConversation(services, conversationId);
  if (conversation.activeRunId) {
    const { startedBy } = await loadRun(services, conversation.activeRunId);
    const mayNot = whyNotStop(actor, startedBy);
    if (mayNot !== null) throw new AppError('forbidden', mayNot);
    await stopRun(services, actor, { runId: conversation.activeRunId });
  }
  if (!(await services.conversations.remove(conversation.id, actor)))
    throw new AppError('run_active', 'A run just started in this conversation. Try again.');
  await purgeConversations(services);
}

export async function restoreConversation(
  { conversations }: Pick<Services, 'conversations'>,
  actor: Actor,
  { conversationId }: { conversationId: string },
): Promise<void> {
  const isRestored = isId('cnv', conversationId) && (await conversations.restore(conversationId, actor));
  if (!isRestored) throw new AppError('not_found', 'This conversation can no longer be restored.');
}

function toSummary(conversation: Conversation, reader: Actor, nameOf: NameOf) {
  return {
    id: conversation.id,
    title: displayTitle(conversation.title),
    startedBy: nameOf(conversation.createdBy),
    isYours: isSamePerson(conversation.createdBy, reader.id),
    isPrivate: conversation.isPrivate,
    workspaceId: conversation.workspaceId,
    createdAt: conversation.createdAt.toISOString(),
    updatedAt: conversation.updatedAt.toISOString(),
  };
}
