import { damage } from './damage';
import { runStatus, runView } from './runs';
import './without-eval';
import * as z from 'zod/mini';
import { isLine } from './texts';
import { workspaceId } from './workspaces';

const ownership = {
  /** Names who started the conversation. */
  startedBy: z.string(),
  /** The person who asks started it. */
  isYours: z.boolean(),
  /** Nobody but the person who started it reads it. */
  isPrivate: z.boolean(),
  /** `GET /api/me` has its name, unless it is not configured any longer. */
  workspaceId: z.string(),
};

export const conversationSummary = z.object({
  id: z.string(),
  title: z.string(),
  ...ownership,
  createdAt: z.string(),
  updatedAt: z.string(),
  lastRunStatus: z.nullable(runStatus),
  lastRunStatusText: z.nullable(z.string()),
  /** Says in one line what the run does or what came of it: a headline, or the first words of its answer. */
  lastRunLine: z.nullable(z.string()),
  /** The last run waits for an answer that the person who asks may give. */
  needsYou: z.boolean(),
  /** Names a state that is neither at work nor done: "Needs you", "Waits for others", "Stopped". */
  lastRunException: z.nullable(z.string()),
  /**
   * Names the icon of the run's workflow, one of `workflowIcons`. Null means a message, or a workflow that is
   * gone.
   */
  lastRunIcon: z.nullable(z.string()),
  /** This is set when the last run cannot be read. */
  lastRunDamage: z.nullable(damage),
  /** Quotes the match when the search matched a request or an answer and not the title. */
  excerpt: z.nullable(z.string()),
});
export type ConversationSummary = z.infer<typeof conversationSummary>;

/**
 * `GET /api/conversations?search=…&cursor=…` returns this, newest first, 50 a page. The search looks through
 * titles, requests and answers, regardless of case. `active=true` selects conversations with a run that has
 * not ended. `mine=true` selects those that the person who asks started, and `workspace=ID` those of a workspace.
 */
export const conversationList = z.object({
  conversations: z.array(conversationSummary),
  /** Lists the conversations of this page that cannot be read. */
  damaged: z.array(damage),
  nextCursor: z.nullable(z.string()),
});
export type ConversationList = z.infer<typeof conversationList>;

/**
 * `GET /api/conversations/:id?cursor=…` returns the latest runs, oldest first, each with the message or the
 * form that started it. With the `cursor` of an answer, it returns the latest runs before those.
 */
export const conversationView = z.object({
  id: z.string(),
  title: z.string(),
  ...ownership,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Says why the person who asks may not send a message after the runs of this page. */
  whyNotReply: z.nullable(z.string()),
  runs: z.array(runView),
  /** Leads to the runs before the first one here. Null means that there are none. */
  earlierCursor: z.nullable(z.string()),
});
export type ConversationView = z.infer<typeof conversationView>;

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), isLine());

/**
 * Without a title, the server returns the person's empty, untitled conversation, and creates it if necessary.
 */
export const createConversationBody = z.strictObject({
  title: z.optional(title),
  workspaceId,
});
export const renameConversationBody = z.strictObject({
  title,
});
/** `PUT /api/conversations/:id/privacy` answers with the conversation. */
export const conversationPrivacyBody = z.strictObject({ isPrivate: z.boolean() });

/**
 * `POST /api/conversations/:id/messages` answers 202 with a `startedRun`, or 409 `run_active` while a run is
 * active.
 */
export const sendMessageBody = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(100_000)),
  /**
   * The person picked this model. When they pick none, the server takes the one that was picked for the run
   * before, else the default.
   */
  modelId: z.optional(z.string().check(z.maxLength(100))),
  idempotencyKey: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
