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
 * Limits the characters of all texts together. Replacing takes at most 14 ms for as many, on a busy machine.
 */
const maxReplacedHere = 400_000;
/**
 * The limit is lower here, because explaining why an edit does not fit takes longer: 38 ms for as many
 * characters, and 82 ms for 100,000.
 */
const maxExplainedHere = 40_000;

/** Runs `replaceText` on the text of a file, in a thread when the texts are large. */
export async function replaceInFile(
  workers: Workers,
  shown: string,
  text: string,
  replacement: Replacement,
  signal?: AbortSignal,
): Promise<{ text: string; count: number }> {
  const { oldText, newText } = replacement;
  const characters = text.length + oldText.length + newText.length;
  const isHere = characters <= maxExplainedHere || (characters <= maxReplacedHere && text.includes(oldText));
  return isHere
    ? replaceText(shown, text, replacement, maxFileBytes)
    : workers.run<typeof worker>(job, { shown, text, replacement, maxBytes: maxFileBytes }, signal);
}
