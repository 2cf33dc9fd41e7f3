import type { ModelTuning } from '../domain/model-tuning';
import type { Model } from './model.port';
import type { ModelServer, OfferedModels, ProviderDescription } from './model-source.port';

/** Reaches models through a protocol that model servers speak, or brings a model that comes with the app. */
export type Provider = ServerProvider | BuiltInProvider;

/** Speaks one protocol with the servers that people set up. */
export type ServerProvider = ProviderDescription & {
  needsServer: true;
  /**
   * Opens a model without a request. The caller keeps the model and asks it again, so it may remember facts
   * about its server.
   */
  open(target: NamedTarget): Model;
  /** Lists the server's models in sorted order. Never throws for any answer of a server. */
  listOfferedModels(server: ModelServer, options?: { timeoutMs?: number }): Promise<OfferedModels>;
};

/** This provider needs no settings. */
export type BuiltInProvider = ProviderDescription & {
  needsServer: false;
  /** People see this name of the provider's one model. */
  name: string;
  /**
   * Lists the only free requests that the model can answer, as examples. An empty list means that it takes
   * any.
   */
  understands: readonly string[];
  /**
   * Starts what the model needs on the first call. The caller may call it again: it keeps only a few models
   * open.
   */
  open(): Promise<Model>;
  /** The app calls this once, when it ends, even if it never called `open`. */
  close(): Promise<void>;
};

/** People see `name`: "gpt-5-mini at api.openai.com". */
type NamedTarget = ModelServer & ModelTuning & { model: string; name: string };
