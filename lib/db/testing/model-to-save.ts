import type { ModelToSave } from '../model-stores.port';

/** A model at a server, ready to save: tests name what matters to them. */
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
