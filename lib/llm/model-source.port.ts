import type { BoundModel } from '../domain/bound-model';
import type { NamedModel } from '../domain/run-event';
import type { Model } from './model.port';

/** Finds the model in force and the model of a run, and looks up other models. */
export interface ModelSource {
  /** The model in force: new runs are bound to it. */
  inForce(): Promise<NamedModel>;
  /**
   * The model that a run is bound to, with the key that is set up for its server now. Null: its server is no longer set
   * up and its key is gone. A run that is bound to none gets the model in force.
   */
  open(bound: BoundModel | null): Promise<Model | null>;
  describe(): Promise<ModelDescription>;
  /** Asks the server for its models. A failure's message is for a person and never holds the key. */
  listModels(server: ModelServer): Promise<{ ok: true; models: string[] } | { ok: false; message: string }>;
  /** Asks a short question and returns the real reply or error. */
  test(
    server: ModelServer & { model: string },
  ): Promise<{ ok: boolean; message: string; durationMs: number }>;
  findLocalServers(): Promise<{ product: string; baseUrl: string; models: string[] }[]>;
}

export type ModelServer = { baseUrl: string; apiKey: string | null };

export type ModelDescription = {
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
