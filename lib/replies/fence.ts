import { lineEndAt, matchAt, runEnd, skipBlanksInLine } from './characters';
import { callLabel, isBareOrJson, namesLanguage } from './fence-labels';

/** The opening line of a fenced block. */
export type FenceOpening = {
  /** Its run of backquotes or tildes. */
  mark: string;
  /** First word after the mark, in lower case: "python", "json", or '' when it says nothing about the content. */
  label: string;
  contentStart: number;
  /** `inline` if something else than a label is on the opening line, as in ```json{"tool": …}: what is in the fence is not alone. */
  placement: 'fence' | 'labeled' | 'inline';
};

/** The mark, and the content if it begins on its line (but not the attributes of Pandoc: ```{.json}; no label holds a key of a call), or else the label. */
const openingLine =
  /(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?:(?:[^\S\n]*(?:json)?[^\p{L}\p{N}\n]*?(?=\{(?!\s*\.))|[^\n{"]{0,40}(?="?(?:\{\s*)?"(?:tool|parameters|terminate)"\s*:))()|[^\S\n]*([^\s{]*))/iuy;
const notALabel = /\\n|[^\p{L}\p{N}]+/gu;

/** The fence that opens with the first character of a line, by CommonMark's rules. */
export function fenceOpeningAt(text: string, at: number): FenceOpening | null {
  const [all = '', mark, glued, word = ''] = matchAt(openingLine, text, at) ?? [];
  if (mark === undefined) return null;
  if (glued !== undefined) return { mark, label: '', contentStart: at + all.length, placement: 'inline' };
  const contentStart = Math.min(lineEndAt(text, at) + 1, text.length);
  // Marks without a letter name no language, and json with marks around it is json.
  const name = word.replace(notALabel, '').toLowerCase();
  if (isBareOrJson(name))
    return { mark, label: name, contentStart, placement: name === word.toLowerCase() ? 'fence' : 'inline' };
  const label = word.toLowerCase();
  if (namesLanguage(label)) return { mark, label, contentStart, placement: 'fence' };
  return { mark, label: callLabel.test(label) ? label : '', contentStart, placement: 'labeled' };
}

/** Where the content ends and where the line of the closing mark ends; null when nothing closes the fence. */
export function findFenceClose(
  text: string,
  from: number,
  opening: FenceOpening,
): { start: number; end: number } | null {
  for (let start = from; start < text.length; ) {
    const end = lineEndAt(text, start);
    if (closesFence(text, start, end, opening)) return { start, end };
    start = end + 1;
  }
  return null;
}

/** Whether the rest of the line from `at` is only the closing mark. */
export function closesFence(text: string, at: number, lineEnd: number, opening: FenceOpening): boolean {
  const first = skipBlanksInLine(text, at, lineEnd);
  const after = afterClosingMark(text, first, opening);
  return after > first && skipBlanksInLine(text, after, lineEnd) === lineEnd;
}

/** Offset just after the closing mark at `at`; `at` when there is none. */
export function afterClosingMark(text: string, at: number, { mark }: FenceOpening): number {
  return text.startsWith(mark, at) ? runEnd(text, at, mark.charAt(0)) : at;
}
