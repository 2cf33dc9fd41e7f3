import { shareRuns } from '../shared/share-runs';

/**
 * Does `shareRuns` for each key: calls with one key do the same work. It keeps a key only while a caller
 * waits for it.
 */
export function shareByKey<Answer>(): (key: string, work: () => Promise<Answer>) => Promise<Answer> {
  const shared = new Map<string, { run: () => Promise<Answer>; callers: number }>();
  return async (key, work) => {
    const entry = shared.get(key) ?? { run: shareRuns(work), callers: 0 };
    shared.set(key, entry);
    entry.callers += 1;
    try {
      return await entry.run();
    } finally {
      entry.callers -= 1;
      if (entry.callers === 0) shared.delete(key);
    }
  };
}
