/**
 * Reads items in their order, with up to `ahead` reads at a time. `next` returns the next one. A failed read
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
      // The error belongs to the `next` call for its item, and that call may never come.
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
