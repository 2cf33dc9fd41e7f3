import type { NameValue } from '../contracts/model-server-extras';
import type { ModelTuning, TokenPrices } from '../contracts/model-tuning';
import type { Model, ModelError } from './model.port';

export type Providers = {
  /** The settings form shows the providers in this order. */
  all: readonly Provider[];
  /** This provider speaks to the server that the environment names. */
  environment: ServerProvider;
  /** This provider's model is the default unless a person chose another. */
  fallback: BuiltInProvider;
};

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

/** Says which model of the server is asked, and how. */
export type ModelTarget = ModelServer & ModelTuning & { model: string };
/** People see `name`: "gpt-5-mini at api.openai.com". */
export type NamedTarget = ModelTarget & { name: string };

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
