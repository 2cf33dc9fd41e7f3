import './without-eval';
import * as z from 'zod/mini';
import { storedTuning } from './model-tuning';

const checkFinding = z.object({
  id: z.string(),
  title: z.string(),
  result: z.enum(['passed', 'care', 'failed', 'skipped']),
  says: z.string(),
});
export type CheckFindingView = z.infer<typeof checkFinding>;

const checkResult = z.object({
  verdict: z.enum(['fits', 'with_care', 'does_not_fit']),
  why: z.string(),
  checkedAt: z.string(),
});
/** Says in short what a check found out about a model. */
export const modelVerdict = z.extend(checkResult, {
  /** The model is set up in another way now. */
  isOfOtherSettings: z.boolean(),
});
/** Ends the sentence "This model …" for a person. */
export const verdictWords: Record<ModelVerdict['verdict'], string> = {
  fits: 'fits',
  with_care: 'works with care',
  does_not_fit: 'does not fit',
};
export type ModelVerdict = z.infer<typeof modelVerdict>;

/** Says how the model was asked. Checks that are older than this field lack it. */
const checkedSettings = z.object({
  ...storedTuning,
  headers: z.array(z.string()),
  query: z.array(z.string()),
});
export const modelCheckView = z.extend(checkResult, {
  baseUrl: z.string(),
  model: z.string(),
  settings: z.optional(checkedSettings),
  findings: z.array(checkFinding),
  firstTokenMs: z.nullable(z.number()),
  windowTokens: z.nullable(z.number()),
  tokensPerSecond: z.nullable(z.number()),
  structure: z.nullable(z.enum(['better', 'no_better', 'ignored', 'refused'])),
});
export type ModelCheckView = z.infer<typeof modelCheckView>;

/** `GET /api/settings/model/check` returns the latest check of each model with each of its settings. */
export const modelCheckList = z.object({ checks: z.array(modelCheckView) });

/**
 * `POST /api/settings/model/check` and `/api/settings/models/:id/check` send these events. The last one is
 * `finished`.
 */
export const modelCheckMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.number(), total: z.number(), now: z.string() }),
  z.object({ type: z.literal('waiting'), message: z.nullable(z.string()) }),
  z.object({ type: z.literal('finding'), finding: checkFinding }),
  z.object({ type: z.literal('finished'), report: modelCheckView }),
]);
export type ModelCheckMessage = z.infer<typeof modelCheckMessage>;
