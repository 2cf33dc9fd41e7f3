import type { BoundModel } from '../domain/bound-model';
import type { NamedModel } from '../domain/run-event';
import type { Model, ModelError } from './model.port';

/** Finds the model in force and the model of a run, and looks up other models. `lib/llm/providers` lists the providers. */
export interface ModelSource {
  /** The model in force: new runs are bound to it. */
  inForce(): Promise<NamedModel>;
  /**
   * The model that a run is bound to, with the key that is set up for its server now. Null: its server is no longer set
   * up and its key is gone. A run that is bound to none gets the model in force.
   */
  open(bound: BoundModel | null): Promise<Model | null>;
  describe(): Promise<ModelDescription>;
  /** Every provider that people may choose, in the order of the settings form. */
  providers(): readonly ProviderDescription[];
  /** Asks the server for its models. `provider` left out: the server speaks the API of OpenAI. */
  listModels(server: ModelServer, provider?: string): Promise<ListedModels>;
  /** Opens a model that may not be saved. Null: there is no such provider. `provider` as in `listModels`. */
  openEntered(server: ModelServer & { model: string }, provider?: string): Model | null;
  findLocalServers(): Promise<{ product: string; baseUrl: string; models: string[] }[]>;
}

/** Where a model is asked, and with what. The values of headers are secrets, as the key is. */
export type ModelServer = {
  baseUrl: string;
  apiKey: string | null;
  headers?: readonly NameValue[] | undefined;
  /** Added to every address: `api-version`. */
  query?: readonly NameValue[] | undefined;
};
export type NameValue = { name: string; value: string };

export function secretsOf({ apiKey, headers = [] }: ModelServer): string[] {
  return [...(apiKey ? [apiKey] : []), ...headers.map(({ value }) => value)];
}

/** A failure's message is for a person and never holds the key. */
export type ListedModels = { ok: true; models: string[] } | ({ ok: false } & ModelError);

export type ProviderDescription = {
  /** Stored with settings and runs, and a part of the HTTP API: never change it. */
  id: string;
  /** A few words for the settings form. */
  label: string;
  /** One sentence for the settings form. */
  description: string;
  /** A person enters an address, a model and perhaps a key. */
  needsServer: boolean;
};

export type ModelDescription = {
  /** The id of the provider in force. */
  provider: string;
  source: 'demo' | 'environment' | 'settings';
  baseUrl: string | null;
  model: string | null;
  hasKey: boolean;
  /** In words: "gpt-5-mini at api.openai.com". */
  name: string;
  /** Why this model cannot be asked, ready to show and without secrets. Null: nothing is known to be wrong. */
  problem: string | null;
  /** A key is stored, but cannot be decrypted. */
  isKeyLost: boolean;
};
