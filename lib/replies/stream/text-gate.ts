import { tellingPieces } from '../attempt';
import { matchAt, proseMarks, skipBlanks, skipBlanksBackward } from '../characters';
import { toolNamedBefore } from '../dialects';
import { type FenceOpening, findFenceClose } from '../fence';
import { keysIn } from '../keys';
import { hasReasoningCloseAfter, hideTurnTokens, reasoningCloseAt, reasoningOpenAt } from '../marks';
import { readPart } from '../read-lines';
import { notWhiteSpace, type Reader } from '../reader';
import { findAttemptInShells } from '../shells';
import { flowAt, lineMark, wordsEnd } from './plain-words';

export type TextGate = {
  /** Takes the next piece of a reply and returns the text to show now, '' when there is none. */
  push: (delta: string) => string;
};

/**
 * Decides how much of a reply to show while it is still arriving (docs/specifications/agent-loop-and-tools.md). In any chunking,
 *
 * - if `parseReply` will return text, the text let through is a prefix of it;
 * - if it will return a call or a malformed reply, only words before the attempt are let through;
 * - reasoning is never let through, and the time spent is linear in the reply.
 *
 * It reads complete lines as `parseReply` does, and more of them while a value, comment or fence is open. A block that is
 * only text and data is shown; at any other, and at one that stays open too long, the gate closes for good. Plain prose
 * flows up to the first mark of its line, and a fence in another language line by line. A closing reasoning mark without an
 * opening one makes everything before it reasoning: then `onReset` is called before `push` returns, to clear the screen.
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
/** A mark at the front of a reply that more text may complete, or the role behind one. */
const unfinishedMark = /(?:[<[◁][^\n]{0,79}|(?<=>)[a-z]{1,9})$/y;
const lastToken = /[<[][^<[]{0,70}[>\]]$/;
const anyMark = new RegExp(`[${proseMarks}\ud800-\udbff]`);
const markEnd = /[>\]▷]/;

class Gate {
  /** Before the first word or at its start; in words that flow, a block that waits, or code line by line; or closed for good. */
  private state: 'front' | 'reasoning' | 'start' | 'words' | 'block' | 'code' | 'nothing' = 'front';
  /** The end of what is shown. */
  private before = '';
  /** What arrived and is not settled: it begins a line, or comes after words that are shown. */
  private held = '';
  private isAfterWords = false;
  /** How long it was when it was last read. */
  private judgedLength = 0;
  /** The fence that is open at the end of the block, or whose lines are shown. */
  private fence: FenceOpening | null = null;
  private reasoningClose = '';
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
    const pieces = delta.includes('\n') ? (delta.match(/[^\n]*\n|[^\n]+/g) ?? []) : [delta];
    for (const piece of pieces) this.take(piece, piece.endsWith('\n'));
    return this.fresh;
  }

  /** Takes a line or the next part of one. */
  private take(piece: string, isLine: boolean): void {
    this.held += piece;
    if (this.state === 'words' && this.held === piece && !anyMark.test(piece)) {
      this.showAll(isLine ? 'start' : 'words');
      return;
    }
    // A mark at the end of the piece before may be complete with this one.
    const mayDecide = isLine || markEnd.test(this.held.slice(-piece.length - 1));
    if (!mayDecide && (this.state === 'block' || this.state === 'code' || this.state === 'nothing')) return;
    do {
      if (this.isInFront()) return;
      this.flowOn();
    } while (this.isReasoningOver());
    if (this.state === 'nothing' || this.held.length > longestWait) this.close();
    else if (isLine) this.readLine();
  }

  /** Cuts off reasoning and leaked tokens before the first word, and tells whether more of them may come. */
  private isInFront(): boolean {
    while (this.state === 'front' || this.state === 'reasoning') {
      const { held, reasoningClose } = this;
      if (this.state === 'reasoning') {
        const close = held.indexOf(reasoningClose);
        this.held = held.slice(close === -1 ? -longestMark : close + reasoningClose.length);
        if (close === -1) return true;
        this.state = 'front';
        continue;
      }
      const word = skipBlanks(hideTurnTokens(held), 0);
      const isUnfinished = word === held.length || matchAt(unfinishedMark, held, word) !== null;
      // All but the last token is settled: its role may follow.
      const settled = isUnfinished ? word - (lastToken.exec(held.slice(0, word))?.[0].length ?? 0) : word;
      this.isStripped ||= notWhiteSpace.test(held.slice(0, settled));
      this.tail = this.isStripped ? '' : this.tail + held.slice(0, settled);
      this.held = held.slice(settled);
      if (isUnfinished) return true;
      const open = reasoningOpenAt(held, word);
      const close = reasoningCloseAt(held, word);
      this.isStripped ||= open !== null || close !== null;
      this.reasoningClose = open?.close ?? '';
      this.startBlock(close === null ? 'start' : 'front', held.slice(open?.end ?? close ?? word));
      if (open) this.state = 'reasoning';
    }
    return false;
  }

  /** Shows the words of the first line of a block up to its first mark. */
  private flowOn(): void {
    if (this.state === 'start') this.state = flowAt(this.held);
    if (this.state !== 'words') return;
    const last = this.before.slice(-1);
    const text = last + this.held;
    const end = wordsEnd(text, last.length);
    this.isAfterWords ||= end > last.length;
    this.show(text.slice(last.length, end));
    this.held = text.slice(end);
  }

  /** Takes everything back when reasoning without an opening mark ends here, and waits if that is inside inline code. */
  private isReasoningOver(): boolean {
    const { held, state } = this;
    if (state === 'code' || state === 'nothing' || !hasReasoningCloseAfter(held, 0)) return false;
    const first = skipBlanks(held, 0);
    const end = reasoningCloseAt(held, first);
    if (end === null) {
      if (held[first] !== '`') this.close();
      return false;
    }
    this.withdraw();
    this.isStripped = true;
    this.startBlock('front', held.slice(end));
    return true;
  }

  private readLine(): void {
    const { held, fence } = this;
    const lastLine = held.slice(held.lastIndexOf('\n', held.length - 2) + 1);
    const isClosed = fence && lastLine.includes(fence.mark) && findFenceClose(lastLine, 0, fence) !== null;
    if (this.state === 'code') this.showAll(isClosed ? 'start' : 'code');
    else if (!lineMark.test(held)) this.showAll('start');
    else if (isClosed || held.length > 1.2 * this.judgedLength) this.judge();
  }

  /** Shows the block if it is only text and data, waits while it is open, and else closes for good. */
  private judge(): void {
    const { held } = this;
    const before = this.before.slice(-longestLookBack);
    const reader = readPart(before + held, before.length, !this.isAfterWords);
    const { text, openFence, isOpen } = reader;
    const isCode = openFence && !isOpen && (this.hasWords || isLongCode(text, openFence));
    const isUnfinished = openFence !== null || isOpen || toolNamedBefore(text, text.length) !== null;
    this.fence = openFence;
    this.judgedLength = held.length;
    this.state = 'block';
    if (mayBeAttempt(reader) || reader.start > before.length) this.close();
    else if (isCode) this.showAll('code');
    else if (isUnfinished) return;
    else if (!this.hasWords && findAttemptInShells(reader)) this.close();
    else this.showAll('start');
  }

  private showAll(next: 'start' | 'words' | 'code'): void {
    this.show(this.held);
    if (next === this.state) this.held = '';
    else this.startBlock(next, '');
  }

  private startBlock(state: 'front' | 'start' | 'words' | 'code' | 'nothing', text: string): void {
    this.state = state;
    this.held = text;
    this.isAfterWords = false;
    this.judgedLength = 0;
  }

  private show(text: string): void {
    this.before += text;
    if (this.before.length > 4 * longestLookBack) this.before = this.before.slice(-longestLookBack);
    const visible = skipBlanksBackward(hideTurnTokens(text), text.length);
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
    Object.assign(this, { isOnScreen: false, hasWords: false, before: '', fresh: '', tail: '' });
  }
}

/** Before the first words, a fence of any language may be the shell of a call that is the complete reply. */
function isLongCode(text: string, { contentStart }: FenceOpening): boolean {
  const isLong = /^\s*[^\s{["][\s\S]{200}/.test(text.slice(contentStart));
  return isLong && keysIn(text, 0, text.length).contract.length === 0;
}

/** Whether a part of a reply holds anything that may be a call, alone or with what follows it. */
function mayBeAttempt(reader: Reader): boolean {
  const hasKeyLine = reader.keyLines.some(({ line }) => !/^(?:thought|final answer):/.test(line));
  return tellingPieces(reader).length + reader.looseKeys.length + reader.reasoning.length > 0 || hasKeyLine;
}
