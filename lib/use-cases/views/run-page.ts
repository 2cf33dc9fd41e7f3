import { DamagedRow } from '../../db/damaged-row.port';
import type { Run } from '../../domain/run';

export const maxRunsInPage = 20;
/** Of the answer that shows a page: an estimate, which only a page with one large run exceeds by much. */
const maxPageBytes = 120_000;
/** A run without events, and what each event adds. */
const runBytes = 1_500;
const eventBytes = 300;

/** The latest of these runs (oldest first) that fit on a page; always at least one. */
export function takePage(runs: readonly (Run | DamagedRow)[]): (Run | DamagedRow)[] {
  let bytes = 0;
  const isWithin = (run: Run | DamagedRow, indexFromEnd: number) => {
    bytes += estimateBytes(run);
    return indexFromEnd === 0 || (indexFromEnd < maxRunsInPage && bytes <= maxPageBytes);
  };
  const fromEnd = runs.toReversed();
  const end = fromEnd.findIndex((run, index) => !isWithin(run, index));
  return fromEnd.slice(0, end === -1 ? fromEnd.length : end).reverse();
}

function estimateBytes(run: Run | DamagedRow): number {
  if (run instanceof DamagedRow) return runBytes;
  const { version, parameters, state } = run;
  const answer = state.status === 'completed' ? state.answer.length : 0;
  return runBytes + version * eventBytes + JSON.stringify(parameters).length + answer;
}
