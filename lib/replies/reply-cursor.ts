import { lineEndAt } from './blank';
import { type JsonScan, scanJson } from './json/json-scan';
import { skipTurnTokensInLine } from './leaked-tokens';
import { findBrokenEnd, isMeantAsJson } from './loose-json';
import { EndTags } from './markup';
import { findEnd, readFront } from './reply-edges';
import type { JsonPart, Placement, ReplyPart, WalkedReply } from './reply-parts';

/**
 * The position in a reply, the list or element around it, and the parts found so far. Every search ahead happens
 * only once, so that the walk is linear.
 */
export class ReplyCursor {
  at = 0;
  start = 0;
  readonly end: number;
  readonly endTags: EndTags;
  parts: ReplyPart[] = [];
  isInList = false;
  /** The element around the current position, if any. */
  element: { name: string; end: number } | null = null;
  private lastLine = { start: 0, end: -1 };
  /** Closing marks that do not occur from here on, so that each is searched for once. */
  private readonly absent = new Set<string>();

  constructor(readonly text: string) {
    this.endTags = new EndTags(text);
    this.end = findEnd(text, 0);
    this.startAfter(0);
  }

  finish(): WalkedReply {
    return { text: this.text, start: this.start, end: Math.max(this.end, this.start), parts: this.parts };
  }

  /** Starts again at `offset` and drops all parts before it: they were reasoning. */
  startAfter(offset: number): void {
    const front = readFront(this.text, offset);
    this.parts = [];
    this.isInList = false;
    this.element = null;
    this.start = front.start;
    this.at = front.start;
    if (front.openReasoning === null) return;
    this.parts.push({
      kind: 'reasoning',
      start: front.openReasoning,
      end: this.text.length,
      isClosed: false,
    });
    this.start = this.text.length;
    this.at = this.text.length;
  }

  /** Reads the value at `at` and notes it if it is, or was meant as, JSON; otherwise skips it. */
  takeJson(at: number, placement: Placement, lineStart: number): JsonPart | null {
    const { text, end } = this;
    const scan = scanJson(text, at, end);
    if (scan.ok) {
      this.at = scan.end;
      return this.note(placement, at, scan.end, at, scan, null, lineStart);
    }
    if (!isMeantAsJson(text, at, scan, end, placement === 'inline')) {
      this.at = stepOver(text, at, scan.offset);
      return null;
    }
    const brokenEnd = findBrokenEnd(text, scan, end, placement === 'inline');
    this.at = Math.max(brokenEnd, at + 1);
    return this.note(placement, at, this.at, at, scan, null, lineStart);
  }

  note(
    placement: Placement,
    start: number,
    end: number,
    jsonStart: number,
    scan: JsonScan,
    flaw: JsonPart['flaw'],
    lineStart: number,
  ): JsonPart {
    const element = this.elementAt(start);
    const actual =
      element !== null ? 'wrapped' : this.isInList && placement !== 'inline' ? 'listed' : placement;
    const part: JsonPart = {
      kind: 'json',
      placement: this.isInList && actual === 'inline' ? 'listed' : actual,
      start,
      end,
      jsonStart,
      jsonEnd: scan.ok ? scan.end : end,
      scan,
      flaw,
      lineStart,
      element,
    };
    this.parts.push(part);
    return part;
  }

  /** Remembers the last line: one long line may hold many values, tags and marks. */
  lineEndAt(at: number): number {
    const { start, end } = this.lastLine;
    if (at >= start && at <= end) return end;
    this.lastLine = { start: at, end: lineEndAt(this.text, at, this.end) };
    return this.lastLine.end;
  }

  elementAt(at: number): string | null {
    return this.element && at < this.element.end ? this.element.name : null;
  }

  hasWordsInLine(at: number): boolean {
    const lineEnd = lineEndAt(this.text, at, this.end);
    const next = skipTurnTokensInLine(this.text, at, lineEnd);
    return next < lineEnd && this.text[next] !== '<';
  }

  skipTo(mark: string, from: number): boolean {
    const found = this.find(mark, from);
    if (found === -1) return false;
    this.at = found + mark.length;
    return true;
  }

  find(mark: string, from: number): number {
    if (this.absent.has(mark)) return -1;
    const found = this.text.indexOf(mark, from);
    if (found === -1) this.absent.add(mark);
    return found;
  }
}

/** Skips text that failed to parse, stopping at the next tag or line break. */
function stepOver(text: string, at: number, read: number): number {
  for (let next = at + 1; next < read; next += 1) if (text[next] === '<' || text[next] === '\n') return next;
  return Math.max(read, at + 1);
}
