/**
 * Counts how often each call of a run gave the same result, by the call's hash. A new call or a new result
 * begins the count again for all calls: as long as the run learns something new, a check that fails as before
 * is no loop.
 */
export type RepeatedResults = {
  /** Holds the last result of each call. */
  known: ReadonlyMap<string, string>;
  /** Counts how often each repeated call gave the same result since the last new one. */
  counts: ReadonlyMap<string, number>;
  /** Counts how often the last call gave its result. */
  latest: number;
};

export const noResults: RepeatedResults = { known: new Map(), counts: new Map(), latest: 0 };

/** A note replaces the result whose count is `note`. The result whose count is `end` ends the run. */
export const sameResultLimits = { note: 3, end: 5 };

export function addResult(
  { known, counts }: RepeatedResults,
  callHash: string,
  text: string,
): RepeatedResults {
  if (known.get(callHash) !== text)
    return { known: new Map(known).set(callHash, text), counts: new Map(), latest: 1 };
  const latest = (counts.get(callHash) ?? 1) + 1;
  return { known, counts: new Map(counts).set(callHash, latest), latest };
}
