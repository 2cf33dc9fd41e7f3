/** Keeps what was opened, by the facts that it was opened with, up to `most`: those that were not used for the longest time go first. */
export function createKeptOpen<Opened>(most: number) {
  const opened = new Map<string, Opened>();
  return async (facts: readonly unknown[], open: () => Opened | Promise<Opened>): Promise<Opened> => {
    const key = JSON.stringify(facts);
    const found = opened.get(key) ?? (await open());
    // The map keeps the order of use.
    opened.delete(key);
    opened.set(key, found);
    for (const oldest of [...opened.keys()].slice(0, -most)) opened.delete(oldest);
    return found;
  };
}
