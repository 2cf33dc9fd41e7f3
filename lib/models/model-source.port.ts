import type { ModelTuning } from '../contracts/model-tuning';
import type { BoundModel } from '../domain/bound-model';
import type { NamedModel } from '../domain/run-event';
import type { Model } from './model.port';
import type { ModelServer, ModelTarget, OfferedModels, ProviderDescription } from './provider.port';

/**
 * Gives every model that runs may use, the model of a run, and models that are not saved. `lib/llm/providers`
 * lists the providers.
 */
export interface ModelSource {
  /**
   * Lists the saved models in the order in which they were saved, the environment's model, and those that
   * come with the app. One of them is the default.
   */
  list(): Promise<ModelDescription[]>;
  /** Returns the default. New runs are bound to it unless they pick another model. */
  inForce(): Promise<NamedModel>;
  /** Returns the model with this id, for a run that picks it, or null when there is none. */
  find(id: string): Promise<NamedModel | null>;
  /**
   * Opens the model that a run is bound to, with the key that is set up for its server now. Returns null when
   * the server is no longer set up and its key is gone. A run that is bound to no model gets the default.
   */
  open(bound: BoundModel | null): Promise<Model | null>;
  /** Describes the default, as `list` does. */
  describe(): Promise<ModelDescription>;
  /** Lists every provider that people may choose, in the order of the settings form. */
  providers(): readonly ProviderDescription[];
  /** Asks the server for its models. Without `provider`, the server speaks the API of OpenAI. */
  listOfferedModels(server: ModelServer, provider?: string): Promise<OfferedModels>;
  /**
   * Opens a model that need not be saved. Returns null when no such provider exists. `provider` works as in
   * `listOfferedModels`.
   */
  openEntered(target: ModelTarget, provider?: string): Model | null;
  /** Looks for model servers on this machine and, in a container, on the machine that it runs on. */
  findLocalServers(): Promise<{ product: string; baseUrl: string; models: string[] }[]>;
  /** In a container, this is the name of the machine that it runs on. */
  containerHost: string | null;
}

export type ModelDescription = {
  /** A saved model has its own id; any other has `environment` or the id of its provider. */
  id: string;
  isDefault: boolean;
  /** This is the provider's id. */
  provider: string;
  source: 'demo' | 'environment' | 'settings';
  baseUrl: string | null;
  model: string | null;
  hasKey: boolean;
  /** This is the name that a person gave, or else `fullName`. */
  name: string;
  /** People see it in words: "gpt-5-mini at api.openai.com". */
  fullName: string;
  /**
   * Lists the only free requests that the model can answer, as examples. An empty list means that it takes
   * any.
   */
  understands: readonly string[];
  /** Lists the names of headers and of parts of the query. Their values are secrets. */
  headers: readonly string[];
  query: readonly string[];
  tuning: ModelTuning;
  /**
   * Says why nobody can ask this model, in a text that is ready to show and holds no secret. Null means that
   * no problem is known.
   */
  problem: string | null;
  /** A key or a value is stored, but the server cannot decrypt it. */
  isKeyLost: boolean;
};
