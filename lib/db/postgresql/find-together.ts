import { shareMoment } from '../../shared/share-moment';

/**
 * Creates a function that finds one thing by its id. Calls of the same moment share one `findAll`, because many
 * streams ask together whether they may stay. `findAll` leaves out what is not there.
 */
export function findTogether<Found>(
  findAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (id: string) => Promise<Found | null> {
  let asked = new Set<string>();
  const find = shareMoment(() => {
    const ids = [...asked];
    asked = new Set();
    return findAll(ids);
  });
  return async (id) => {
    asked.add(id);
    return (await find()).get(id) ?? null;
  };
}
