/**
 * Creates a function that finds one thing by its id. Calls of the same moment share one `findAll`, because many
 * streams ask together whether they may stay. `findAll` leaves out what is not there.
 */
export function findTogether<Found>(
  findAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (id: string) => Promise<Found | null> {
  let next: { ids: Set<string>; found: Promise<ReadonlyMap<string, Found>> } | null = null;
  const begin = () => {
    const ids = new Set<string>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = null;
      return findAll([...ids]);
    });
    return { ids, found };
  };
  return async (id) => {
    next ??= begin();
    next.ids.add(id);
    return (await next.found).get(id) ?? null;
  };
}
