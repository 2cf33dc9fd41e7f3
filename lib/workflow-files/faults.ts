import { countOf } from '../shared/quantities';

/** Names a mistake in a file, with its line, counted from 1. */
export type Fault = { line: number; reason: string };

/** Nobody reads more mistakes than this, and every page would get each mistake of a large file. */
const maxFaults = 20;

/**
 * Returns the first mistakes, and says how many more there are. It looks up only these in the file, because
 * there may be thousands.
 */
export function boundFaults<Mistake>(
  mistakes: readonly Mistake[],
  toFault: (mistake: Mistake) => Fault,
): Fault[] {
  const faults = mistakes.slice(0, maxFaults).map(toFault);
  const next = mistakes[maxFaults];
  if (next === undefined) return faults;
  const reason = `The file has ${countOf(mistakes.length - maxFaults, 'more mistake')}.`;
  return [...faults, { line: toFault(next).line, reason }];
}
