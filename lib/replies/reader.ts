import { lineEndAt, runEnd, skipBlanksBackward } from './characters';
import type { FenceOpening } from './fence';
import { type JsonScan, scanJson } from './json/json-scan';
import type { KeyLine } from './key-lines';
import { skipTurnTokenBackward } from './marks';
import { foreignPiece, type Piece, type Place, readPiece, type Span } from './piece';
import type { Placement } from './verdicts';

/** Marks that a screen does not show: a byte order mark or zero-width space is not part of a model's text. */
export const invisible = /[\ufeff\u200b-\u200d\u2060]/;

/** What was found in a reply. A closing reasoning mark without an opening one makes the reader forget all of it. */
class Findings {
  pieces: Piece[] = [];
  keyLines: KeyLine[] = [];
  /** Keys of the contract in quotes, outside every object of the paragraph: a brace around them is missing or misplaced. */
  looseKeys: { name: string; start: number }[] = [];
  /** The first broken object on lines of its own that has one key of the contract: data, unless a call is beside it. */
  brokenStart: number | null = null;
  /** Reasoning behind the first word. */
  reasoning: Span[] = [];
  isInList = false;
  isInTable = false;
  /** Where the element around the current position ends, and the one whose name says that it holds a call. */
  elementEnd = 0;
  callEnd = 0;
}

/**
 * The position in a reply, what surrounds it, and what was found so far. Every search ahead happens only once, so that
 * the reading is linear.
 */
export class Reader extends Findings {
  /** Where the text for a person begins. */
  start: number;
  /** Something before the text was cut off: reasoning or a leaked token. */
  isStripped = false;
  /** Where the reasoning begins that nothing closes. */
  openReasoning: number | null = null;
  /** Something other than tags and blanks is before the current position on its line. */
  hasWordsInLine: boolean;
  /** Where values in the current line of prose are. */
  linePlacement: Placement = 'inline';
  /** The fence that nothing closes. */
  openFence: FenceOpening | null = null;
  /** Broken JSON before this offset was not meant as a call, and so is nothing inside it. */
  plainUntil = 0;
  /** What follows the text may change what was read: a value, comment, fence or mark is not complete. */
  isOpen = false;
  private endTags: Index | null = null;
  private lastLine = { start: 0, end: -1 };
  private runs: Index | null = null;
  /** Closing marks that do not occur from here on. */
  private readonly absent: string[] = [];

  constructor(
    readonly text: string,
    public at: number,
    public reading: 'front' | 'line' | 'prose',
  ) {
    super();
    this.start = at;
    this.hasWordsInLine = reading === 'prose';
  }

  /** Drops everything before `offset`: it was reasoning. */
  startAfter(offset: number): void {
    Object.assign(this, new Findings());
    this.at = offset;
    this.start = offset;
    this.reading = 'front';
    this.isStripped = true;
  }

  note({ placement, start, end, json }: Place, scan: JsonScan): Piece {
    const place = { placement: this.placementAt(start, placement), start, end, json };
    const piece = readPiece(this.text, place, scan);
    this.pieces.push(piece);
    return piece;
  }

  /** Notes a block in another program's format and goes on behind it. */
  takeForeign(format: string, start: number, end: number): true {
    this.pieces.push(foreignPiece(this.placementAt(start, 'alone'), format, { start, end }));
    this.at = end;
    return true;
  }

  hasLooseCall(): boolean {
    return this.looseKeys.some(({ name }) => name !== this.looseKeys[0]?.name);
  }

  placementAt(start: number, placement: Placement): Placement {
    if (start < this.elementEnd) return 'wrapped';
    if (this.isInList) return 'listed';
    return start < this.callEnd ? 'labeled' : placement;
  }

  /** The first end tag of that name from `from` on. */
  endTagAfter(name: string, from: number): Span | null {
    this.endTags ??= indexOf(endTag, this.text);
    return nextOf(name, this.endTags, from);
  }

  /** Remembers the last line: one long line may hold many values, tags and marks. */
  lineEndAt(at: number): number {
    const { start, end } = this.lastLine;
    if (at < start || at > end) this.lastLine = { start: at, end: lineEndAt(this.text, at) };
    return this.lastLine.end;
  }

  /** Where the run of backquotes at `at` is closed by one of the same length; null when none is on its line. */
  codeSpanEnd(at: number): number | null {
    this.runs ??= indexOf(run, this.text);
    const contentStart = runEnd(this.text, at, '`');
    const close = nextOf(this.text.slice(at, contentStart), this.runs, contentStart);
    return close && close.end <= this.lineEndAt(at) ? close.end : null;
  }

  /** Where `mark` is from `from` on, −1 when it is absent. */
  find(mark: string, from: number): number {
    if (this.absent.includes(mark)) return -1;
    const found = this.text.indexOf(mark, from);
    if (found === -1) this.absent.push(mark);
    this.isOpen ||= found === -1;
    return found;
  }

  /** The JSON value at `at`. */
  scan(at: number): JsonScan {
    const scan = scanJson(this.text, at);
    this.isOpen ||= scan.fault === 'truncated';
    return scan;
  }
}

/** The matches of a pattern by what they are, the last one first: the next one is at the end of its list. */
type Index = Map<string, Span[]>;

const endTag = /<\/([a-z][\w:.-]{0,63})[^<>\n]{0,400}>/gi;
const run = /(`+)/g;

function indexOf(pattern: RegExp, text: string): Index {
  const index: Index = new Map();
  for (const { index: start, 0: all, 1: match = '' } of [...text.matchAll(pattern)].reverse()) {
    const name = match.toLowerCase();
    const known = index.get(name) ?? [];
    known.push({ start, end: start + all.length });
    index.set(name, known);
  }
  return index;
}

/** The first match of that name from `from` on. Questions about one name must come in ascending order. */
function nextOf(name: string, index: Index, from: number): Span | null {
  const found = index.get(name) ?? [];
  while ((found.at(-1)?.start ?? from) < from) found.pop();
  return found.at(-1) ?? null;
}

/** Where the text for a person ends: before leaked tokens and invisible marks, but after other white space. */
export function findEnd(text: string): number {
  const { word, end } = skipTailBackward(text);
  return end < text.length || invisible.test(text.slice(word)) ? word : text.length;
}

/** Where the blanks and leaked tokens at the end begin, and where the blanks before the first of these tokens end. */
export function skipTailBackward(text: string): { word: number; end: number } {
  for (let end = text.length; ; ) {
    const word = skipBlanksBackward(text, end);
    const before = skipTurnTokenBackward(text, word);
    if (before === word) return { word, end };
    end = before;
  }
}
