import './without-eval';
import * as z from 'zod/mini';

export const sessionView = z.object({
  id: z.string(),
  /** Names the browser, such as "Firefox on Linux". */
  name: z.string(),
  /** This is the browser's own description of itself. */
  device: z.string(),
  /** These are ISO 8601 times. The second one is at most an hour late. */
  letInAt: z.string(),
  lastSeenAt: z.string(),
  /** The request came from this browser. */
  isThis: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

/** `GET /api/sessions` and the routes that sign browsers out return this: one's own browsers, this one first. */
export const sessionList = z.object({ sessions: z.array(sessionView) });
export type SessionList = z.infer<typeof sessionList>;

/** `POST /api/links` returns this, once. Nobody can read the address again. */
export const madeLink = z.object({
  /** Lets one browser in, once. */
  address: z.string(),
  /** This is an ISO 8601 time. */
  expiresAt: z.string(),
  /** Tells whether other machines, such as a phone, can open the address. */
  isPublic: z.boolean(),
});
export type MadeLink = z.infer<typeof madeLink>;
