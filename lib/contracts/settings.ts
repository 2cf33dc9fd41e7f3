import './without-eval';
import * as z from 'zod/mini';

/** A choice in the settings form. `needsServer`: a person enters an address, a model and perhaps a key. */
const modelProvider = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  needsServer: z.boolean(),
});
export type ModelProvider = z.infer<typeof modelProvider>;

/** `GET /api/settings/model`. The server never sends the key itself. */
export const modelSettings = z.object({
  /** Where the settings in force come from. */
  source: z.enum(['demo', 'environment', 'settings']),
  /** The id of the provider in force. */
  provider: z.string(),
  providers: z.array(modelProvider),
  baseUrl: z.nullable(z.string()),
  model: z.nullable(z.string()),
  hasKey: z.boolean(),
  /** For display: "gpt-5-mini at api.openai.com". */
  name: z.string(),
  /** Why runs with this model fail, ready to show. Null: nothing is known to be wrong. */
  problem: z.nullable(z.string()),
  /** A key is stored, but cannot be decrypted: it must be entered again. */
  isKeyLost: z.boolean(),
});
export type ModelSettings = z.infer<typeof modelSettings>;

/**
 * `PUT /api/settings/model`: a provider, or `environment`. `apiKey` left out keeps the stored key, `null` removes it.
 */
export const modelSettingsBody = (providers: readonly Pick<ModelProvider, 'id' | 'needsServer'>[]) => {
  const idsOf = (needsServer: boolean) =>
    providers.filter((provider) => provider.needsServer === needsServer).map(({ id }) => id);
  return z.discriminatedUnion('provider', [
    z.strictObject({ provider: z.literal([...idsOf(false), 'environment']) }),
    z.strictObject({
      provider: z.literal(idsOf(true)),
      baseUrl: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
      model: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      apiKey: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
    }),
  ]);
};
export type ModelSettingsBody = z.infer<ReturnType<typeof modelSettingsBody>>;

/** `POST /api/settings/model/check` and `/models`: values that may not be saved yet. */
export const modelServerBody = z.strictObject({
  /** Left out: the server speaks the API of OpenAI. */
  provider: z.optional(z.string().check(z.maxLength(100))),
  baseUrl: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  model: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  apiKey: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
});
export type ModelServerBody = z.infer<typeof modelServerBody>;
export const modelNames = z.object({ models: z.array(z.string()) });

/** `GET /api/settings/model/local-servers`: the model servers on this machine. */
export const localServers = z.object({
  servers: z.array(z.object({ product: z.string(), baseUrl: z.string(), models: z.array(z.string()) })),
});
export type LocalServers = z.infer<typeof localServers>;

/** `GET /api/settings/prompts`, `PUT /api/settings/prompts/:id` (a new version each time). */
export const systemPromptView = z.object({
  /** A version that cannot be read, and what can be done. */
  damage: z.nullable(z.string()),
  id: z.string(),
  title: z.string(),
  version: z.number(),
  text: z.string(),
  versions: z.array(
    z.object({ version: z.number(), createdAt: z.string(), createdBy: z.string(), text: z.string() }),
  ),
});
export type SystemPromptView = z.infer<typeof systemPromptView>;
export const systemPromptList = z.object({ prompts: z.array(systemPromptView) });
export const systemPromptBody = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(100_000)),
});

/**
 * `GET /api/settings/prompts/:id/preview?workflow=…`: the first text a model gets, in this order. `text` is null for the part
 * that stays on the server: the available actions and how to ask for them.
 */
export const promptPreview = z.object({
  sections: z.array(
    z.object({
      kind: z.enum(['base', 'convention', 'request']),
      text: z.nullable(z.string()),
      bytes: z.number(),
    }),
  ),
  totalBytes: z.number(),
});
export type PromptPreview = z.infer<typeof promptPreview>;

/** `GET /api/settings/general`. */
export const generalSettings = z.object({
  workspaceFolder: z.string(),
  dataFolder: z.string(),
  workflowsFolder: z.string(),
  limits: z.object({ maxSteps: z.number(), maxActiveMs: z.number(), maxMalformedReplies: z.number() }),
  version: z.string(),
});
export type GeneralSettings = z.infer<typeof generalSettings>;
