import type { WorkerJob, Workers } from '../workers/workers';
import { maxFileBytes } from '../workspace/target';
import { type Replacement, replaceText } from './replace-text';
import type worker from './replace-text.worker';

const job: WorkerJob = {
  file: 'lib/tools/text/replace-text',
  subject: 'Replacing the text',
  timeLimitMs: 60_000,
};
/**
 * Counts the characters of all texts together. Explaining why an edit does not fit is the slowest part: it
 * took 175 ms for ten times as many characters.
 */
const maxCharactersHere = 40_000;

/** Runs `replaceText` on the text of a file, in a thread when the texts are large. */
export async function replaceInFile(
  workers: Workers,
  shown: string,
  text: string,
  replacement: Replacement,
  signal?: AbortSignal,
): Promise<{ text: string; count: number }> {
  const { oldText, newText } = replacement;
  return text.length + oldText.length + newText.length <= maxCharactersHere
    ? replaceText(shown, text, replacement, maxFileBytes)
    : workers.run<typeof worker>(job, { shown, text, replacement, maxBytes: maxFileBytes }, signal);
}
