import { runStatus, runView } from './runs';
import './without-eval';
import * as z from 'zod/mini';

export const conversationSummary = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastRunStatus: z.nullable(runStatus),
  lastRunStatusText: z.nullable(z.string()),
  /** Where a search was found, when that is in a request or an answer and not in the title. */
  excerpt: z.nullable(z.string()),
});
export type ConversationSummary = z.infer<typeof conversationSummary>;

/**
 * `GET /api/conversations?search=…&cursor=…`, newest first, 50 a page. The search looks through titles, requests and answers,
 * regardless of case.
 */
export const conversationList = z.object({
  conversations: z.array(conversationSummary),
  nextCursor: z.nullable(z.string()),
});
export type ConversationList = z.infer<typeof conversationList>;

/** `GET /api/conversations/:id`: its runs, oldest first. Each run carries the message or the form that began it. */
export const conversationView = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  runs: z.array(runView),
});
export type ConversationView = z.infer<typeof conversationView>;

/** Without a title the answer is the person's empty, untitled conversation; it is made when there is none. */
export const createConversationBody = z.strictObject({
  title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
});
export const renameConversationBody = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
});

/** `POST /api/conversations/:id/messages` answers 202 with a `startedRun`; 409 `run_active` while one is active. */
export const sendMessageBody = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(100_000)),
  idempotencyKey: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
