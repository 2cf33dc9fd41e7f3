/** Keeps up to `most` values by their keys. The values that nobody asked for the longest go first. */
export function createRecentValues<Value>(most: number): {
  find(key: string): Value | undefined;
  keep(key: string, value: Value): void;
} {
  // A map keeps the order in which its keys were added.
  const values = new Map<string, Value>();
  const keep = (key: string, value: Value) => {
    values.delete(key);
    values.set(key, value);
    for (const oldest of [...values.keys()].slice(0, -most)) values.delete(oldest);
  };
  return {
    find(key) {
      const value = values.get(key);
      if (value !== undefined) keep(key, value);
      return value;
    },
    keep,
  };
}
