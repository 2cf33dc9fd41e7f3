/** Counts requests by the minute. Several servers may share one count in a database. */
export type Counter = {
  /**
   * Counts one more request of this client under this name. Returns 0 while there are at most `most` in its
   * minute, and otherwise how many milliseconds are left of the minute.
   */
  count(name: string, client: string, most: number): Promise<number>;
};
