/** Counts what clients ask for. Several servers share the counts of their database. No call ever rejects. */
export type Counter = {
  /**
   * Counts one more request of this client under this name. Returns 0 while there are at most `most` in its
   * minute, and otherwise how many milliseconds are left of the minute. Of several servers, each takes the
   * requests of a client in shares of a hundredth of `most`, so up to a share of each may stay unused.
   */
  count(name: string, client: string, most: number): Promise<number>;
  /** Counts one more wrong secret of this client. With `most` in 15 minutes, it is locked for 15 minutes. */
  countWrong(client: string, most: number): Promise<void>;
  /** Returns how many milliseconds the client is still locked, or 0. */
  lockedFor(client: string): Promise<number>;
};
