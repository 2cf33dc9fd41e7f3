import './without-eval';
import * as z from 'zod/mini';

const mostKeepDays = 3_650;
const keepDays = z
  .int('Enter a whole number of days.')
  .check(z.gte(1, 'Enter at least 1 day.'), z.lte(mostKeepDays, `Enter at most ${mostKeepDays} days.`));

/** `PUT /api/settings/retention` takes this. Null means for ever. */
export const retentionBody = z.object({ keepDays: z.nullable(keepDays) });
export type RetentionBody = z.infer<typeof retentionBody>;

/** `GET` and `PUT` of `/api/settings/retention` return this. */
export const retentionView = z.object({ keepDays: z.nullable(z.number()) });
export type RetentionView = z.infer<typeof retentionView>;

/** `GET /api/settings/retention/effect?days=…` says how many conversations would go now. */
export const retentionEffect = z.object({ conversations: z.number() });
export type RetentionEffect = z.infer<typeof retentionEffect>;
