import { createRecentValues } from './recent-values';

/** Returns a function that keeps up to `most` opened things, by the facts that each was opened with. */
export function createKeptOpen<Opened>(most: number) {
  const opened = createRecentValues<Opened>(most);
  return async (facts: readonly unknown[], open: () => Opened | Promise<Opened>): Promise<Opened> => {
    const key = JSON.stringify(facts);
    const found = opened.find(key) ?? (await open());
    opened.keep(key, found);
    return found;
  };
}
