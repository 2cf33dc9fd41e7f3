import type { DemoScript } from '../demo-turn';
import { countWords, toParts } from '../describe-document';
import { readWholeFile } from '../read-whole-file';
import { toPassages } from '../to-passages';
import { whyNot } from '../turn-steps';
import { writeWithCare } from '../write-with-care';

/** Reads the document, collects the first sentences of each section, and saves them when asked to. */
export const summarizeDocument: DemoScript = (turn) => {
  const path = turn.values['path'] ?? '';
  const reading = readWholeFile(turn, path, `I'll read ${path} first.`);
  if ('reply' in reading) return reading.reply;
  if ('failed' in reading) {
    return { answer: `I couldn’t read **${path}**, so there’s no summary.\n\n${whyNot(reading.failed)}` };
  }
  const isShort = turn.values['length'] !== 'detailed';
  const summary = summarize(path, reading.lines, { isShort, focus: turn.values['focus'] ?? '' });
  const target = turn.values['save_as'];
  if (target === undefined) return { answer: summary };
  const words = `The summary is ready. I'd like to save it to ${target}.`;
  const writing = writeWithCare(turn, { path: target, content: `${summary}\n`, words });
  if ('reply' in writing) return writing.reply;
  if ('path' in writing) return { answer: `${summary}\n\nSaved to \`${writing.path}\`.` };
  return { answer: `${summary}\n\nI didn’t save it:\n\n${whyNot(writing.failed)}` };
};

export function summarize(
  path: string,
  lines: readonly string[],
  { isShort, focus }: { isShort: boolean; focus: string },
): string {
  const { title, sections } = toParts(lines);
  const perSection = isShort ? 1 : 3;
  const points = sections
    .map(({ heading, sentences }) => {
      const said = sentences.slice(0, perSection).join(' ');
      return heading === null ? said : `**${heading}**${said === '' ? '' : `: ${said}`}`;
    })
    .filter((point) => point !== '')
    .slice(0, isShort ? 6 : 20);
  const parts = [
    `## ${title ?? path}`,
    `\`${path}\` has ${countWords(lines)} words${sections.length > 1 ? ` in ${sections.length} sections` : ''}.`,
    points.length > 0 ? points.map((point) => `- ${point}`).join('\n') : 'There’s no text to summarize.',
    focus === '' ? '' : focusOn(focus, toPassages(path, lines)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Quotes the sentences with a word of the focus, in the singular or the plural. */
function focusOn(focus: string, passages: readonly string[]): string {
  const words = (focus.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.replace(/s$/, ''));
  const isText = (passage: string) => !/^(?:#|\|)/.test(passage);
  const found = passages
    .filter((passage) => isText(passage) && words.some((word) => passage.toLowerCase().includes(word)))
    .slice(0, 5);
  if (found.length === 0) return `On “${focus}”: the document doesn’t mention it.`;
  return `On “${focus}”:\n\n${found.map((line) => `> ${line.replace(/^[\s>#*+-]+/, '')}`).join('\n>\n')}`;
}
