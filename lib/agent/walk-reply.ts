import { lineEndAt, skipBlanks, skipBlanksInLine } from './blank';
import { findCodeSpans } from './code-spans';
import { closesFence, type FenceOpening, fenceOpeningAt, findFenceClose, isBareOrJson } from './fence';
import { foreignMarkAt } from './foreign-marks';
import { type JsonScan, scanJson } from './json-scan';
import { keyLineAt } from './key-line';
import { skipTurnTokensInLine } from './leaked-tokens';
import { listContentAt } from './list-item';
import { findBrokenEnd, isMeantAsJson } from './loose-json';
import { EndTags, tagAt } from './markup';
import { reasoningCloseAt, reasoningOpenAt } from './reasoning';
import { findEnd, readFront } from './reply-edges';
import type { JsonPart, Placement, ReplyPart, WalkedReply } from './reply-parts';

/**
 * Walks over a reply once, from left to right, and notes everything that may be a call and where it stands. JSON
 * strings outrank markup and reasoning outranks JSON. An unpaired closing reasoning mark makes everything before it
 * reasoning, so it starts the walk anew; the last one decides.
 */
export function walkReply(text: string): WalkedReply {
  return new ReplyWalker(text).walk();
}

const toolCallOpen = '<tool_call>';
const toolCallClose = '</tool_call>';

class ReplyWalker {
  private at = 0;
  private start = 0;
  private readonly end: number;
  private parts: ReplyPart[] = [];
  private isInList = false;
  /** The element around what is being read, if any. */
  private element: { name: string; end: number } | null = null;
  private lastLine = { start: 0, end: -1 };
  private readonly endTags: EndTags;
  /** Closing marks known to be absent from here on: they are looked for once. */
  private readonly absent = new Set<string>();

  constructor(private readonly text: string) {
    this.endTags = new EndTags(text);
    this.end = findEnd(text, 0);
  }

  walk(): WalkedReply {
    this.startAfter(0);
    while (this.at < this.end) this.walkLine();
    const end = Math.max(this.end, this.start);
    return { text: this.text, start: this.start, end, parts: this.parts };
  }

