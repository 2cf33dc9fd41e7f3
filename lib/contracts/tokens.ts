import './without-eval';
import * as z from 'zod/mini';
import { isLine } from './texts';

export const tokenScope = z.enum(['read', 'start']);

export const tokenLimits = { name: 60, days: 366, tokens: 100 };

const dayMs = 24 * 60 * 60 * 1_000;

/** `POST /api/tokens` takes this. `expiresAt` is an ISO 8601 time in the future, at most a year away. */
export const tokenBody = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(tokenLimits.name), isLine()),
  scope: tokenScope,
  expiresAt: z.iso.datetime({ offset: true }).check(
    z.refine((text) => Date.parse(text) > Date.now(), { params: { reason: 'must be in the future.' } }),
    z.refine((text) => Date.parse(text) <= Date.now() + tokenLimits.days * dayMs, {
      params: { reason: 'must be at most a year away.' },
    }),
  ),
});
export type TokenBody = z.infer<typeof tokenBody>;

export const tokenView = z.object({
  id: z.string(),
  name: z.string(),
  scope: tokenScope,
  /** These are ISO 8601 times. The last one is at most an hour late, and null means never. */
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  isExpired: z.boolean(),
});
export type TokenView = z.infer<typeof tokenView>;

/** `GET /api/tokens` and `DELETE /api/tokens/:id` return this: one's own tokens, the newest first. */
export const tokenList = z.object({ tokens: z.array(tokenView) });
export type TokenList = z.infer<typeof tokenList>;

/** `POST /api/tokens` returns this. Nobody can read `token` again. */
export const madeToken = z.extend(tokenList, { token: z.string() });
export type MadeToken = z.infer<typeof madeToken>;
