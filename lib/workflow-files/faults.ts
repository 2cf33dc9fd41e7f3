import { countOf } from '../shared/quantities';

/** A mistake in a file, with its line, counted from 1. */
export type Fault = { line: number; reason: string };

/** Nobody reads more of them, and each mistake of a large file would be sent to every page. */
const maxFaults = 20;

/** The first mistakes, and how many more there are. Only these are looked up in the file: there may be thousands. */
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
