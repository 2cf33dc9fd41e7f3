/**
 * Holds the runs of a conversation that this tab has loaded, oldest first, without a gap up to the latest.
 */
export type LoadedRuns = { runIds: readonly string[]; earlierCursor: string | null };

/**
 * Adds a newly loaded latest page. Earlier runs stay if the pages overlap. Otherwise they go, because they
 * would leave a gap.
 */
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

/** Adds the page at `cursor`. It ignores a page that is no longer the next one. */
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
