import type { DemoScript } from '../demo-turn';
import { readWholeFile } from '../read-whole-file';
import { whyNot } from '../turn-steps';

const maxLines = 20;

/** Reads both documents, then lists the lines that only one of them has. */
export const compareDocuments: DemoScript = (turn) => {
  const older = turn.values['older'] ?? '';
  const newer = turn.values['newer'] ?? '';
  const before = readWholeFile(turn, older, "I'll read the older document first.");
  if ('reply' in before) return before.reply;
  if ('failed' in before) return { answer: `I could not read **${older}**.\n\n${whyNot(before.failed)}` };
  const after = readWholeFile(turn, newer, 'Now the newer one.');
  if ('reply' in after) return after.reply;
  if ('failed' in after) return { answer: `I could not read **${newer}**.\n\n${whyNot(after.failed)}` };
  const added = without(after.lines, before.lines);
  const removed = without(before.lines, after.lines);
  if (added.length + removed.length === 0)
    return { answer: `**${older}** and **${newer}** have the same content.` };
  const head = `${removed.length} lines are only in the older document, ${added.length} only in the newer one.`;
  return {
    answer: [head, section(`Only in ${newer}`, added), section(`Only in ${older}`, removed)].join('\n\n'),
  };
};

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map((line) => line.trim()));
  return lines.filter((line) => line.trim() !== '' && !known.has(line.trim()));
}

function section(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, maxLines).map((line) => `- ${line.replace(/^([-*#>]+\s*)+/, '')}`);
  const more = lines.length > maxLines ? `\n- … and ${lines.length - maxLines} more` : '';
  return `### ${title}\n\n${shown.length === 0 ? 'Nothing.' : shown.join('\n') + more}`;
}
