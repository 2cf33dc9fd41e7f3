import type { Model } from './model.port';

/** A model that cannot be asked at all, for example because its key is lost: each reply fails with the reason. */
export function createUnusableModel({ name, problem }: { name: string; problem: string }): Model {
  return {
    name,
    findWindow: async () => null,
    async *streamReply() {
      yield { type: 'failed', error: { code: 'unauthorized', message: problem } };
    },
  };
}
