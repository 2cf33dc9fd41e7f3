/** Keeps one open thing for each key, for as long as someone uses it. */
export type SharedOpen<Key, Thing> = {
  /** Opens the thing unless it is open. Call `release` once when you are done: the last release closes it. */
  use(key: Key, open: () => Promise<Thing>): Promise<{ thing: Thing; release: () => void }>;
  isUsed(key: Key): boolean;
};

export function createSharedOpen<Key, Thing extends { close(): void }>(): SharedOpen<Key, Thing> {
  const kept = new Map<Key, { opening: Promise<Thing>; users: number }>();
  return {
    async use(key, open) {
      const entry = kept.get(key) ?? { opening: open(), users: 0 };
      kept.set(key, entry);
      entry.users += 1;
      const leave = () => {
        entry.users -= 1;
        if (entry.users === 0) kept.delete(key);
        return entry.users === 0;
      };
      try {
        const thing = await entry.opening;
        return { thing, release: () => void (leave() && thing.close()) };
      } catch (error) {
        leave();
        throw error;
      }
    },
    isUsed: (key) => kept.has(key),
  };
}
