import { lineEndAt, matchEnd, type Span, skipBlanks, skipBlanksBackward } from './characters';
import type { FenceOpening } from './fence';
import { type JsonScan, scanJson } from './json/json-scan';
import { type KeyLine, keysIn } from './keys';
import { hideTurnTokens } from './marks';
import { foreignPiece, type Piece, readPiece } from './piece';
import type { Placement } from './verdicts';

/** Finds a leaked token, or a mark that a screen does not show, among what is blank to the grammar. */
export const notWhiteSpace = /[^\s]|\ufeff/;
const backquotes = /`*/y;

/**
 * Holds what the reader found in a reply. A closing reasoning mark without an opening one makes the reader
 * forget everything it found.
 */
class Findings {
  pieces: Piece[] = [];
  keyLines: KeyLine[] = [];
  /**
   * Lists quoted keys of the contract outside every object of the paragraph: the brace around them is missing
   * or misplaced.
   */
  looseKeys: { name: string; start: number }[] = [];
  /**
   * Locates the first broken object on lines of its own that has one key of the contract. The object is data,
   * unless a call is beside it.
   */
  brokenStart: number | null = null;
  reasoning: Span[] = [];
  isInList = false;
  isInTable = false;
  /**
   * `elementEnd` is where the element around the current position ends; `callEnd` is the same for an element
   * whose name speaks of calls.
   */
  elementEnd = 0;
  callEnd = 0;
}

/**
 * Knows the position in a reply, what surrounds it, and what was found. Every search ahead happens once, so
 * reading takes linear time.
 */
export class Reader extends Findings {
  /**
   * Holds the reply without the leaked tokens and invisible marks at its end. The reader takes values and
   * reasoning from it.
   */
  readonly raw: string;
  /** Holds the same text with blanks for all leaked tokens. The reader takes everything else from it. */
  readonly text: string;
  at: number;
  /** The text for a person begins here. */
  start: number;
  isAtLineStart = true;
  /** Something other than tags and blanks comes before the current position on its line. */
  hasWordsInLine = false;
  linePlacement: Placement = 'inline';
  openFence: FenceOpening | null = null;
  /** Broken JSON before this offset was not meant as a call, nor was anything inside it. */
  plainUntil = 0;
  /** Later text may change the findings, because a value, comment, fence or mark is not complete. */
  isOpen = false;
  private lastLine = { start: 0, end: -1 };
  /**
   * Maps each kind of end tag, and each run of backquotes, to its places. The places are in reverse order, so
   * that the next one is at the end of the list.
   */
  private closing: Map<string, Span[]> | null = null;
  /** Lists the closing marks that do not occur from here on. */
  private readonly absent: string[] = [];

  constructor(reply: string) {
    super();
    const text = hideTurnTokens(reply);
    const word = skipBlanksBackward(text, text.length);
    const end = notWhiteSpace.test(reply.slice(word)) ? word : text.length;
    this.raw = reply.slice(0, end);
    this.text = text.slice(0, end);
    const first = skipBlanks(this.text, 0);
    this.at = this.start = notWhiteSpace.test(this.raw.slice(0, first)) ? first : 0;
  }

  /** Drops everything before `offset`, which was reasoning, and the blanks after it. Returns where to continue. */
  startAfter(offset: number): number {
    const start = skipBlanks(this.text, offset);
    Object.assign(this, new Findings(), { start, isAtLineStart: true });
    return start;
  }

  toPiece(placement: Placement, { start, end }: Span, json: Span, scan: JsonScan): Piece {
    return readPiece(this.raw, { placement: this.placementAt(start, placement), start, end, json }, scan);
  }

  /** Notes a block in another program's format and returns its end. */
  takeForeign(format: string, start: number, end: number): number {
    this.pieces.push(foreignPiece(this.placementAt(start, 'alone'), format, { start, end }));
    return end;
  }

  hasLooseCall(): boolean {
    return this.looseKeys.some(({ name }) => name !== this.looseKeys[0]?.name);
  }

  placementAt(start: number, placement: Placement): Placement {
    if (start < this.elementEnd) return 'wrapped';
    if (this.isInList) return 'listed';
    return start < this.callEnd ? 'labeled' : placement;
  }

  /** Remembers the last line, because a long line may hold many values, tags and marks. */
  lineEndAt(at: number): number {
    const { start, end } = this.lastLine;
    if (at < start || at > end) this.lastLine = { start: at, end: lineEndAt(this.text, at) };
    return this.lastLine.end;
  }

  /**
   * Finds the first end tag of that name from `from` on, or the first run of that many backquotes. Questions
   * about one name must come in ascending order.
   */
  closingAfter(name: string, from: number): Span | null {
    this.closing ??= indexOf(this.text);
    const found = this.closing.get(name) ?? [];
    while ((found.at(-1)?.start ?? from) < from) found.pop();
    return found.at(-1) ?? null;
  }

  hasKeysBefore(close: Span | null, from: number): boolean {
    return close !== null && keysIn(this.text, from, close.start).quoted.length > 1;
  }

  /**
   * Finds where a run of the same length closes the run of backquotes at `at`. Returns the end of the opening
   * run when none is on its line.
   */
  codeSpanEnd(at: number): number {
    const contentStart = matchEnd(backquotes, this.text, at);
    const close = this.closingAfter(this.text.slice(at, contentStart), contentStart);
    return close && close.end <= this.lineEndAt(at) ? close.end : contentStart;
  }

  /** Returns the offset just after the first `mark` from `from` on, or null when the mark is absent. */
  endOf(mark: string, from: number): number | null {
    const found = this.absent.includes(mark) ? -1 : this.raw.indexOf(mark, from);
    if (found !== -1) return found + mark.length;
    this.absent.push(mark);
    this.isOpen = true;
    return null;
  }

  scan(at: number): JsonScan {
    const scan = scanJson(this.raw, at);
    this.isOpen ||= scan.fault === 'truncated';
    return scan;
  }
}

function indexOf(text: string): Map<string, Span[]> {
  const index = new Map<string, Span[]>();
  const marks = [...text.matchAll(/<\/([a-z][\w:.-]{0,63})[^<>\n]{0,400}>|`+/gi)];
  for (const { index: start, 0: all, 1: name = all } of marks.reverse()) {
    const known = index.get(name.toLowerCase()) ?? [];
    known.push({ start, end: start + all.length });
    index.set(name.toLowerCase(), known);
  }
  return index;
}
