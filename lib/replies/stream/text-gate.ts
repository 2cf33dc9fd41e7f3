import { lineEndAt, matchAt, skipBlanks } from '../characters';
import { isFunctionName, pythonCalls, toolNamedBefore } from '../dialects';
import { closesFence, type FenceOpening } from '../fence';
import { keysIn } from '../keys';
import { hasReasoningCloseAfter, reasoningCloseAt, reasoningOpenAt, skipTurnToken } from '../marks';
import { verdictOn } from '../piece';
import { readPart } from '../read-lines';
import { invisible, type Reader, skipTailBackward } from '../reader';
import { findWholeCall } from '../whole-reply';

export type TextGate = {
  /** Takes the next piece of a reply and returns the text to show now, '' when there is none. */
  push: (delta: string) => string;
};

/**
 * Decides how much of a reply to show while it is still arriving (docs/specifications/agent-loop-and-tools.md): it
 * holds back everything that may turn out to be a call. In any chunking,
 *
 * - if `parseReply` will return text, the text let through is a prefix of it;
 * - if it will return a call or a malformed reply, only words before the attempt are let through;
 * - reasoning is never let through, and the time spent is linear in the reply.
 *
 * It reads complete lines as `parseReply` does, and more of them while a value, comment or fence is open. A block that is
 * only text and data is shown; at any other, and at one that stays open too long, the gate closes for good. Plain prose
 * flows up to the first mark of its line, and a fence in another language line by line.
 *
 * No gate can foresee a closing reasoning mark without an opening one, which makes everything before it reasoning.
 * The gate then calls `onReset` before `push` returns, and the caller removes all text so far from the screen.
 */
export function createTextGate(onReset?: () => void): TextGate {
  const gate = new Gate(onReset ?? (() => undefined));
  return { push: (delta) => gate.push(delta) };
}

/** A block that stays open for longer than this is shown when the reply is complete. */
const longestWait = 3_000;
/** No mark at the front of a reply and no closing reasoning mark is longer. */
const longestMark = 80;
/** A part of a reply is read with this much of the text before it. */
const longestLookBack = 200;
/** So much of a line or fence tells what it is. */
const longestHead = 200;

