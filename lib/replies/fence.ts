import { lineEndAt, runEnd, skipBlanksInLine } from './characters';

/** The opening line of a fenced block. */
export type FenceOpening = {
  marker: '`' | '~';
  length: number;
  /** First word after the marker, in lower case: "json", "python", or '' for a bare fence. */
  label: string;
  contentStart: number;
  /** Something else than a label is on the opening line, as in ```json{"tool": …}: what is in the fence is not alone. */
  isSpoiled: boolean;
};

/** `{` or a quoted key, but not the attributes of Pandoc: ```{.json}. */
const gluedContent = /\{(?!\s*\.)|"(?:tool|parameters|terminate)"\s*:/;

const notALabel = /\\n|[^\p{L}\p{N}]+/gu;

/** The fence that opens with the first character of a line, by CommonMark's rules. */
export function fenceOpeningAt(text: string, at: number, lineEnd: number): FenceOpening | null {
  const marker = text[at];
  if (marker !== '`' && marker !== '~') return null;
  const infoStart = runEnd(text, at, marker);
  const length = infoStart - at;
  if (length < 3) return null;
  const info = text.slice(infoStart, lineEnd);
  if (marker === '`' && info.includes('`')) return null;
  const content = info.search(gluedContent);
  const isGlued = content >= 0 && /^\s*(?:json)?[^\p{L}\p{N}]*$/iu.test(info.slice(0, content));
  const word = /^\s*([^\s{]*)/.exec(isGlued ? info.slice(0, content) : info)?.[1] ?? '';
  // Marks without a letter name no language, and json with marks around it is json.
  const name = word.replace(notALabel, '').toLowerCase();
  const label = name === '' || name === 'json' ? name : word.toLowerCase();
  const isSpoiled = isGlued || label.length < word.length;
  const contentStart = isGlued ? infoStart + content : Math.min(lineEnd + 1, text.length);
  return { marker, length, label, isSpoiled, contentStart };
}

/** A ```json fence or one without a label: a call counts in no other fence. */
export function isBareOrJson(label: string): boolean {
  return label === '' || label === 'json';
}

/** Where the content ends and where the line of the closing marker ends; null when nothing closes the fence. */
export function findFenceClose(
  text: string,
  from: number,
  end: number,
  opening: FenceOpening,
): { contentEnd: number; end: number } | null {
  for (let at = from; at < end; ) {
    const lineEnd = lineEndAt(text, at, end);
    if (closesFence(text, at, lineEnd, opening)) return { contentEnd: at, end: lineEnd };
    at = lineEnd + 1;
  }
  return null;
}

/** Whether the rest of the line from `at` is only the closing marker. */
export function closesFence(text: string, at: number, lineEnd: number, opening: FenceOpening): boolean {
  const first = skipBlanksInLine(text, at, lineEnd);
  const after = afterClosingMarker(text, first, opening);
  return after > first && skipBlanksInLine(text, after, lineEnd) === lineEnd;
}

/** Offset just after the closing marker at `at`; `at` when there is none. */
export function afterClosingMarker(text: string, at: number, { marker, length }: FenceOpening): number {
  const after = runEnd(text, at, marker);
  return after - at >= length ? after : at;
}
