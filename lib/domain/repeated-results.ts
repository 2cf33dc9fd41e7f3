/**
 * How often each call of a run gave the same result, by the call's hash. A call or a result that is new begins the count again for
 * all: as long as something new is learned, a check that fails as before is no loop.
 */
export type RepeatedResults = {
  known: ReadonlyMap<string, { text: string; count: number }>;
  /** Of the last result. */
  latest: number;
};

export const noResults: RepeatedResults = { known: new Map(), latest: 0 };

/** The result with this number is replaced by a note, the one with that number ends the run. */
export const sameResultLimits = { note: 3, end: 5 };

export function addResult({ known }: RepeatedResults, callHash: string, text: string): RepeatedResults {
  const before = known.get(callHash);
  if (before?.text !== text) {
    const once = Array.from(known, ([hash, result]) => [hash, { ...result, count: 1 }] as const);
    return { known: new Map([...once, [callHash, { text, count: 1 }]]), latest: 1 };
  }
  const latest = before.count + 1;
  return { known: new Map(known).set(callHash, { text, count: latest }), latest };
}
