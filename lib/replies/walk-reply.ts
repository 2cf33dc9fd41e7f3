import { skipBlanks, skipBlanksInLine } from './blank';
import { backquote, leftTriangle, lessThan } from './characters';
import { findCodeSpans } from './code-spans';
import { fenceOpeningAt } from './fence';
import { foreignMarkAt } from './foreign-marks';
import { openBrace, openBracket } from './json/json-characters';
import { scanJson } from './json/json-scan';
import { keyLineAt } from './key-line';
import { skipTurnTokensInLine } from './leaked-tokens';
import { listContentAt } from './list-item';
import { tagAt } from './markup';
import { reasoningCloseAt, reasoningOpenAt } from './reasoning';
import { ReplyCursor } from './reply-cursor';
import type { JsonPart, WalkedReply } from './reply-parts';
import { walkFence } from './walk-fence';
import { toolCallClose, toolCallOpen, walkToolCall } from './walk-tool-call';

/**
 * Walks over a reply once, from left to right, and notes everything that may be a call and its place. JSON strings
 * outrank markup, and reasoning outranks JSON. An unpaired closing reasoning mark makes everything before it
 * reasoning, so the walk starts again after it; the last such mark decides.
 */
export function walkReply(text: string): WalkedReply {
  return new ReplyWalker(text).walk();
}

class ReplyWalker {
  private readonly cursor: ReplyCursor;

  constructor(private readonly text: string) {
    this.cursor = new ReplyCursor(text);
  }

  walk(): WalkedReply {
    const { cursor } = this;
    while (cursor.at < cursor.end) this.walkLine();
    return cursor.finish();
  }

  private walkLine(): void {
    const { text } = this;
    const lineEnd = this.cursor.lineEndAt(this.cursor.at);
    const first = skipTurnTokensInLine(text, this.cursor.at, lineEnd);
    if (first >= lineEnd) {
      this.cursor.at = lineEnd + 1;
      return;
    }
    const listContent = listContentAt(text, first, lineEnd);
    if (listContent !== null) this.cursor.isInList = true;
    else if (first - this.cursor.at < 2) this.cursor.isInList = false;
    const content = listContent === null ? first : skipTurnTokensInLine(text, listContent, lineEnd);
    if (content >= lineEnd || text[content] === '>' || text[content] === '|') this.cursor.at = lineEnd + 1;
    else if (!this.walkBlock(content, lineEnd)) this.walkProse(content, content);
  }

  /** Reads a block, which can begin only at the start of a line; false when the line is ordinary prose. */
  private walkBlock(first: number, lineEnd: number): boolean {
    const { text } = this;
    switch (text[first]) {
      case '`':
      case '~': {
        const opening = fenceOpeningAt(text, first, lineEnd);
        if (opening) walkFence(this.cursor, opening, first);
        return opening !== null;
      }
      case '{':
      case '[':
      case '｛':
        return this.walkMark(first, true, first) !== null || this.walkJsonLine(first);
      case '<':
        return this.walkMark(first, true, first) !== null || this.walkElement(first);
      case '/':
        return text[first + 1] === '*' && this.cursor.skipTo('*/', first + 2);
      case '}':
      case ']':
        this.noteStrayClosers(first, lineEnd);
        return false;
      default:
        this.noteKeyLine(first, lineEnd);
        return this.walkMark(first, true, first) !== null;
    }
  }

  /** Reads prose up to the end of its line: everything in it is inline. */
  private walkProse(from: number, lineStart: number): void {
    const { text } = this;
    let lineEnd = this.cursor.lineEndAt(from);
    let spans: Map<number, number> | null = null;
    this.cursor.at = from;
    while (this.cursor.at < lineEnd) {
      const at = this.cursor.at;
      const code = text.charCodeAt(at);
      if (code === backquote) {
        spans ??= findCodeSpans(text, at, lineEnd);
        this.walkCodeSpan(at, spans.get(at) ?? null, lineStart, lineEnd);
      } else if (code === openBrace || code === openBracket || code === lessThan || code === leftTriangle) {
        const step = this.walkMark(at, false, lineStart);
        if (step === 'new_line') return;
        if (step === null && (code === openBrace || code === openBracket))
          this.cursor.takeJson(at, 'inline', lineStart);
        else if (step === null) this.cursor.at = at + 1;
        if (this.cursor.at > lineEnd) {
          lineEnd = this.cursor.lineEndAt(this.cursor.at);
          spans = null;
        }
      } else this.cursor.at = at + 1;
    }
    this.cursor.at = lineEnd + 1;
  }

