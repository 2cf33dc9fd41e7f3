import type { Model } from './model.port';

/**
 * Creates a model that nobody can ask, for example because its key is lost. Each reply fails with the reason.
 */
export function createUnusableModel({ name, problem }: { name: string; problem: string }): Model {
  return {
    name,
    findWindow: async () => null,
    async *streamReply() {
      yield { type: 'failed', error: { code: 'unauthorized', message: problem } };
    },
  };
}
