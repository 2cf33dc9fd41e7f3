import type { BoundModel } from '../domain/bound-model';
import type { ModelTuning, NameValue, TokenPrices } from '../domain/model-tuning';
import type { NamedModel } from '../domain/run-event';
import type { Model, ModelError } from './model.port';

/** Every model that runs may use, the model of a run, and a look at other models. `lib/llm/providers` lists the providers. */
export interface ModelSource {
  /** The saved models in the order in which they were saved, the one of the environment, and those that come with the app. One is the default. */
  list(): Promise<ModelDescription[]>;
  /** The default: new runs are bound to it unless another one is picked. */
  inForce(): Promise<NamedModel>;
  /** The model with this id, for a run that picks it. Null: there is none. */
  find(id: string): Promise<NamedModel | null>;
  /**
   * The model that a run is bound to, with the key that is set up for its server now. Null: its server is no longer set
   * up and its key is gone. A run that is bound to none gets the model in force.
   */
  open(bound: BoundModel | null): Promise<Model | null>;
  /** The default, as in `list`. */
  describe(): Promise<ModelDescription>;
  /** Every provider that people may choose, in the order of the settings form. */
  providers(): readonly ProviderDescription[];
  /** Asks the server for its models. `provider` left out: the server speaks the API of OpenAI. */
  listOfferedModels(server: ModelServer, provider?: string): Promise<OfferedModels>;
  /** Opens a model that may not be saved. Null: there is no such provider. `provider` as in `listOfferedModels`. */
  openEntered(server: ModelServer & ModelTuning & { model: string }, provider?: string): Model | null;
  findLocalServers(): Promise<{ product: string; baseUrl: string; models: string[] }[]>;
}

/** Where a model is asked, and with what. The values of headers and query are secrets, as the key is. */
export type ModelServer = {
  baseUrl: string;
  apiKey: string | null;
  headers?: readonly NameValue[] | undefined;
  /** Added to every address: `api-version`. */
  query?: readonly NameValue[] | undefined;
};

/** Everyone may know these, and their plain words would be hidden wherever they stand. */
const publicHeaders = ['http-referer', 'referer', 'x-title', 'user-agent'];

/** As public headers, in the query. */
const publicPart = /(?:^|[-_.])(?:version|region|location|project|deployment|model)$/i;
/** A key is longer. A shorter value is a word that would be hidden in other words. */
const shortestKey = 8;
/** A part of the query with such a name is a key, however short. */
const keyName = /(?:key|token|secret|password|signature)$|(?:^|[-_.])(?:sig|auth|authorization)$/i;

/** What no message and no log line may hold: each secret as it is sent, and what can be read in it. */
export function secretsOf({ apiKey, headers = [], query = [] }: ModelServer): string[] {
  const secret = [
    ...headers.filter(({ name }) => !publicHeaders.includes(name.toLowerCase())),
    ...query.filter(
      ({ name, value }) => keyName.test(name) || (value.length >= shortestKey && !publicPart.test(name)),
    ),
  ];
  return [...(apiKey ? [apiKey] : []), ...secret.flatMap((one) => [one.value, ...findInner(one)])];
}

/** What comes after a scheme ("Bearer", "Basic"), and the password in it. Servers repeat them alone. */
function findInner({ name, value }: NameValue): string[] {
  const [, scheme = '', inner = ''] = /^(\S+)\s+(\S.*)$/.exec(value.trim()) ?? [];
  const password = scheme.toLowerCase() === 'basic' ? findPassword(inner) : '';
  return [
    ...(inner.length >= shortestKey || (inner !== '' && keyName.test(name)) ? [inner] : []),
    ...(password.length >= shortestKey ? [password] : []),
  ];
}

/** Some servers take a key as the user, without a password. */
function findPassword(credentials: string): string {
  const [, user = '', password = ''] =
    /^([^:]*):?(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return password === '' ? user : password;
}

/** A failure's message is for a person and never holds the key. */
export type OfferedModels = { ok: true; models: OfferedModel[] } | ({ ok: false } & ModelError);

/** `prices` null: the server names none. */
export type OfferedModel = { id: string; prices: TokenPrices | null };

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
  /** Of a saved model; else `environment`, or the provider's id. */
  id: string;
  isDefault: boolean;
  /** The id of its provider. */
  provider: string;
  source: 'demo' | 'environment' | 'settings';
  baseUrl: string | null;
  model: string | null;
  hasKey: boolean;
  /** As a person named it, else as `fullName`. */
  name: string;
  /** In words: "gpt-5-mini at api.openai.com". */
  fullName: string;
  /** The only free requests that it can answer, as examples. Empty: it takes any. */
  understands: readonly string[];
  /** Names of headers and of parts of the query. Their values are secrets. */
  headers: readonly string[];
  query: readonly string[];
  tuning: ModelTuning;
  /** Why this model cannot be asked, ready to show and without secrets. Null: nothing is known to be wrong. */
  problem: string | null;
  /** A key or a value is stored, but cannot be decrypted. */
  isKeyLost: boolean;
};