  private startAfter(offset: number): void {
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

  private walkLine(): void {
    const { text } = this;
    const lineEnd = this.lineEndAt(this.at);
    const first = skipTurnTokensInLine(text, this.at, lineEnd);
    if (first >= lineEnd) {
      this.at = lineEnd + 1;
      return;
    }
    const listContent = listContentAt(text, first, lineEnd);
    if (listContent !== null) this.isInList = true;
    else if (first - this.at < 2) this.isInList = false;
    const content = listContent ?? first;
    if (text[content] === '>' || text[content] === '|') this.at = lineEnd + 1;
    else if (!this.walkBlock(content, lineEnd)) this.walkProse(content, content);
  }

  /** Reads what only the beginning of a line can begin; false when it is ordinary prose. */
  private walkBlock(first: number, lineEnd: number): boolean {
    const { text } = this;
    switch (text[first]) {
      case '`':
      case '~': {
        const opening = fenceOpeningAt(text, first, lineEnd);
        if (opening) this.walkFence(opening, first);
        return opening !== null;
      }
      case '{':
      case '[':
      case '｛':
        return this.walkMark(first, true, first) !== null || this.walkJsonLine(first);
      case '<':
        return this.walkMark(first, true, first) !== null || this.walkElement(first);
      case '/':
        return text[first + 1] === '*' && this.skipTo('*/', first + 2);
      case '}':
      case ']':
        this.noteStrayClosers(first, lineEnd);
        return false;
      default:
        this.noteKeyLine(first, lineEnd);
        return this.walkMark(first, true, first) !== null;
    }
  }

  /** Prose up to the end of its line: whatever stands in it, stands inline. */
  private walkProse(from: number, lineStart: number): void {
    const { text } = this;
    let lineEnd = this.lineEndAt(from);
    let spans: Map<number, number> | null = null;
    this.at = from;
    while (this.at < lineEnd) {
      const at = this.at;
      const code = text.charCodeAt(at);
      if (code === 96) {
        spans ??= findCodeSpans(text, at, lineEnd);
        this.walkCodeSpan(at, spans.get(at) ?? null, lineStart, lineEnd);
      } else if (code === 123 || code === 91 || code === 60 || code === 0x25c1) {
        const step = this.walkMark(at, false, lineStart);
        if (step === 'new_line') return;
        if (step === null && code !== 60 && code !== 0x25c1) this.takeJson(at, 'inline', lineStart);
        else if (step === null) this.at = at + 1;
        if (this.at > lineEnd) {
          lineEnd = this.lineEndAt(this.at);
          spans = null;
        }
      } else this.at = at + 1;
    }
    this.at = lineEnd + 1;
  }

  /** Inline code is documentation; only a span that is a whole line is remembered. */
  private walkCodeSpan(at: number, close: number | null, lineStart: number, lineEnd: number): void {
    const { text } = this;
    let contentStart = at;
    while (text[contentStart] === '`') contentStart += 1;
    this.at = close ?? contentStart;
    if (close === null || at !== lineStart || skipTurnTokensInLine(text, close, lineEnd) !== lineEnd) return;
    if (text.startsWith('json', contentStart)) contentStart += 4;
    const jsonStart = skipBlanksInLine(text, contentStart, lineEnd);
    if (text[jsonStart] !== '{') return;
    const contentEnd = close - (contentStart > at ? 1 : 0);
    this.note('code_span', at, close, jsonStart, scanJson(text, jsonStart, contentEnd), null, lineStart);
  }

  /**
   * Comments, reasoning, <tool_call> tags and other formats' marks: what may also begin in mid-line. Says where
   * reading goes on: on the same line, or as if a line began; null when there is no mark.
   */
  private walkMark(at: number, isFirst: boolean, lineStart: number): 'same_line' | 'new_line' | null {
    const { text } = this;
    const close = reasoningCloseAt(text, at);
    if (close !== null) {
      this.startAfter(close);
      return 'new_line';
    }
    const open = reasoningOpenAt(text, at);
    if (open) return this.walkReasoning(at, open);
    if (text.startsWith('<!--', at)) return this.skipTo('-->', at + 4) ? 'same_line' : null;
    if (text.startsWith(toolCallOpen, at))
      return this.walkToolCall(at, isFirst, lineStart) ? 'new_line' : null;
    const mark = foreignMarkAt(text, at, isFirst);
    if (!mark || mark.end > this.end) return null;
    const end = (mark.endTag ? this.endTags.after(mark.endTag, mark.end)?.end : null) ?? this.end;
    if (!this.elementAt(at))
      this.parts.push({ kind: 'foreign', format: mark.format, start: at, end, isFirstOnLine: isFirst });
    this.at = end;
    return 'new_line';
  }

  private walkReasoning(start: number, open: { end: number; close: string }): 'same_line' {
    const close = this.find(open.close, open.end);
    const end = close === -1 ? this.text.length : close + open.close.length;
    this.parts.push({ kind: 'reasoning', start, end, isClosed: close !== -1 });
    this.at = end;
    return 'same_line';
  }

  private walkElement(first: number): boolean {
    const tag = tagAt(this.text, first);
    if (!tag) return false;
    if (!tag.isClose && !tag.isSelfClosing) {
      const close = this.endTags.after(tag.name, tag.end);
      if (close && close.end > (this.element?.end ?? 0)) this.element = { name: tag.name, end: close.end };
    }
    this.at = tag.end;
    return true;
  }

  /** One or more JSON values that begin a line. */
  private walkJsonLine(first: number): boolean {
    const { text } = this;
    const parts: JsonPart[] = [];
    for (let at = first; ; ) {
      const part = this.takeJson(at, 'alone', first);
      if (!part?.scan.ok) {
        this.walkProse(this.at, first);
        return true;
      }
      parts.push(part);
      const lineEnd = this.lineEndAt(part.end);
      let next = skipTurnTokensInLine(text, part.end, lineEnd);
      if (text.startsWith(toolCallClose, next))
        next = skipTurnTokensInLine(text, next + toolCallClose.length, lineEnd);
      if (next >= lineEnd) {
        this.at = lineEnd + 1;
        return true;
      }
      at = next;
      if (text[at] === '{' || text[at] === '[') continue;
      const flaw = isPunctuation(text.charAt(at)) ? 'followed_by_marks' : 'followed_by_words';
      for (const earlier of parts) earlier.flaw = flaw;
      this.walkProse(at, first);
      return true;
    }
  }

  /** Reads the value at `at` and notes it if it is, or was meant as, JSON; otherwise steps over what was read. */
  private takeJson(at: number, placement: Placement, lineStart: number): JsonPart | null {
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

  private walkToolCall(start: number, isFirst: boolean, lineStart: number): boolean {
    const { text, end } = this;
    const contentStart = start + toolCallOpen.length;
    let at = skipBlanks(text, contentStart, end);
    const isBlock = text.slice(contentStart, at).includes('\n');
    const fence = fenceOpeningAt(text, at, this.lineEndAt(at));
    if (fence && isBareOrJson(fence.label)) at = skipBlanks(text, fence.contentStart, end);
    if (at < end && text[at] !== '{' && text[at] !== '[')
      return this.walkToolCallWithoutJson(start, at, isFirst, isBlock);
    const placement = isFirst || isBlock ? 'tag' : 'inline';
    for (;;) {
      const scan = scanJson(text, at, end);
      const part = this.note(placement, start, end, at, scan, null, lineStart);
      let next = skipBlanks(text, scan.ok ? scan.end : scan.offset, end);
      if (scan.ok && fence && closesFence(text, next, this.lineEndAt(next), fence)) {
        next = skipBlanks(text, this.lineEndAt(next), end);
      }
      if (scan.ok && text[next] === '{') {
        at = next;
        continue;
      }
      const close = this.endTags.after('tool_call', next);
      part.end = close?.end ?? (placement === 'inline' && scan.ok ? scan.end : end);
      this.at = part.end;
      if (scan.ok && !close) part.flaw = 'unclosed';
      else if (scan.ok && close && close.start !== next) part.flaw = 'followed_by_marks';
      else if (!isBlock && this.hasWordsInLine(part.end)) part.flaw = 'followed_by_words';
      return true;
    }
  }

  private walkToolCallWithoutJson(
    start: number,
    payload: number,
    isFirst: boolean,
    isBlock: boolean,
  ): boolean {
    const { text } = this;
    const close = this.endTags.after('tool_call', payload);
    const isMarkup = text[payload] === '<' && text[payload + 1] !== '/';
    const isEmpty = close?.start === payload;
    if (
      !(isMarkup || (isFirst && (isBlock || close !== null) && !(isEmpty && this.hasWordsInLine(close.end))))
    )
      return false;
    const end = close?.end ?? this.end;
    this.parts.push({
      kind: 'foreign',
      format: '<tool_call> without a JSON object',
      start,
      end,
      isFirstOnLine: isFirst,
    });
    this.at = end;
    return true;
  }

  private walkFence(opening: FenceOpening, start: number): void {
    const { text, end } = this;
    const { contentStart, label } = opening;
    const isCallFence = isBareOrJson(label);
    const jsonStart = skipBlanks(text, contentStart, end);
    const leading =
      isCallFence && (text[jsonStart] === '{' || text[jsonStart] === '[')
        ? scanJson(text, jsonStart, end)
        : null;
    const close = this.fenceClose(opening, leading, contentStart);
    const contentEnd = close?.contentEnd ?? end;
    const fenceEnd = Math.min(close?.end ?? end, end);
    this.at = fenceEnd + 1;
    if (!isCallFence || (label === '' && leading === null)) {
      this.parts.push({ kind: 'labelled_fence', label, start, end: fenceEnd, contentStart, contentEnd });
      return;
    }
    const flaw = opening.isGlued ? 'glued' : close ? null : 'unclosed';
    this.noteFenceContent(jsonStart, contentEnd, leading, { start, end: fenceEnd, flaw });
  }

  /** A closing marker may stand on a line of its own or right behind the JSON value. */
  private fenceClose(
    opening: FenceOpening,
    leading: JsonScan | null,
    contentStart: number,
  ): { contentEnd: number; end: number } | null {
    const { text, end } = this;
    if (!leading?.ok) return findFenceClose(text, contentStart, end, opening);
    const lineEnd = this.lineEndAt(leading.end);
    const next = skipBlanksInLine(text, leading.end, lineEnd);
    if (closesFence(text, next, lineEnd, opening)) return { contentEnd: next, end: lineEnd };
    return findFenceClose(text, lineEnd + 1, end, opening);
  }

  private noteFenceContent(
    from: number,
    contentEnd: number,
    leading: JsonScan | null,
    fence: { start: number; end: number; flaw: JsonPart['flaw'] },
  ): void {
    const { text } = this;
    let last: JsonPart | null = null;
    for (let at = from; at < contentEnd; ) {
      if (last && text[at] !== '{' && text[at] !== '[') {
        last.flaw = 'followed_by_marks';
        return;
      }
      const scan = !last && leading?.ok ? leading : scanJson(text, at, contentEnd);
      last = this.note('fence', fence.start, fence.end, at, scan, fence.flaw, fence.start);
      if (!scan.ok) return;
      at = skipBlanks(text, scan.end, contentEnd);
    }
    if (!last)
      this.note(
        'fence',
        fence.start,
        fence.end,
        from,
        scanJson(text, contentEnd, contentEnd),
        fence.flaw,
        fence.start,
      );
  }

  private note(
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

  private noteKeyLine(first: number, lineEnd: number): void {
    if (this.isInList || this.elementAt(first)) return;
    const line = keyLineAt(this.text, first, lineEnd);
    if (line) this.parts.push(line);
  }

  /** One brace too many on the line after a value: the value did not stand there whole. */
  private noteStrayClosers(first: number, lineEnd: number): void {
    const last = this.parts.at(-1);
    if (
      last?.kind !== 'json' ||
      last.placement !== 'alone' ||
      skipBlanks(this.text, last.end, first) !== first
    )
      return;
    const isOnlyClosers = [...this.text.slice(first, Math.min(lineEnd, first + 40))].every((character) =>
      '}]), \t\r;"'.includes(character),
    );
    if (isOnlyClosers) last.flaw = 'followed_by_marks';
  }

  /** Many values, tags or marks may stand on one long line: its end is looked for once. */
  private lineEndAt(at: number): number {
    const { start, end } = this.lastLine;
    if (at >= start && at <= end) return end;
    this.lastLine = { start: at, end: lineEndAt(this.text, at, this.end) };
    return this.lastLine.end;
  }

  private elementAt(at: number): string | null {
    return this.element && at < this.element.end ? this.element.name : null;
  }

  private hasWordsInLine(at: number): boolean {
    const lineEnd = lineEndAt(this.text, at, this.end);
    const next = skipTurnTokensInLine(this.text, at, lineEnd);
    return next < lineEnd && this.text[next] !== '<';
  }

  private skipTo(mark: string, from: number): boolean {
    const found = this.find(mark, from);
    if (found === -1) return false;
    this.at = found + mark.length;
    return true;
  }

  private find(mark: string, from: number): number {
    if (this.absent.has(mark)) return -1;
    const found = this.text.indexOf(mark, from);
    if (found === -1) this.absent.add(mark);
    return found;
  }
}

/** Behind what was read in vain, but not past markup or the line: those are read for what they are. */
function stepOver(text: string, at: number, read: number): number {
  for (let next = at + 1; next < read; next += 1) if (text[next] === '<' || text[next] === '\n') return next;
  return Math.max(read, at + 1);
}

function isPunctuation(character: string): boolean {
  return '}]),;"\'`/#*<.:\\|'.includes(character);
}
