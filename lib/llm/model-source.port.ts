import type { Model } from './model.port';

/** Which model is in force, and what can be found out about others. */
export interface ModelSource {
  current(): Promise<Model>;
  describe(): Promise<ModelDescription>;
  /** Asks the server for its models. The message of a failure is for a person and holds no key. */
  listModels(server: ModelServer): Promise<{ ok: true; models: string[] } | { ok: false; message: string }>;
  /** A real, short question and the real answer or error. */
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
};
