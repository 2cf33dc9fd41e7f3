import type { ModelToSave } from '../ports/model-stores.port';

/** Returns a model at a server, ready to save. A test names only the facts that matter to it. */
export function modelToSave(facts: Partial<ModelToSave> = {}): ModelToSave {
  return {
    id: 'mdl_test',
    name: null,
    provider: 'openai_compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'small',
    headers: [],
    query: [],
    tuning: {},
    ...facts,
  };
}
