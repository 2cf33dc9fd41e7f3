import { z } from 'zod';
import { storedTuning } from '../../contracts/model-tuning';
import { type CheckTask, checkTitles, type ModelStructure } from '../../domain/model-check';
import type { RetentionSetting } from '../../domain/retention';
import { highRiskSigners, type SigningSetting } from '../../domain/signing';
import type { ModelCheck, StoredModel, StoredModels, StoredOneModel } from '../ports/model-stores.port';

const structures: [ModelStructure, ...ModelStructure[]] = ['better', 'no_better', 'ignored', 'refused'];
const oneCheck: z.ZodType<ModelCheck> = z.object({
  baseUrl: z.string(),
  model: z.string(),
  settings: z
    .object({
      ...storedTuning,
      headers: z.array(z.string()),
      // Older builds also kept the values.
      query: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])),
    })
    .optional(),
  checkedAt: z.string(),
  verdict: z.enum(['fits', 'with_care', 'does_not_fit']),
  why: z.string(),
  findings: z.array(
    z.object({
      id: z.enum(Object.keys(checkTitles) as [CheckTask, ...CheckTask[]]),
      title: z.string(),
      result: z.enum(['passed', 'care', 'failed', 'skipped']),
      says: z.string(),
    }),
  ),
  firstTokenMs: z.number().nullable(),
  windowTokens: z.number().nullable(),
  tokensPerSecond: z.number().nullable(),
  // Earlier versions did not check this.
  structure: z.enum(structures).nullable().default(null),
});
/** `refusals` lists models whose server has refused a schema of the reply in a run since their check. */
export const storedModelChecks = z.strictObject({
  checks: z.array(oneCheck),
  refusals: z.array(z.object({ baseUrl: z.string(), model: z.string() })).default([]),
});
export type StoredModelChecks = z.infer<typeof storedModelChecks>;
/** Says who signs (`lib/domain/signing`). */
export const storedSigning: z.ZodType<SigningSetting> = z.strictObject({ highRisk: z.enum(highRiskSigners) });
/** Says how long conversations are kept (`lib/domain/retention`). */
export const storedRetention: z.ZodType<RetentionSetting> = z.strictObject({
  keepDays: z.int().positive().nullable(),
});
/** Each number has a token of the owner of its own (`lib/auth/owner-token`). */
export const storedOwnerToken = z.strictObject({ ownerToken: z.int().positive() });
/** Says which secret the servers of this database share, without telling it. */
export const storedSharedSecret = z.strictObject({ fingerprint: z.string() });
/** Says which folder a workspace has that several servers share. */
export const storedWorkspaceMarker = z.strictObject({ workspaceMarker: z.string() });
/** Names the database from which a move into this one has begun. */
export const storedMove = z.strictObject({ movesFrom: z.string() });
const nameValues = z.array(z.object({ name: z.string(), value: z.string() }));
const storedModel: z.ZodType<StoredModel> = z.object({
  id: z.string(),
  name: z.string().nullable(),
  provider: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  apiKey: z.string().nullable(),
  headers: nameValues,
  query: nameValues,
  isQuerySealed: z.boolean().default(false),
  secretsSavedAt: z.string(),
  tuning: z.object({
    ...storedTuning,
    prices: z.object({ input: z.number(), cached: z.number().optional(), output: z.number() }).optional(),
  }),
});
export const storedModels: z.ZodType<StoredModels> = z.strictObject({
  models: z.array(storedModel),
  defaultId: z.string().nullable(),
});
/** Builds that could save only one model wrote this. */
export const storedOneModel: z.ZodType<StoredOneModel> = z.union([
  z.strictObject({ provider: z.string() }),
  z.object({
    provider: z.string(),
    baseUrl: z.string(),
    model: z.string(),
    apiKey: z.string().nullable(),
    keySavedAt: z.string().nullish(),
  }),
]);
