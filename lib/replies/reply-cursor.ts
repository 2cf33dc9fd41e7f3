import { isInvisible, lineEndAt, skipBlanks, skipBlanksBackward } from './characters';
import { findCodeSpans } from './code-spans';
import type { FenceOpening } from './fence';
import { LooseKeys } from './loose-keys';
import { EndTags } from './markup';
import type { JsonPart, Part } from './parts';
import { skipTurnToken, skipTurnTokenBackward, skipTurnTokensInLine } from './special-tokens';
import type { Placement } from './verdicts';

/** What is read next: the front of a reply, reasoning, the start of a line, its rest, or a line of a fence that is only shown. */
export type Reading = 'front' | 'reasoning' | 'line' | 'prose' | 'fence';

/**
 * The position in a reply, what surrounds it, and the parts found so far. Every search ahead happens only once, so that
 * the walk is linear. While a reply streams (`isComplete` is false), `text` is what has arrived and was not shown yet.
 */
export class ReplyCursor {
  reading: Reading = 'front';
  at = 0;
  /** Where the text for a person begins. */
  start = 0;
  end: number;
  parts: Part[] = [];
  isInList = false;
  isInTable = false;
  /** Something other than tags and blanks is before the current position on its line. */
  hasWordsInLine = false;
  /** Where values in the current line of prose are. */
  linePlacement: Placement = 'inline';
  /** The element around the current position, if any. */
  element: { contentStart: number; closeStart: number; start: number; end: number } | null = null;
  /** The closing mark of the reasoning that is being read. */
  reasoningClose = '';
  /** The fence that is being read line by line (only while a reply streams). */
  fence: FenceOpening | null = null;
  isAtLineStart = true;
  /** Something before the front was cut off: reasoning or a leaked token. */
  isStripped = false;
  /** A stream cannot tell what comes next without the rest of the reply. */
  isBlocked = false;
  /** Broken JSON before these offsets was not meant as a call, and so is nothing inside it. */
  plainUntil = { inline: 0, block: 0 };
  /** Something before is a person's to read (blanks and leaked tokens are not). */
  hasWords = false;
  keys: LooseKeys;
  private tags: EndTags;
  private lastLine = { start: 0, end: -1 };
  private spans = { lineEnd: -1, closes: new Map<number, number>() };
  /** Closing marks that do not occur from here on, so that each is searched for once. */
  private readonly absent = new Set<string>();

  constructor(
    public text: string,
    readonly isComplete: boolean,
  ) {
    this.end = isComplete ? findEnd(text) : text.length;
    this.keys = new LooseKeys(text);
    this.tags = new EndTags(text);
  }

  /** While streaming: drops the text before `offset` and adds `delta`. */
  move(offset: number, delta: string): void {
    this.text = this.text.slice(offset) + delta;
    this.end = this.text.length;
    this.at -= offset;
    this.start = Math.max(0, this.start - offset);
    this.element = null;
    this.parts = [];
    this.keys = new LooseKeys(this.text);
    this.tags = new EndTags(this.text);
    this.plainUntil = { inline: 0, block: 0 };
    this.lastLine = { start: 0, end: -1 };
    this.spans = { lineEnd: -1, closes: new Map() };
    this.absent.clear();
  }

  /** Starts again at `offset` and drops all parts before it: they were reasoning. */
  startAfter(offset: number): void {
    this.parts = [];
    this.isInList = false;
    this.element = null;
    this.start = offset;
    this.isStripped = true;
    this.at = offset;
    this.reading = 'front';
  }

  /** A stream stops here: only the complete reply can tell. */
  block(): false {
    this.isBlocked = true;
    return false;
  }

  note(part: Omit<JsonPart, 'kind' | 'flaw'>): JsonPart {
    const { start, end, json, scan } = part;
    const placement = this.placementAt(start, part.placement);
    const noted: JsonPart = { kind: 'json', flaw: null, placement, start, end, json, scan };
    if (noted.placement === 'wrapped') this.widenToElement(noted);
    this.parts.push(noted);
    return noted;
  }

  placementAt(start: number, placement: Placement): Placement {
    if (this.element && start < this.element.end) return 'wrapped';
    return this.isInList ? 'listed' : placement;
  }

  /** A value that fills its element takes the place of the element. */
  private widenToElement(part: JsonPart): void {
    const { text, element } = this;
    if (!element || skipBlanks(text, element.contentStart) < part.start) return;
    if (skipBlanks(text, part.end) < element.closeStart) return;
    part.start = element.start;
    part.end = element.end;
  }

  enterElement(start: number, contentStart: number, name: string): void {
    const close = this.endTagAfter(name, contentStart);
    if (!close || close.end <= (this.element?.end ?? 0)) return;
    this.element = { start, contentStart, closeStart: close.start, end: close.end };
  }

  endTagAfter(name: string, from: number): { start: number; end: number } | null {
    return this.tags.after(name, from);
  }

  /** Remembers the last line: one long line may hold many values, tags and marks. */
  lineEndAt(at: number): number {
    const { start, end } = this.lastLine;
    if (at >= start && at <= end) return end;
    this.lastLine = { start: at, end: lineEndAt(this.text, at, this.end) };
    return this.lastLine.end;
  }

  /** Where the inline code that begins at `at` ends; null when nothing closes it. */
  codeSpanEnd(at: number): number | null {
    const lineEnd = this.lineEndAt(at);
    if (this.spans.lineEnd !== lineEnd)
      this.spans = { lineEnd, closes: findCodeSpans(this.text, at, lineEnd) };
    return this.spans.closes.get(at) ?? null;
  }

  /** Whether the line of `at` has arrived completely. */
  hasLine(at: number): boolean {
    return this.isComplete || this.lineEndAt(at) < this.end;
  }

  /** Whether only blanks and leaked tokens are before `offset`. */
  isFirst(offset: number): boolean {
    return !this.hasWords && skipBlanksAndTokens(this.text, this.start, offset) >= offset;
  }

  wordsInLine(at: number): string {
    const lineEnd = this.lineEndAt(at);
    return this.text.slice(skipTurnTokensInLine(this.text, at, lineEnd), lineEnd);
  }

  find(mark: string, from: number): number {
    if (this.absent.has(mark)) return -1;
    const found = this.text.indexOf(mark, from);
    if (found === -1) this.absent.add(mark);
    return found;
  }
}

/** Offset of the first character from `from` that is neither blank nor part of a leaked token. */
export function skipBlanksAndTokens(text: string, from: number, end: number): number {
  for (let at = skipBlanks(text, from, end); ; ) {
    const after = skipTurnToken(text, at);
    if (after === at || after > end) return at;
    at = skipBlanks(text, after, end);
  }
}

/** Where the text for a person ends: before leaked tokens and invisible marks, but after other white space. */
function findEnd(text: string): number {
  let end = text.length;
  for (;;) {
    const word = skipBlanksBackward(text, end);
    const before = skipTurnTokenBackward(text, word);
    if (before === word)
      return end < text.length || hasInvisible(text, word, text.length) ? word : text.length;
    end = before;
  }
}

export function hasInvisible(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (isInvisible(text.charCodeAt(at))) return true;
  return false;
}
