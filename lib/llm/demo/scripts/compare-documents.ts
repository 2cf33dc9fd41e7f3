import type { DemoScript } from '../demo-turn';
import { fileLines } from '../read-tool-text';
import { stepsOf, textParameter, whyNot } from '../turn-steps';

const MOST_LINES = 20;

/** Reads both, then lists the lines that only one of them has. */
export const compareDocuments: DemoScript = (turn) => {
  const older = turn.values['older'] ?? '';
  const newer = turn.values['newer'] ?? '';
  const reads = stepsOf(turn, 'read_file');
  const missing = [older, newer].find((path) => !reads.some((read) => textParameter(read, 'path') === path));
  const failed = reads.find((read) => !read.outcome.ok);
  if (failed)
    return { answer: `I could not read **${textParameter(failed, 'path')}**.\n\n${whyNot(failed)}` };
  if (missing !== undefined) {
    const words = reads.length === 0 ? 'I read the older one first.' : 'Now the newer one.';
    return { words, call: { tool: 'read_file', parameters: { path: missing } } };
  }
  const [before, after] = [older, newer].map((path) => {
    const read = reads.find((candidate) => textParameter(candidate, 'path') === path);
    return read?.outcome.ok ? sentencesOf(read.outcome.text) : [];
  });
  const added = without(after ?? [], before ?? []);
  const removed = without(before ?? [], after ?? []);
  if (added.length + removed.length === 0) return { answer: `**${older}** and **${newer}** say the same.` };
  const head = `${removed.length} lines are only in the older document, ${added.length} only in the newer one.`;
  return {
    answer: [head, section(`Only in ${newer}`, added), section(`Only in ${older}`, removed)].join('\n\n'),
  };
};

function sentencesOf(text: string): string[] {
  return fileLines(text)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

function section(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES).map((line) => `- ${line.replace(/^([-*#>]+\s*)+/, '')}`);
  const more = lines.length > MOST_LINES ? `\n- … and ${lines.length - MOST_LINES} more` : '';
  return `### ${title}\n\n${shown.length === 0 ? 'Nothing.' : shown.join('\n') + more}`;
}
