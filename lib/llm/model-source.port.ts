import type { BoundModel } from '../domain/bound-model';
import type { ModelTuning, NameValue, TokenPrices } from '../domain/model-tuning';
import type { NamedModel } from '../domain/run-event';
import type { Model, ModelError } from './model.port';

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
  openEntered(server: ModelServer & ModelTuning & { model: string }, provider?: string): Model | null;
  findLocalServers(): Promise<{ product: string; baseUrl: string; models: string[] }[]>;
}

/**
 * Says where to ask a model, and with which headers and query. The values of headers and query are secrets,
 * like the key.
 */
export type ModelServer = {
  baseUrl: string;
  apiKey: string | null;
  headers?: readonly NameValue[] | undefined;
  /** The client adds these to every address, for example `api-version`. */
  query?: readonly NameValue[] | undefined;
};

/**
 * The values of these headers are public. Hiding such plain words would hide them everywhere in a message.
 */
const publicHeaders = ['http-referer', 'referer', 'x-title', 'user-agent'];

/** These parts of the query are public, like the public headers. */
const publicPart = /(?:^|[-_.])(?:version|region|location|project|deployment|model)$/i;
/** A key is longer. Hiding a shorter value would hide that word inside other words. */
const shortestKey = 8;
/** A part of the query with such a name is a key, even a short one. */
const keyName = /(?:key|token|secret|password|signature)$|(?:^|[-_.])(?:sig|auth|authorization)$/i;

/**
 * Lists what no message and no log line may hold: each secret as the client sends it, and what a reader can
 * decode from it.
 */
export function secretsOf({ apiKey, headers = [], query = [] }: ModelServer): string[] {
  const secret = [
    ...headers.filter(({ name }) => !publicHeaders.includes(name.toLowerCase())),
    ...query.filter(
      ({ name, value }) => keyName.test(name) || (value.length >= shortestKey && !publicPart.test(name)),
    ),
  ];
  return [...(apiKey ? [apiKey] : []), ...secret.flatMap((one) => [one.value, ...findInner(one)])];
}

/**
 * Finds what comes after a scheme ("Bearer", "Basic"), and the password in it, because servers repeat these
 * parts alone.
 */
function findInner({ name, value }: NameValue): string[] {
  const [, scheme = '', inner = ''] = /^(\S+)\s+(\S.*)$/.exec(value.trim()) ?? [];
  const password = scheme.toLowerCase() === 'basic' ? findPassword(inner) : '';
  return [
    ...(inner.length >= shortestKey || (inner !== '' && keyName.test(name)) ? [inner] : []),
    ...(password.length >= shortestKey ? [password] : []),
  ];
}

/** Some servers take a key as the user name, without a password. */
function findPassword(credentials: string): string {
  const [, user = '', password = ''] =
    /^([^:]*):?(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return password === '' ? user : password;
}

/** The message of a failure is for a person and never holds the key. */
export type OfferedModels = { ok: true; models: OfferedModel[] } | ({ ok: false } & ModelError);

/** `prices` is null when the server names none. */
export type OfferedModel = { id: string; prices: TokenPrices | null };

export type ProviderDescription = {
  /** Settings, runs and the HTTP API hold this id: never change it. */
  id: string;
  /** The settings form shows these few words. */
  label: string;
  /** The settings form shows this sentence. */
  description: string;
  /** A person must enter an address and a model, and may enter a key. */
  needsServer: boolean;
};

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
