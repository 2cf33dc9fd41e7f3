import { lineEndAt, matchAt, skipBlanks, visible } from '../characters';
import { isFunctionName, pythonCalls, toolNamedBefore } from '../dialects';
import { closesFence, type FenceOpening } from '../fence';
import { keysIn } from '../keys';
import { hasReasoningCloseAfter, reasoningCloseAt, reasoningOpenAt } from '../marks';
import { verdictOn } from '../piece';
import { readFront, readPart } from '../read-lines';
import { type Reader, skipTailBackward } from '../reader';
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
/** Words, quotation marks around no key, inline code, links and plain tags: they can be shown, whatever comes next. */
const words =
  /(?:[^\n{｛`<[◁"'“”„‘\p{Cs}]+|(?<![^\p{L}])'(?=\p{L})|["'“”„‘](?=[^tp{])|(?<!`)`[^`{<\n]{1,200}`(?=[^`])|\[(?![A-Z_/]+\]|tool_call|function_call)[^\][{}"'`<(\n]{1,200}\]|<(?=[\s\d=])|<\/?(?:[abipqsu]|h[1-6]|br|em|code|strong|https?:[^\s<>]{1,200})>)*/uy;
/** A mark at the front of a reply that more text may complete. */
const unfinishedMark = /[<[◁][^\n]{0,79}$/y;
/** A channel's name glued to its text: Harmony without its tokens. */
const gluedChannel = /^\s*(?:assistant(?:analysis|commentary)|(?:analysis|commentary)(?:\p{Lu}| to=))/u;
/** Without any of these, a line holds no key and no name of a call, and no mark. */
const lineMark = /[{｛`<[◁"'“”„‘~}\]:：=/_]|[a-z][A-Z]/;

const anything = /./s;
const markEnd = /[>\]▷]/;
/** Where the gate is, and what must arrive before there is anything to decide. */
const awaited = {
  /** Before the first word. */
  front: visible,
  /** Before the first word, at a mark that is not complete. */
  token: anything,
  reasoning: markEnd,
  /** At the start of a block, where its first word decides whether it flows. */
  start: anything,
  /** In words, which are shown as they come, in whole characters. */
  words: /[\n{｛`<[◁"'“”„‘\ud800-\udbff]/,
  /** In words, at a mark that is not complete. */
  mark: anything,
  /** In a block that is shown when it is complete. */
  block: /[\n>\]▷]/,
  /** In a fence in another language, which is shown line by line. */
  code: /\n/,
  /** Closed for good. */
  nothing: markEnd,
};
type State = keyof typeof awaited;

class Gate {
  private state: State = 'front';
  /** The end of what is shown. */
  private before = '';
  /** What arrived and is not settled: it begins a line, or comes after words that are shown. */
  private held = '';
  private isAfterWords = false;
  /** Where its last line begins, and how long it was when it was last read. */
  private lineStart = 0;
  private judgedLength = 0;
  /** The fence that is open at the end of the block, or whose lines are shown. */
  private fence: FenceOpening | null = null;
  /** Something before the first word was cut off: reasoning or a leaked token. */
  private isStripped = false;
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
    if (!awaited[this.state].test(delta)) {
      if (this.state === 'words') this.show(delta);
      else this.held += delta;
      return this.fresh;
    }
    for (let at = 0; at < delta.length; ) {
      const end = Math.min(lineEndAt(delta, at) + 1, delta.length);
      const piece = delta.slice(at, end);
      this.held += piece;
      this.read(piece);
      at = end;
    }
    return this.fresh;
  }

  /** Reads what is held, of which `piece` has just arrived: a line or the next part of one. */
  private read(piece: string): void {
    const mayEndReasoning = this.state === 'token' || markEnd.test(piece);
    if (this.state === 'nothing') {
      if (mayEndReasoning) this.close();
      return;
    }
    do {
      if (this.isInFront()) return;
      this.flowOn();
    } while (mayEndReasoning && this.isReasoningOver());
    if (this.held.length > longestWait) this.close();
    else if (piece.endsWith('\n')) this.readLine();
  }

  /** Cuts off reasoning and leaked tokens before the first word, and tells whether more of them may come. */
  private isInFront(): boolean {
    while (this.state === 'front' || this.state === 'token' || this.state === 'reasoning') {
      const { held } = this;
      const word = skipBlanks(held, 0);
      const isBlank = word === held.length;
      if (this.state !== 'reasoning' && (isBlank || matchAt(unfinishedMark, held, word))) {
        this.state = isBlank ? 'front' : 'token';
        return true;
      }
      const { openReasoning, isStripped, start, at, reading } = readFront(held, this.isStripped);
      this.isStripped = isStripped;
      if (openReasoning !== null) {
        const open = reasoningOpenAt(held, openReasoning)?.end ?? openReasoning;
        const content = held.slice(Math.max(open, held.length - longestMark));
        this.startBlock('reasoning', held.slice(openReasoning, open) + content);
        return true;
      }
      if (reading === 'front') this.startBlock('front', held.slice(at));
      else {
        this.show(held.slice(start, word));
        this.startBlock('start', held.slice(word));
      }
    }
    return false;
  }

  /** Shows the words of the first line of a block up to its first mark. */
  private flowOn(): void {
    if (this.state === 'start') {
      const head = plainHead.exec(this.held.slice(0, longestHead));
      if (head) this.state = isFunctionName(head[1] ?? '') ? 'block' : 'words';
      else if (this.held.length > longestHead) this.state = 'block';
    }
    if (this.state !== 'words' && this.state !== 'mark') return;
    const last = this.before.slice(-1);
    words.lastIndex = last.length;
    words.test(last + this.held);
    const end = words.lastIndex - last.length;
    this.isAfterWords ||= end > 0;
    this.show(this.held.slice(0, end));
    this.held = this.held.slice(end);
    this.state = this.held === '' ? 'words' : 'mark';
  }

  /** Takes everything back when reasoning without an opening mark ends here, and waits if that is inside inline code. */
  private isReasoningOver(): boolean {
    const { held } = this;
    if (this.state === 'code' || !hasReasoningCloseAfter(held, 0)) return false;
    const first = skipBlanks(held, 0);
    const end = reasoningCloseAt(held, first);
    if (end !== null) {
      this.withdraw();
      this.isStripped = true;
      this.startBlock('front', held.slice(end));
    } else if (held[first] !== '`') this.close();
    return end !== null;
  }

  private readLine(): void {
    if (this.state === 'nothing') return;
    const { held, lineStart, fence } = this;
    const line = held.slice(lineStart);
    const isClosed = fence !== null && closesFence(line, 0, line.length - 1, fence);
    this.lineStart = held.length;
    if (this.state === 'code') this.showBlock(isClosed ? 'start' : 'code');
    else if (gluedChannel.test(line)) this.close();
    else if (lineStart === 0 && !lineMark.test(line)) this.showBlock('start');
    else if (isClosed || held.length > 1.2 * this.judgedLength) this.judge();
  }

  /** Shows the block if it is only text and data, waits while it is open, and else closes for good. */
  private judge(): void {
    const { held } = this;
    const before = this.before.slice(-longestLookBack);
    const reader = readPart(before + held, before.length, this.isAfterWords ? 'prose' : 'line');
    const { text, openFence, isOpen } = reader;
    const isCode = openFence && !isOpen && (this.hasWords || isLongCode(text, openFence));
    const isUnfinished = openFence !== null || isOpen || toolNamedBefore(text, text.length) !== null;
    this.fence = openFence;
    this.judgedLength = held.length;
    this.state = 'block';
    if (isAttempt(reader) || reader.start > before.length) this.close();
    else if (isCode) this.showBlock('code');
    else if (isUnfinished) return;
    else if (!this.hasWords && isWholeCall(held)) this.close();
    else this.showBlock('start');
  }

  private showBlock(next: State): void {
    this.show(this.held);
    this.startBlock(next, '');
  }

  private startBlock(state: State, text: string): void {
    this.state = state;
    this.held = text;
    this.isAfterWords = false;
    this.lineStart = 0;
    this.judgedLength = 0;
  }

  private show(text: string): void {
    if (text === '') return;
    this.before += text;
    if (this.before.length > 4 * longestLookBack) this.before = this.before.slice(-longestLookBack);
    const visible = skipTailBackward(text).word;
    if (visible > 0) this.fresh += this.tail + text.slice(0, visible);
    this.tail = visible > 0 ? text.slice(visible) : this.tail + text;
    this.hasWords ||= /[\p{L}\p{N}]/u.test(text.replace(/<[^<>]*>/g, ''));
  }

  /** Shows nothing more. If reasoning ends after a draft closed the gate, what was shown before it was reasoning too. */
  private close(): void {
    if (hasReasoningCloseAfter(this.held, 0)) this.withdraw();
    this.startBlock('nothing', this.held.slice(-longestMark));
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

const isWholeCall = (text: string) => pythonCalls.test(text.trimStart()) || findWholeCall(text) !== null;

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
