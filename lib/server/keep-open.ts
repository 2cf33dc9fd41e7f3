import { createRecentValues } from '../shared/recent-values';

/** Keeps what was opened, by the facts that it was opened with, up to `most`. */
export function createKeptOpen<Opened>(most: number) {
  const opened = createRecentValues<Opened>(most);
  return async (facts: readonly unknown[], open: () => Opened | Promise<Opened>): Promise<Opened> => {
    const key = JSON.stringify(facts);
    const found = opened.find(key) ?? (await open());
    opened.keep(key, found);
    return found;
  };
}
