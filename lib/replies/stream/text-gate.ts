import { matchAt, skipBlanks } from '../characters';
import { pythonCalls, toolNamedBefore } from '../dialects';
import { closesFence, type FenceOpening } from '../fence';
import { keysIn } from '../keys';
import { hasReasoningCloseAfter, reasoningCloseAt, reasoningOpenAt } from '../marks';
import { verdictOn } from '../piece';
import { readFront, readPart } from '../read-lines';
import { invisible, type Reader, skipTailBackward } from '../reader';
import { findWholeCall } from '../whole-reply';
import { flowAt, kindAt, kinds, lineMark, longestHead, wordsEnd } from './plain-words';

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
export function createTextGate(onReset: () => void = () => undefined): TextGate {
  return new Gate(onReset);
}

/** A block that stays open for longer than this is shown when the reply is complete. */
const longestWait = 3_000;
/** No mark at the front of a reply and no closing reasoning mark is longer. */
const longestMark = 80;
/** A part of a reply is read with this much of the text before it. */
const longestLookBack = 200;
/** A mark at the front of a reply that more text may complete. */
const unfinishedMark = /[<[◁][^\n]{0,79}$/y;

/** Where the gate is, and the kinds of characters that must arrive before there is anything to decide. */
const awaited = {
  /** Before the first word, perhaps at a mark that is not complete. */
  front: kinds.any,
  reasoning: kinds.markEnd,
  /** At the start of a block, where its first word decides whether it flows. */
  start: kinds.any,
  /** In words, which are shown as they come up to a mark that is not complete. */
  words: kinds.lineBreak | kinds.mark | kinds.markEnd,
  /** In a block that is shown when it is complete. */
  block: kinds.lineBreak | kinds.markEnd,
  /** In a fence in another language, which is shown line by line. */
  code: kinds.lineBreak,
  /** Closed for good. */
  nothing: kinds.markEnd,
};
type State = keyof typeof awaited;

class Gate {
  private state: State = 'front';
  /** The end of what is shown. */
  private before = '';
  private last = '';
  /** The kind of the character that arrived last. */
  private lastKind = 0;
  /** What arrived and is not settled: it begins a line, or comes after words that are shown. */
  private held = '';
  private isAfterWords = false;
  /** How long it was when it was last read. */
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
    for (let at = 0; at < delta.length; ) {
      const start = at;
      // A mark at the end of a piece may be complete with any character.
      let found = this.lastKind & ~kinds.lineBreak;
      do found |= this.lastKind = kindAt(delta, at++);
      while (at < delta.length && this.lastKind !== kinds.lineBreak);
      this.take(delta.slice(start, at), found);
    }
    return this.fresh;
  }

  /** Takes a line or the next part of one, which has these kinds of characters. */
  private take(piece: string, found: number): void {
    if (this.state === 'words' && this.held === '' && (found & kinds.mark) === 0) {
      this.show(piece);
      if (this.lastKind === kinds.lineBreak) this.startBlock('start', '');
      return;
    }
    this.held += piece;
    if ((found & awaited[this.state]) === 0) return;
    const mayEndReasoning = this.state === 'front' || (found & kinds.markEnd) !== 0;
    do {
      if (this.isInFront()) return;
      this.flowOn();
    } while (mayEndReasoning && this.isReasoningOver());
    if (this.state === 'nothing' || this.held.length > longestWait) this.close();
    else if (this.lastKind === kinds.lineBreak) this.readLine();
  }

  /** Cuts off reasoning and leaked tokens before the first word, and tells whether more of them may come. */
  private isInFront(): boolean {
    while (this.state === 'front' || this.state === 'reasoning') {
      const word = skipBlanks(this.held, 0);
      this.tail += this.held.slice(0, word);
      this.held = this.held.slice(word);
      const { held } = this;
      if (held === '' || (this.state === 'front' && matchAt(unfinishedMark, held, 0))) return true;
      const { openReasoning, isStripped, at, reading } = readFront(held, this.isStripped);
      this.isStripped = isStripped;
      if (openReasoning !== null) {
        const open = reasoningOpenAt(held, openReasoning)?.end ?? openReasoning;
        const content = held.slice(Math.max(open, held.length - longestMark));
        this.startBlock('reasoning', held.slice(0, open) + content);
        return true;
      }
      if (reading === 'line' && (isStripped || invisible.test(this.tail))) this.tail = '';
      this.startBlock(reading === 'line' ? 'start' : 'front', held.slice(at));
    }
    return false;
  }

  /** Shows the words of the first line of a block up to its first mark. */
  private flowOn(): void {
    if (this.state === 'start') this.state = flowAt(this.held);
    if (this.state !== 'words') return;
    const start = this.last.length;
    const text = this.last + this.held;
    const end = wordsEnd(text, start);
    this.isAfterWords ||= end > start;
    this.show(text.slice(start, end));
    this.held = text.slice(end);
  }

  /** Takes everything back when reasoning without an opening mark ends here, and waits if that is inside inline code. */
  private isReasoningOver(): boolean {
    const { held } = this;
    if (this.state === 'code' || this.state === 'nothing' || !hasReasoningCloseAfter(held, 0)) return false;
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
    const { held, fence } = this;
    const end = held.length - 1;
    const isClosed = fence !== null && closesFence(held, held.lastIndexOf('\n', end - 1) + 1, end, fence);
    if (this.state === 'code') this.showBlock(isClosed ? 'start' : 'code');
    else if (!lineMark.test(held)) this.showBlock('start');
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
    this.judgedLength = 0;
  }

  private show(text: string): void {
    if (text === '') return;
    this.before += text;
    this.last = text.charAt(text.length - 1);
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
