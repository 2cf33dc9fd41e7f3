import type { ModelTuning } from '../domain/model-tuning';
import type { Model } from './model.port';
import type { ModelServer, OfferedModels, ProviderDescription } from './model-source.port';

/** A way to reach models: a protocol that model servers speak, or a model that comes with the app. */
export type Provider = ServerProvider | BuiltInProvider;

/** Speaks one protocol with the servers that people set up. */
export type ServerProvider = ProviderDescription & {
  needsServer: true;
  /** Makes no request. The model is kept and asked again, so it may remember facts about its server. */
  open(target: NamedTarget): Model;
  /** The sorted names of the server's models. Never throws for any answer of a server. */
  listOfferedModels(server: ModelServer, options?: { timeoutMs?: number }): Promise<OfferedModels>;
};

/** Needs no settings. */
export type BuiltInProvider = ProviderDescription & {
  needsServer: false;
  /** Its one model's name for a person. */
  name: string;
  /** The only free requests that it can answer, as examples. Empty: it takes any. */
  understands: readonly string[];
  /** Starts what the model needs on the first call. May be called again: the caller keeps few models open. */
  open(): Promise<Model>;
  /** Called once, when the app ends, even if `open` never was. */
  close(): Promise<void>;
};

/** `name` is shown to a person: "gpt-5-mini at api.openai.com". */
type NamedTarget = ModelServer & ModelTuning & { model: string; name: string };
