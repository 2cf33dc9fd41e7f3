/** The runs of a conversation that this tab has loaded, oldest first, without a gap up to the latest. */
export type LoadedRuns = { runIds: readonly string[]; earlierCursor: string | null };

/** The latest page has arrived again. Earlier runs stay if the pages overlap; otherwise they would leave a gap. */
export function joinLatest<Page extends LoadedRuns>(known: LoadedRuns | undefined, latest: Page): Page {
  const [first] = latest.runIds;
  const overlap = first === undefined ? -1 : (known?.runIds.indexOf(first) ?? -1);
  if (!known || overlap === -1) return latest;
  return {
    ...latest,
    runIds: [...known.runIds.slice(0, overlap), ...latest.runIds],
    earlierCursor: known.earlierCursor,
  };
}

/** The page at `cursor` has arrived. Ignored when it is no longer the next one. */
export function joinEarlier<Known extends LoadedRuns>(
  known: Known,
  cursor: string,
  earlier: LoadedRuns,
): Known {
  if (known.earlierCursor !== cursor) return known;
  return {
    ...known,
    runIds: [...earlier.runIds, ...known.runIds],
    earlierCursor: earlier.earlierCursor,
  };
}