/** A line of words: perhaps a list or heading mark, then one word that is complete and no key of a call. */
const plainHead =
  /^\s*(?:#{1,6} |[-*+•] )?[*_]{0,3}(?:(?!(?:tool|parameters|terminate|action)\b|assistant|analysis|commentary)([a-z][a-z'’-]*)(?:[,.;:!?)]|\s\s?[^\s{<])|[^\p{ASCII}\s｛“”„‘’«»＂＇◁])/iu;
/** First characters of a line that does not begin with words. */
const noWords = /^[`~|{}[<"'>]/;
/** Words, quotation marks around no key, inline code, links and plain tags: they can be shown, whatever comes next. */
const words =
  /(?:[^\n{｛`<[◁"'“”„‘]+|(?<![^\p{L}])'(?=\p{L})|["'“”„‘](?=[^tp{])|(?<!`)`[^`{<\n]{1,200}`(?=[^`])|\[(?![A-Z_/]+\]|tool_call|function_call)[^\][{}"'`<(\n]{1,200}\]|<(?=[\s\d=])|<\/?(?:[abipqsu]|h[1-6]|br|em|code|strong|https?:[^\s<>]{1,200})>)*/uy;
/** A channel's name glued to its text: Harmony without its tokens. */
const gluedChannel = /^\s*(?:assistant(?:analysis|commentary)|(?:analysis|commentary)(?:\p{Lu}| to=))/u;
/** Without any of these, a line holds no key and no name of a call, and no mark. */
const lineMark = /[{｛`<[◁"'“”„‘~}\]:：=/_]|[a-z][A-Z]/;
/** What may end a closing reasoning mark. */
const markEnd = /[>\]▷]/;
/** A line that waits does so until its end, or until reasoning may end in it. */
const turn = /[\n>\]▷]/;
const mark = /[\n{｛`<[◁"'“”„‘]/;

class Gate {
  private reading: 'front' | 'reasoning' | 'lines' | 'code' | 'nothing' = 'front';
  /** What arrived and is not settled: the block whose last line begins at `lineStart`, and what of it is not shown. */
  private held = '';
  private lineStart = 0;
  private rest = '';
  private flow: 'undecided' | 'flows' | 'waits' = 'undecided';
  private judgedLength = 0;
  /** The fence that is open at the end of the block, or whose lines are shown. */
  private fence: FenceOpening | null = null;
  private reasoningClose = '';
  /** Blanks before the first word, and whether something before it was cut off: reasoning or a leaked token. */
  private blanks = '';
  private isStripped = false;
  /** The end of what was read before the block. */
  private before = '';
  private hasWords = false;
  /** To show when `push` returns. */
  private fresh = '';
  private isOnScreen = false;
  /** Blanks and leaked tokens, held because they are cut off at the end of a reply. */
  private tail = '';

  constructor(private readonly onReset: () => void) {}

  push(delta: string): string {
    this.isOnScreen ||= this.fresh !== '';
    this.fresh = '';
    if (this.flow === 'flows' && this.rest === '' && !mark.test(delta)) {
      this.held += delta;
      this.show(delta);
      return this.fresh;
    }
    if ((this.flow === 'waits' || this.reading === 'code') && !turn.test(delta)) {
      this.held += delta;
      this.rest += delta;
      return '';
    }
    for (let unread = delta; unread !== ''; ) {
      const end = lineEndAt(unread, 0) + 1;
      const piece = unread.slice(0, end);
      this.held += piece;
      this.rest += piece;
      unread = this.read(piece) + unread.slice(end);
    }
    return this.fresh;
  }

  /** Reads what is held, of which `piece` has just arrived; returns what must be read again. */
  private read(piece: string): string {
    const isComplete = piece.endsWith('\n');
    switch (this.reading) {
      case 'front':
        return this.readFront();
      case 'reasoning':
        return this.readReasoning();
      case 'nothing':
        if (markEnd.test(piece)) this.close();
        return '';
      case 'code':
        if (isComplete) this.readCodeLine();
        return '';
      case 'lines': {
        this.flowOn();
        const again = markEnd.test(piece) ? this.readReasoningClose() : '';
        if (again !== '' || this.reading !== 'lines') return again;
        if (this.rest.length > longestWait) this.close();
        else if (isComplete) this.readLine();
        return '';
      }
    }
  }

  private take(): string {
    const { held } = this;
    this.held = '';
    this.rest = '';
    this.lineStart = 0;
    this.judgedLength = 0;
    this.flow = 'undecided';
    return held;
  }

  private readFront(): string {
    const text = this.take();
    const word = skipBlanks(text, 0);
    this.blanks += text.slice(0, word);
    const rest = text.slice(word);
    if (rest === '' || (/^[<[◁]/.test(rest) && rest.length < longestMark && !rest.includes('\n'))) {
      this.held = rest;
      return '';
    }
    const open = reasoningOpenAt(rest, 0);
    const end = open?.end ?? reasoningCloseAt(rest, 0) ?? skipTurnToken(rest, 0);
    const { blanks } = this;
    this.blanks = '';
    this.isStripped ||= end > 0 || invisible.test(blanks);
    this.reading = open ? 'reasoning' : end > 0 ? 'front' : 'lines';
    this.reasoningClose = open?.close ?? '';
    return this.isStripped ? rest.slice(end) : blanks + rest;
  }

  private readReasoning(): string {
    const text = this.take();
    const found = text.indexOf(this.reasoningClose);
    if (found === -1) this.held = text.slice(-longestMark);
    else this.reading = 'front';
    return found === -1 ? '' : text.slice(found + this.reasoningClose.length);
  }

  /** Shows the words of the first line of a block up to its first mark. */
  private flowOn(): void {
    const { rest, lineStart } = this;
    if (lineStart > 0 || this.flow === 'waits') return;
    if (this.flow === 'undecided') {
      const head = noWords.test(rest) ? null : plainHead.exec(rest.slice(0, longestHead));
      if (head) this.flow = isFunctionName(head[1] ?? '') ? 'waits' : 'flows';
      else if (rest.length > longestHead || noWords.test(rest)) this.flow = 'waits';
    }
    if (this.flow === 'flows') this.showRest(matchAt(words, rest, 0)?.[0].length ?? 0);
  }

  /** Takes everything back when reasoning without an opening mark ends here, and waits if that is inside inline code. */
  private readReasoningClose(): string {
    const { rest } = this;
    if (!hasReasoningCloseAfter(rest, 0)) return '';
    const first = skipBlanks(rest, 0);
    const end = this.lineStart === 0 ? reasoningCloseAt(rest, first) : null;
    if (end === null && rest[first] !== '`') this.close();
    if (end === null) return '';
    this.take();
    this.withdraw();
    this.isStripped = true;
    this.reading = 'front';
    return rest.slice(end);
  }

  private readLine(): void {
    const { held, lineStart, fence } = this;
    const line = held.slice(lineStart);
    const isPlain = this.rest === '\n' || !lineMark.test(line);
    const isClosed = fence !== null && closesFence(line, 0, line.length - 1, fence);
    this.lineStart = held.length;
    if (gluedChannel.test(line)) this.close();
    else if (lineStart === 0 && isPlain) this.showBlock();
    else if (isClosed || held.length > 1.2 * this.judgedLength) this.judge();
  }

  /** Shows the block if it is only text and data, waits while it is open, and else closes for good. */
  private judge(): void {
    const { held } = this;
    const before = this.before.slice(-longestLookBack);
    const reader = readPart(before + held, before.length);
    const { text, openFence, isOpen } = reader;
    const isCode = openFence && !isOpen && (this.hasWords || isLongCode(text, openFence));
    const isUnfinished = openFence !== null || isOpen || toolNamedBefore(text, text.length) !== null;
    this.fence = openFence;
    this.judgedLength = held.length;
    if (isAttempt(reader) || reader.start > before.length) this.close();
    else if (isCode) this.reading = 'code';
    else if (isUnfinished) return;
    else if (!this.hasWords && (pythonCalls.test(held.trimStart()) || findWholeCall(held))) this.close();
    if (this.reading !== 'nothing') this.showBlock();
  }

  private readCodeLine(): void {
    const { held, fence } = this;
    if (fence && closesFence(held, 0, held.length - 1, fence)) {
      this.reading = 'lines';
      this.fence = null;
    }
    this.showBlock();
  }

  private showBlock(): void {
    this.showRest(this.rest.length);
    this.before += this.take();
    if (this.before.length > 10 * longestLookBack) this.before = this.before.slice(-longestLookBack);
  }

  private showRest(length: number): void {
    if (length > 0) this.show(this.rest.slice(0, length));
    this.rest = this.rest.slice(length);
  }

  private show(text: string): void {
    const visible = skipTailBackward(text).word;
    if (visible > 0) this.fresh += this.tail + text.slice(0, visible);
    this.tail = visible > 0 ? text.slice(visible) : this.tail + text;
    this.hasWords ||= /[\p{L}\p{N}]/u.test(text.replace(/<[^<>]*>/g, ''));
  }

  /** Shows nothing more. If reasoning ends after a draft closed the gate, what was shown before it was reasoning too. */
  private close(): void {
    if (hasReasoningCloseAfter(this.held, 0)) this.withdraw();
    const text = this.take();
    this.reading = 'nothing';
    this.held = text.slice(-longestMark);
  }

  /** The text shown so far was reasoning. */
  private withdraw(): void {
    if (this.isOnScreen) this.onReset();
    this.isOnScreen = false;
    this.hasWords = false;
    this.before = '';
    this.fresh = '';
    this.tail = '';
  }
}

/** Before the first words, a fence of any language may be the shell of a call that is the complete reply. */
function isLongCode(text: string, { contentStart }: FenceOpening): boolean {
  const content = text.slice(contentStart).trimStart();
  return (
    content.length >= longestHead &&
    !/^[{["]/.test(content) &&
    keysIn(text, 0, text.length).contract.length === 0
  );
}

/** Whether a part of a reply holds anything that may be a call, alone or with what follows it. */
function isAttempt({ pieces, keyLines, looseKeys, reasoning }: Reader): boolean {
  return (
    pieces.some((piece) => piece.meaning !== 'data' || verdictOn(piece) !== 'shown') ||
    keyLines.some(({ key }) => key !== 'thought' && key !== 'final answer') ||
    looseKeys.length > 0 ||
    reasoning.length > 0
  );
}
