/**
 * Does heavy work for one item after the other. The server's event loop turns in between, so that other work
 * goes on.
 */
export async function oneByOne<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(await work(item));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return results;
}
