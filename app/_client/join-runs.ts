/** The runs of a conversation that this tab has loaded, oldest first, without a gap up to the latest. */
export type LoadedRuns = { runIds: readonly string[]; hasEarlier: boolean };

/** The latest page has arrived again. Earlier runs stay if the pages overlap; otherwise they would leave a gap. */
export function joinLatest<Page extends LoadedRuns>(known: LoadedRuns | undefined, latest: Page): Page {
  const [first] = latest.runIds;
  const overlap = first === undefined ? -1 : (known?.runIds.indexOf(first) ?? -1);
  if (!known || overlap === -1) return latest;
  return {
    ...latest,
    runIds: [...known.runIds.slice(0, overlap), ...latest.runIds],
    hasEarlier: known.hasEarlier,
  };
}

/** The page before the run `before` has arrived. Ignored when that run is no longer the first one that is loaded. */
export function joinEarlier<Known extends LoadedRuns>(
  known: Known,
  before: string,
  earlier: LoadedRuns,
): Known {
  if (known.runIds[0] !== before) return known;
  return { ...known, runIds: [...earlier.runIds, ...known.runIds], hasEarlier: earlier.hasEarlier };
}
