import type { DemoScript } from '../demo-turn';
import { readWholeFile } from '../read-whole-file';
import { toPassages } from '../to-passages';
import { whyNot } from '../turn-steps';

const maxPassages = 20;

/** Reads both documents, then lists the sentences and list items that only one of them has. */
export const compareDocuments: DemoScript = (turn) => {
  const older = turn.values['older'] ?? '';
  const newer = turn.values['newer'] ?? '';
  const before = readWholeFile(turn, older, "I'll read the older document first.");
  if ('reply' in before) return before.reply;
  if ('failed' in before) return { answer: `I couldn’t read **${older}**.\n\n${whyNot(before.failed)}` };
  const after = readWholeFile(turn, newer, 'Now the newer one.');
  if ('reply' in after) return after.reply;
  if ('failed' in after) return { answer: `I couldn’t read **${newer}**.\n\n${whyNot(after.failed)}` };
  const beforePassages = toPassages(older, before.lines);
  const afterPassages = toPassages(newer, after.lines);
  const added = without(afterPassages, beforePassages);
  const removed = without(beforePassages, afterPassages);
  if (added.length + removed.length === 0)
    return { answer: `**${older}** and **${newer}** say the same thing.` };
  return {
    answer: [
      `The newer version adds or rewords ${count(added)}, and drops or rewords ${count(removed)}.`,
      section(`Only in ${newer}`, added),
      section(`Only in ${older}`, removed),
    ].join('\n\n'),
  };
};

function without(passages: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return passages.filter((passage) => !known.has(passage));
}

function count({ length }: readonly string[]): string {
  return length === 1 ? '1 passage' : `${length} passages`;
}

function section(title: string, passages: readonly string[]): string {
  const shown = passages
    .slice(0, maxPassages)
    .map((passage) => `- ${passage.replace(/^([-*+#>]+\s+)+/, '')}`);
  const more = passages.length > maxPassages ? `\n- … and ${passages.length - maxPassages} more` : '';
  return `### ${title}\n\n${shown.length === 0 ? 'Nothing.' : shown.join('\n') + more}`;
}