  /** Inline code is documentation; only a span that fills its line is noted. */
  private walkCodeSpan(at: number, close: number | null, lineStart: number, lineEnd: number): void {
    const { text } = this;
    let contentStart = at;
    while (text[contentStart] === '`') contentStart += 1;
    this.cursor.at = close ?? contentStart;
    if (close === null || at !== lineStart || skipTurnTokensInLine(text, close, lineEnd) !== lineEnd) return;
    if (text.startsWith('json', contentStart)) contentStart += 4;
    const jsonStart = skipBlanksInLine(text, contentStart, lineEnd);
    if (text[jsonStart] !== '{') return;
    const contentEnd = close - (contentStart > at ? 1 : 0);
    this.cursor.note(
      'code_span',
      at,
      close,
      jsonStart,
      scanJson(text, jsonStart, contentEnd),
      null,
      lineStart,
    );
  }

  /**
   * Reads what may also begin in mid-line: comments, reasoning, <tool_call> tags and marks of other formats. Returns
   * whether reading continues on the same line or as at the start of a line; null when there is no mark.
   */
  private walkMark(at: number, isFirst: boolean, lineStart: number): 'same_line' | 'new_line' | null {
    const { text } = this;
    const close = reasoningCloseAt(text, at);
    if (close !== null) {
      this.cursor.startAfter(close);
      return 'new_line';
    }
    const open = reasoningOpenAt(text, at);
    if (open) return this.walkReasoning(at, open);
    if (text.startsWith('<!--', at)) return this.cursor.skipTo('-->', at + 4) ? 'same_line' : null;
    if (text.startsWith(toolCallOpen, at))
      return walkToolCall(this.cursor, at, isFirst, lineStart) ? 'new_line' : null;
    const mark = foreignMarkAt(text, at, isFirst);
    if (!mark || mark.end > this.cursor.end) return null;
    const end =
      (mark.endTag ? this.cursor.endTags.after(mark.endTag, mark.end)?.end : null) ?? this.cursor.end;
    if (!this.cursor.elementAt(at))
      this.cursor.parts.push({
        kind: 'foreign',
        format: mark.format,
        start: at,
        end,
        isFirstOnLine: isFirst,
      });
    this.cursor.at = end;
    return 'new_line';
  }

  private walkReasoning(start: number, open: { end: number; close: string }): 'same_line' {
    const close = this.cursor.find(open.close, open.end);
    const end = close === -1 ? this.text.length : close + open.close.length;
    this.cursor.parts.push({ kind: 'reasoning', start, end, isClosed: close !== -1 });
    this.cursor.at = end;
    return 'same_line';
  }

  private walkElement(first: number): boolean {
    const tag = tagAt(this.text, first);
    if (!tag) return false;
    if (!tag.isClose && !tag.isSelfClosing) {
      const close = this.cursor.endTags.after(tag.name, tag.end);
      if (close && close.end > (this.cursor.element?.end ?? 0))
        this.cursor.element = { name: tag.name, end: close.end };
    }
    this.cursor.at = tag.end;
    return true;
  }

  /** Reads one or more JSON values that begin a line. */
  private walkJsonLine(first: number): boolean {
    const { text } = this;
    const parts: JsonPart[] = [];
    for (let at = first; ; ) {
      const part = this.cursor.takeJson(at, 'alone', first);
      if (!part?.scan.ok) {
        if (part || !this.isAtLineStart(first)) this.walkProse(this.cursor.at, first);
        return true;
      }
      parts.push(part);
      const lineEnd = this.cursor.lineEndAt(part.end);
      let next = skipTurnTokensInLine(text, part.end, lineEnd);
      if (text.startsWith(toolCallClose, next))
        next = skipTurnTokensInLine(text, next + toolCallClose.length, lineEnd);
      if (next >= lineEnd) {
        this.cursor.at = lineEnd + 1;
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

  /** Whether only blanks are between the last line break after `from` and the next character to read. */
  private isAtLineStart(from: number): boolean {
    const before = this.text.slice(from, this.cursor.at).trimEnd();
    return this.text.slice(from + before.length, this.cursor.at).includes('\n');
  }

  private noteKeyLine(first: number, lineEnd: number): void {
    if (this.cursor.isInList || this.cursor.elementAt(first)) return;
    const line = keyLineAt(this.text, first, lineEnd);
    if (line) this.cursor.parts.push(line);
  }

  /** Flags a value when the next line holds only stray closing characters. */
  private noteStrayClosers(first: number, lineEnd: number): void {
    const last = this.cursor.parts.at(-1);
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
}

function isPunctuation(character: string): boolean {
  return '}]),;"\'`/#*<.:\\|'.includes(character);
}
