/**
 * Reads items in their order, with up to `ahead` reads under way. `next` answers the next one. A failed read
 * rejects the `next` of its item.
 */
export function readAhead<Item, Read>(
  items: readonly Item[],
  ahead: number,
  read: (item: Item) => Promise<Read>,
): { next(): Promise<Read> } {
  const reads: Promise<Read>[] = [];
  let started = 0;
  const startMore = () => {
    while (started < items.length && reads.length < ahead) {
      const reading = read(items[started] as Item);
      // Its error is for the one who asks for it, and nobody may ask.
      reading.catch(() => {});
      reads.push(reading);
      started += 1;
    }
  };
  return {
    next() {
      startMore();
      return reads.shift() ?? Promise.reject(new Error('There is nothing more to read'));
    },
  };
}
