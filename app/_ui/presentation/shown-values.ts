import type { PresentationView } from '@/lib/contracts/presentation';
import { isSameName } from '@/lib/shared/name-forms';

type Diff = Extract<PresentationView, { kind: 'diff' }>;
type Request = Extract<PresentationView, { kind: 'request' }>;
type Hunk = Diff['hunks'][number];
type Value = { name: string; value: string };

/**
 * Says whether one of these presentations draws this value of a call exactly and as what it is, so that the
 * page need not repeat it. A field counts only for the value with its own name, so a name without a field is
 * always repeated. A path is drawn with the names on disk, which may have another Unicode form.
 */
export function isShownAbove({ name, value }: Value, shown: readonly PresentationView[]): boolean {
  return value !== '' && shown.some((presentation) => draws(presentation, name, value));
}

function draws(presentation: PresentationView, name: string, value: string): boolean {
  switch (presentation.kind) {
    case 'text':
      return name === 'content' && value === presentation.text;
    case 'diff':
      return drawsInChange(presentation, name, value);
    case 'request':
      return name === 'headers' ? drawsHeaders(presentation, value) : hasField(presentation, name, value);
    case 'command':
      return hasField(presentation, name, value);
    case 'move':
      return (
        (name === 'from' && isSameName(value, presentation.from)) ||
        (name === 'to' && isSameName(value, presentation.to))
      );
    default:
      return false;
  }
}

function hasField(presentation: PresentationView, name: string, value: string): boolean {
  const fields = new Map<string, unknown>(Object.entries(presentation));
  return name !== 'kind' && fields.get(name) === value;
}

/** A call's headers are an object, which its parameters show as JSON. */
function drawsHeaders({ headers }: Request, value: string): boolean {
  const pairs = headers.map((header) => [header.name, header.value]);
  return pairs.length > 0 && value === JSON.stringify(Object.fromEntries(pairs), null, 2);
}

function drawsInChange(diff: Diff, name: string, value: string): boolean {
  switch (name) {
    case 'path':
      return isSameName(value, diff.path);
    case 'content':
      return diff.change === 'create' ? value === addedText(diff) : isNewText(diff, value);
    case 'old_text':
      return diff.hunks.some((hunk) => hasLines(hunk, '-', value));
    case 'new_text':
      return diff.hunks.some((hunk) => hasLines(hunk, '+', value));
    default:
      return false;
  }
}

/** Returns the text of a new file. The last line has a line end unless a note says otherwise. */
function addedText({ hunks }: Diff): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  if (added.length === 0) return '';
  return lines.at(-1)?.startsWith('\\') ? added.join('\n') : `${added.join('\n')}\n`;
}

/** Says whether the value is the new text of the file. The hunks may leave out only unchanged lines. */
function isNewText({ hunks }: Diff, value: string): boolean {
  const lines = value.split('\n');
  return (
    hunks.length > 0 &&
    hunks.every((hunk) => {
      const start = Math.max(0, hunk.newStart - 1);
      const after = sideOf(hunk, '+').map(({ text }) => text);
      return after.length > 0 && after.every((line, index) => lines[start + index] === line);
    })
  );
}

/** Says whether the value is a row of complete lines on one side, with at least one changed line. */
function hasLines(hunk: Hunk, sign: '-' | '+', value: string): boolean {
  const wanted = `\n${value.replace(/\n$/, '')}\n`;
  const count = wanted.split('\n').length - 2;
  const side = sideOf(hunk, sign);
  const text = `\n${side.map((line) => line.text).join('\n')}\n`;
  let first = 0;
  let from = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    for (; from < at; from += 1) if (text[from] === '\n') first += 1;
    if (side.slice(first, first + count).some(({ isChanged }) => isChanged)) return true;
  }
  return false;
}

/** Returns the unchanged lines together with the removed or the added ones. */
function sideOf({ lines }: Hunk, sign: '-' | '+'): { text: string; isChanged: boolean }[] {
  return lines.flatMap((line) => {
    const isChanged = line.startsWith(sign);
    return isChanged || line.startsWith(' ') ? [{ text: line.slice(1), isChanged }] : [];
  });
}
