import './without-eval';
import * as z from 'zod/mini';
import { modelVerdict } from './model-check';
import { enteredTuning } from './model-tuning';
import { isLine } from './texts';

/**
 * Describes a choice in the settings form. `needsServer` means that a person enters an address, a model and
 * perhaps a key.
 */
const modelProvider = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  needsServer: z.boolean(),
});
export type ModelProvider = z.infer<typeof modelProvider>;

/** Limits the values that a person may enter. `price` is in US dollars for a million tokens. */
export const modelLimits = {
  price: { min: 0, max: 100_000 },
  pairs: 20,
  savedModels: 50,
} as const;

const { min, max } = modelLimits.price;
const price = z.optional(z.number().check(z.gte(min), z.lte(max)));
const pairName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const pairValue = z.string().check(z.maxLength(4_000));
/** A null value means the stored value of this name, at the same address. */
const pairs = z
  .array(z.strictObject({ name: pairName, value: z.nullable(pairValue) }))
  .check(z.maxLength(modelLimits.pairs));

const tuningShape = {
  ...enteredTuning,
  inputPrice: price,
  cachedPrice: price,
  outputPrice: price,
};
export type ModelTuningView = z.infer<z.ZodMiniObject<typeof tuningShape>>;

/**
 * Describes a model of the list. The server never sends a key, nor the value of a header or of a part of the
 * query.
 */
export const modelView = z.object({
  /** Identifies a saved model. For others it is `environment`, or the provider's id. */
  id: z.string(),
  isDefault: z.boolean(),
  source: z.enum(['demo', 'environment', 'settings']),
  provider: z.string(),
  baseUrl: z.nullable(z.string()),
  model: z.nullable(z.string()),
  hasKey: z.boolean(),
  /** A person gave the model this name. Without one, it is the `fullName`. */
  name: z.string(),
  /** People see this: "gpt-5-mini at api.openai.com". */
  fullName: z.string(),
  /** Says why runs with this model fail, ready to show. Null means that nothing is known to be wrong. */
  problem: z.nullable(z.string()),
  /** A key or a value is stored but cannot be decrypted, so a person must enter it again. */
  isKeyLost: z.boolean(),
  /** `headers` and `query` list names only. */
  headers: z.array(z.string()),
  query: z.array(z.string()),
  tuning: z.object(tuningShape),
  /** Lists the titles of the workflows whose files name the model. */
  workflows: z.array(z.string()),
  /** Comes from the last check of this model at this address. */
  check: z.nullable(modelVerdict),
});
export type ModelView = z.infer<typeof modelView>;

/**
 * `GET /api/settings/model` returns the default, which new runs use unless another model is picked, and the
 * list that it is from.
 */
export const modelSettings = z.extend(modelView, {
  models: z.array(modelView),
  providers: z.array(modelProvider),
});
export type ModelSettings = z.infer<typeof modelSettings>;

/** `PUT /api/settings/model` makes a model of the list the default. */
export const defaultModelBody = z.strictObject({ id: z.string().check(z.maxLength(100)) });

const serverShape = {
  baseUrl: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  /**
   * When the key is left out, the server takes the stored key, of this model or of another one at the same
   * address. Null means no key.
   */
  apiKey: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
  headers: z.optional(pairs),
  query: z.optional(pairs),
  ...tuningShape,
};

/** `POST /api/settings/models` and `PUT /api/settings/models/:id` take this. */
export const modelBody = (providers: readonly Pick<ModelProvider, 'id' | 'needsServer'>[]) =>
  z.strictObject({
    provider: z.literal(providers.filter(({ needsServer }) => needsServer).map(({ id }) => id)),
    /** Without a name, or with an empty one, the model has its full name. */
    name: z.optional(z.string().check(z.trim(), z.maxLength(80), isLine())),
    model: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** The model becomes the default, too. */
    isDefault: z.optional(z.boolean()),
    ...serverShape,
  });
export type ModelBody = z.infer<ReturnType<typeof modelBody>>;

/** `POST /api/settings/model/check` and `/models` take values that are not necessarily saved. */
export const modelServerBody = z.strictObject({
  /** Names the saved model whose stored secrets are meant. */
  id: z.optional(z.string().check(z.maxLength(100))),
  /** When this is left out, the server speaks the API of OpenAI. */
  provider: z.optional(z.string().check(z.maxLength(100))),
  model: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  ...serverShape,
});
export type ModelServerBody = z.infer<typeof modelServerBody>;

/**
 * The model's server lists this model. Prices are US dollars for a million tokens, where the server names
 * them.
 */
const offeredModel = z.object({
  id: z.string(),
  prices: z.nullable(z.object({ input: z.number(), cached: z.optional(z.number()), output: z.number() })),
});
export type OfferedModelView = z.infer<typeof offeredModel>;
export const modelNames = z.object({ models: z.array(offeredModel) });

/** `GET /api/settings/model/local-servers` returns the model servers on this machine. */
export const localServers = z.object({
  /** In a container, this is the name of the machine that it runs on, where the server looked, too. */
  containerHost: z.nullable(z.string()),
  servers: z.array(z.object({ product: z.string(), baseUrl: z.string(), models: z.array(z.string()) })),
});
export type LocalServers = z.infer<typeof localServers>;

/**
 * `GET /api/settings/prompts` lists prompts. `PUT /api/settings/prompts/:id` saves a new version each time.
 */
export const systemPromptView = z.object({
  /** Names a version that cannot be read, and says what can be done. */
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
 * `GET /api/settings/prompts/:id/preview?workflow=…` returns the first text that a model gets, in this order.
 * `text` is null for the part that stays on the server: the available actions and how to ask for them.
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

/**
 * `GET /api/settings/samples` returns the sample files that are not as they were delivered, and the reset
 * that can be undone.
 */
export const sampleState = z.object({
  /** False means that the workspace was not created with sample files. */
  isOffered: z.boolean(),
  changes: z.array(
    z.object({ path: z.string(), kind: z.enum(['changed', 'missing']), movedTo: z.nullable(z.string()) }),
  ),
  undo: z.nullable(z.object({ at: z.string(), paths: z.array(z.string()) })),
});
export type SampleState = z.infer<typeof sampleState>;

/**
 * `POST /api/settings/samples/reset` and `…/undo` return this. `kept` lists the files that stay as they are,
 * each with the reason.
 */
export const sampleChange = z.object({
  state: sampleState,
  kept: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type SampleChange = z.infer<typeof sampleChange>;

/** `GET /api/settings/general` returns this. */
export const generalSettings = z.object({
  /** Null means that the person is in several workspaces, or in none. */
  workspaceFolder: z.nullable(z.string()),
  dataFolder: z.string(),
  workflowsFolder: z.string(),
  limits: z.object({ maxSteps: z.number(), maxActiveMs: z.number(), maxMalformedReplies: z.number() }),
  version: z.string(),
  /** In `team`, people sign in with accounts of their own. */
  profile: z.enum(['local', 'team']),
});
export type GeneralSettings = z.infer<typeof generalSettings>;
