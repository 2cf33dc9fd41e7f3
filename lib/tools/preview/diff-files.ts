import type { DiffPresentation } from '../../domain/presentation';
import { countLines } from '../../shared/quantities';
import type { WorkerJob, Workers } from '../workers/workers';
import { toFileDiff } from './file-diff';
import type worker from './file-diff.worker';

const job: WorkerJob = {
  file: 'lib/tools/preview/file-diff',
  subject: 'Comparing the texts',
  timeLimitMs: 60_000,
};
/**
 * Counts the lines of both texts together. The worst texts of this size take 13 ms, ordinary ones 2 ms; a
 * thread that must start takes 50 ms.
 */
const maxLinesHere = 2_000;
const maxCharactersHere = 400_000;

/** Runs `toFileDiff`, in a thread when the texts are large. */
export async function diffFiles(
  workers: Workers,
  path: string,
  before: string | null,
  after: string | null,
  signal?: AbortSignal,
): Promise<DiffPresentation> {
  const isSmall = sum(before, after, (text) => text.length) <= maxCharactersHere;
  return isSmall && sum(before, after, countLines) <= maxLinesHere
    ? toFileDiff(path, before, after)
    : workers.run<typeof worker>(job, { path, before, after }, signal);
}

function sum(before: string | null, after: string | null, measure: (text: string) => number): number {
  return measure(before ?? '') + measure(after ?? '');
}
