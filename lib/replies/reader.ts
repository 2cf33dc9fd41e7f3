import { hasInvisible, lineEndAt, runEnd, skipBlanks, skipBlanksBackward } from './characters';
import type { FenceOpening } from './fence';
import { type JsonScan, scanJson } from './json/json-scan';
import type { KeyLine } from './key-lines';
import { LooseKeys } from './keys';
import { skipTurnTokenBackward, tagAt } from './marks';
import { type Piece, type Place, readPiece, type Span } from './pieces';
import type { Placement } from './verdicts';

/** What is read next: the front of a reply, reasoning, the start of a line, its rest, or a line of a shown fence. */
type Reading = 'front' | 'reasoning' | 'line' | 'prose' | 'fence';

/**
 * The position in a reply, what surrounds it, and the pieces found so far. Every search ahead happens only once, so that
 * the walk is linear.
 */
export class Reader {
  reading: Reading = 'front';
  at = 0;
  /** Where the text for a person begins. */
  start = 0;
  end: number;
  pieces: Piece[] = [];
  keyLines: KeyLine[] = [];
  /** Keys of the contract in quotes, outside every bracket: the brace around them is missing. */
  looseKeys: { name: string; start: number }[] = [];
  reasoning: Span[] = [];
  /** Where the reasoning begins that nothing closes. */
  openReasoning: number | null = null;
  isInList = false;
  isInTable = false;
  /** Something other than tags and blanks is before the current position on its line. */
  hasWordsInLine = false;
  /** Where values in the current line of prose are. */
  linePlacement: Placement = 'inline';
  /** The closing mark of the reasoning that is being read. */
  reasoningClose = '';
  /** The fence that is being read line by line, because its content is only shown. */
  fence: FenceOpening | null = null;
  /** Something before the front was cut off: reasoning or a leaked token. */
  isStripped = false;
  /** Broken JSON before these offsets was not meant as a call, and so is nothing inside it. */
  plainUntil = { inline: 0, block: 0 };
  /** What follows the text may change what was read: a value, comment, fence or mark is not complete. */
  isOpen = false;
  readonly keys: LooseKeys;
  /** The element around the current position, if any. */
  private element: (Span & { contentStart: number; closeStart: number }) | null = null;
  private endTags: Map<string, Span[]> | null = null;
  private lastLine = { start: 0, end: -1 };
  private spans = { lineEnd: -1, closes: new Map<number, number>() };
  /** Closing marks that do not occur from here on, so that each is searched for once. */
  private readonly absent = new Set<string>();

  constructor(readonly text: string) {
    this.end = findEnd(text);
    this.keys = new LooseKeys(text);
  }

  /** Starts again at `offset` and drops everything before it: it was reasoning. */
  startAfter(offset: number): void {
    this.pieces = [];
    this.keyLines = [];
    this.looseKeys = [];
    this.reasoning = [];
    this.openReasoning = null;
    this.isInList = false;
    this.element = null;
    this.start = offset;
    this.isStripped = true;
    this.at = offset;
    this.reading = 'front';
  }

  note(place: Place, scan: JsonScan): Piece {
    const placement = this.placementAt(place.start, place.placement);
    const around = placement === 'wrapped' ? this.elementAround(place) : null;
    return this.add(readPiece(this.text, this.keys, { ...place, ...around, placement }, scan));
  }

  add(piece: Piece): Piece {
    this.pieces.push(piece);
    return piece;
  }

  placementAt(start: number, placement: Placement): Placement {
    if (this.element && start < this.element.end) return 'wrapped';
    return this.isInList ? 'listed' : placement;
  }

  /** A value that fills its element takes the place of the element. */
  private elementAround({ start, end }: Span): Span | null {
    const { text, element } = this;
    if (!element || skipBlanks(text, element.contentStart) < start) return null;
    return skipBlanks(text, end) < element.closeStart ? null : { start: element.start, end: element.end };
  }

  enterElement(start: number, contentStart: number, name: string): void {
    const close = this.endTagAfter(name, contentStart);
    if (!close || close.end <= (this.element?.end ?? 0)) return;
    this.element = { start, contentStart, closeStart: close.start, end: close.end };
  }

  /** The first end tag of that name from `from` on. Questions about one name must come in ascending order. */
  endTagAfter(name: string, from: number): Span | null {
    this.endTags ??= collectEndTags(this.text);
    const found = this.endTags.get(name) ?? [];
    while ((found.at(-1)?.start ?? from) < from) found.pop();
    return found.at(-1) ?? null;
  }

  /** Remembers the last line: one long line may hold many values, tags and marks. */
  lineEndAt(at: number): number {
    const { start, end } = this.lastLine;
    if (at < start || at > end) this.lastLine = { start: at, end: lineEndAt(this.text, at, this.end) };
    return this.lastLine.end;
  }

  /** Where the inline code that begins at `at` ends; null when nothing closes it on its line. */
  codeSpanEnd(at: number): number | null {
    const lineEnd = this.lineEndAt(at);
    if (this.spans.lineEnd !== lineEnd)
      this.spans = { lineEnd, closes: findCodeSpans(this.text, at, lineEnd) };
    return this.spans.closes.get(at) ?? null;
  }

  /** Where `mark` is from `from` on, −1 when it is absent. */
  find(mark: string, from: number): number {
    if (this.absent.has(mark)) return -1;
    const found = this.text.indexOf(mark, from);
    if (found === -1) this.absent.add(mark);
    this.isOpen ||= found === -1;
    return found;
  }

  /** The JSON value at `at`. */
  scan(at: number): JsonScan {
    const scan = scanJson(this.text, at, this.end);
    this.isOpen ||= !scan.ok && scan.code === 'truncated';
    return scan;
  }
}

/** The end tags of a text by name, the first one last, in one pass. */
function collectEndTags(text: string): Map<string, Span[]> {
  const tags = new Map<string, Span[]>();
  for (let at = text.indexOf('</'); at !== -1; at = text.indexOf('</', at + 2)) {
    const tag = tagAt(text, at);
    if (!tag) continue;
    const known = tags.get(tag.name);
    if (known) known.push({ start: at, end: tag.end });
    else tags.set(tag.name, [{ start: at, end: tag.end }]);
  }
  for (const found of tags.values()) found.reverse();
  return tags;
}

/**
 * Finds the inline code of one line by CommonMark's rule: a run of backquotes closes at the next run of the same length.
 * Maps the start of each opening run to the offset just after the closing run. Each character is read once.
 */
function findCodeSpans(text: string, from: number, lineEnd: number): Map<number, number> {
  const runs: Span[] = [];
  for (let at = text.indexOf('`', from); at !== -1 && at < lineEnd; at = text.indexOf('`', at)) {
    const start = at;
    at = Math.min(runEnd(text, at, '`'), lineEnd);
    runs.push({ start, end: at });
  }
  const nextOfLength = new Map<number, number>();
  const closes = new Map<number, number>();
  for (const { start, end } of runs.reverse()) {
    const close = nextOfLength.get(end - start);
    if (close !== undefined) closes.set(start, close);
    nextOfLength.set(end - start, end);
  }
  return closes;
}

/** Where the text for a person ends: before leaked tokens and invisible marks, but after other white space. */
function findEnd(text: string): number {
  const { word, end } = skipTailBackward(text);
  return end < text.length || hasInvisible(text, word, text.length) ? word : text.length;
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
