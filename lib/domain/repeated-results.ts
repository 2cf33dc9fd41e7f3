/**
 * How often each call of a run gave the same result, by the call's hash. A call or a result that is new begins the count again for
 * all: as long as something new is learned, a check that fails as before is no loop.
 */
export type RepeatedResults = {
  /** The last result of each call. */
  known: ReadonlyMap<string, string>;
  /** Of the calls that were repeated since then. */
  counts: ReadonlyMap<string, number>;
  /** Of the last result. */
  latest: number;
};

export const noResults: RepeatedResults = { known: new Map(), counts: new Map(), latest: 0 };

/** The result with this number is replaced by a note, the one with that number ends the run. */
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
