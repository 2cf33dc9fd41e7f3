import { findAttemptInShells, tellingPieces } from '../attempt';
import { lineEndAt, matchAt, skipBlanks, skipBlanksBackward, unspaced } from '../characters';
import { toolNamedBefore } from '../dialects';
import { type FenceOpening, findFenceClose } from '../fence';
import { keysIn } from '../keys';
import {
  hasReasoningCloseAfter,
  hideTurnTokens,
  reasoningCloseAt,
  reasoningOpenAt,
  toolCallOpen,
} from '../marks';
import { readLines } from '../read-lines';
import { notWhiteSpace, type Reader } from '../reader';
import { flowAt, lineMark, wordsEnd } from './plain-words';

/**
 * Decides how much of a reply to show while it is still arriving
 * (docs/specifications/agent-loop-and-tools.md). In any chunking, the gate promises:
 * - If `parseReply` will return text, the gate lets a prefix of it through.
 * - If `parseReply` will return a call or a malformed reply, the gate lets only words before the attempt
 *   through.
 * - The gate never lets reasoning through, and its time is linear in the reply.
 *
 * The gate reads complete lines as `parseReply` does, and more lines while a value, comment or fence is open.
 * It shows a block of text and data. At any other block, and at one that stays open too long, it closes for
 * good. Prose flows up to the first mark of its line, a fence in another language line by line. If reasoning
 * ends that never began, the text on the screen was reasoning, and the gate calls `onReset` to clear it.
 */
export const createTextGate = (onReset: () => void = () => undefined): TextGate => new Gate(onReset);
export type TextGate = Pick<Gate, 'push'>;

/**
 * Each limit counts characters: of an open block, of a mark at the front of a reply, and of the text before a
 * part that the gate reads.
 */
const longestWait = 3_000;
const longestMark = 80;
const longestLookBack = 200;
/**
 * Limits the characters of a line that the gate takes at once. The gate reads the held text again after each
 * mark, so the time for a long piece full of marks grows with its square.
 */
const longestPiece = 500;
/**
 * Matches a mark at the front of a reply that more text may complete, or the role after a mark. Tags of
 * pages, links and numbers are no such marks.
 */
const unfinishedMark =
  /(?:(?!<(?:[\s\d=-]|\/?(?:[abipqu]|h[1-6]|br|em|code|strong|kbd|su[bp]|div|span|details|summary|[ou]l|li|table)>|https?:[^\s<>]{1,200}>))[<◁][^\n]{0,79}|\[[^\n\]]{0,79}|(?<=>)[a-z]{1,9})$/y;
const lastToken = /[<[][^<[]{0,70}[>\]]$/;
const markEnd = /[>\]▷]/;
const twoWords = new RegExp(`(?:(?:\\s[\\p{L}\\p{N}'’-]+[.,;!?]?){2}[ \\t]|[${unspaced}]{4})$`, 'u');
/** A decision at these places is the same for pieces of any length. */
const wordEnd = new RegExp(`(?<=[ \\t${unspaced}])`, 'u');
const quoteMark = /^\s*>/;
/**
 * An arrow begins no tag, and nor does text with three words in a row, because attributes have values in
 * quotes.
 */
const unfinishedTag = new RegExp(
  `<(?!-[^-]|(?:[^\\n<>=]|=(?!\\s?["'])){1,200}?(?:(?:\\s[^\\s<>="'{]{1,60}){3}\\s|[${unspaced}]{4}))[^\\s<>=\\d][^<>\\n]{0,400}$`,
  'u',
);

class Gate {
  /**
   * Says where the gate is: before the first word or at its start; in flowing words, a waiting block, or code
   * line by line; or closed for good.
   */
  private state: 'front' | 'start' | 'words' | 'block' | 'code' | 'nothing' = 'front';
  /** Holds the end of the shown text. */
  private before = '';
  /** Holds the text that arrived and waits for a decision: a block, perhaps after shown words on its line. */
  private held = '';
  private hasWordsInLine = false;
  /** The shown words of the line are in a quote. After other words, nothing in it is a call. */
  private quote: 'none' | 'first' | 'later' = 'none';
  /** The shown words of the line have marks before them, so the line may be a quote or a row of a table. */
  private hasMarksFirst = false;
  /** Counts the backticks that opened code in the shown words of the line, and 0 when none is open. */
  private openTicks = 0;
  private judgedLength = 0;
  /** Holds the length of a waiting line when the gate last read it before its end. */
  private partLength = 0;
  /** Holds the fence that is open at the end of the block, or whose lines are shown. */
  private fence: FenceOpening | null = null;
  private reasoningClose = '';
  /** The gate cut off reasoning or a leaked token before the first word. */
  private isStripped = false;
  private hasWords = false;
  /** The shown text has a `<tool_call>` without a call. Its block may reach to the end of the reply. */
  private hasCallTag = false;
  private toShow = '';
  private isOnScreen = false;
  /** Holds blanks and leaked tokens, which are dropped at the end of a reply. */
  private tail = '';

  constructor(private readonly onReset: () => void) {}

  /** Takes the next piece of a reply and returns the text to show now, or '' when there is none. */
  push(delta: string): string {
    this.isOnScreen ||= this.toShow !== '';
    this.toShow = '';
    const lines = delta.includes('\n') ? delta.split(/(?<=\n)/) : [delta];
    for (const line of lines)
      for (let at = 0; at < line.length; at += longestPiece) {
        for (const piece of line.slice(at, at + longestPiece).split(wordEnd))
          this.take(piece, piece.endsWith('\n'));
      }
    return this.toShow;
  }

  private take(piece: string, isLine: boolean): void {
    this.held += piece;
    // This piece may complete a mark at the end of the piece before.
    const mayDecide = isLine || markEnd.test(this.held.slice(-piece.length - 1));
    if (!isLine && this.endsPlain()) this.judgePart();
    const isWaiting = this.state === 'block' || this.state === 'code' || this.state === 'nothing';
    if (isWaiting && !mayDecide && this.held.length <= longestWait) return;
    do {
      if (this.isInFront()) return;
      this.flowOn();
    } while (this.isReasoningOver());
    if (this.state === 'nothing' || this.held.length > longestWait) this.close();
    else if (isLine) this.readLine();
  }

  /** Cuts off reasoning and leaked tokens before the first word, and says whether more of them may come. */
  private isInFront(): boolean {
    while (this.state === 'front') {
      const end = this.held.indexOf(this.reasoningClose);
      this.held = this.held.slice(end === -1 ? -longestMark : end + this.reasoningClose.length);
      if (end === -1) return true;
      this.reasoningClose = '';
      const { held } = this;
      const word = skipBlanks(hideTurnTokens(held), 0);
      const isUnfinished = word === held.length || matchAt(unfinishedMark, held, word) !== null;
      // Everything before the last token is settled. The role of that token may still follow.
      const settled = isUnfinished ? word - (lastToken.exec(held.slice(0, word))?.[0].length ?? 0) : word;
      this.isStripped ||= notWhiteSpace.test(held.slice(0, settled));
      this.tail = this.isStripped ? '' : this.tail + held.slice(0, settled);
      this.held = held.slice(settled);
      if (isUnfinished) return true;
      const open = reasoningOpenAt(held, word);
      const close = reasoningCloseAt(held, word);
      this.isStripped ||= open !== null || close !== null;
      this.reasoningClose = open?.close ?? '';
      this.startBlock(open || close !== null ? 'front' : 'start', held.slice(open?.end ?? close ?? word));
    }
    return false;
  }

  private flowOn(): void {
    if (this.state === 'start') this.state = flowAt(this.held);
    if (this.state !== 'words') return;
    const last = this.before.slice(-1);
    const text = last + this.held;
    const end = wordsEnd(text, last.length);
    this.hasWordsInLine ||= end > last.length;
    this.show(text.slice(last.length, end));
    this.held = text.slice(end);
  }

  /**
   * Takes everything back when reasoning without an opening mark ends here. Waits if that end is inside
   * inline code. In a quote, a row, a block of a call, and code that more text may close, the end may be a mere
   * word.
   */
  private isReasoningOver(): boolean {
    const { held, state } = this;
    const mayBeWord = this.quote !== 'none' || this.hasMarksFirst || this.hasCallTag || this.openTicks > 0;
    if (state === 'code' || state === 'nothing' || !hasReasoningCloseAfter(held, 0)) return false;
    const first = skipBlanks(held, 0);
    const end = reasoningCloseAt(held, first);
    if (end === null || mayBeWord) {
      if (held[first] !== '`' || this.openTicks > 0) this.close();
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

  /**
   * Says whether two plain words follow the marks of a waiting line. Then those marks are complete, or begin
   * no call.
   */
  private endsPlain(): boolean {
    const { held, state, fence } = this;
    if ((state !== 'block' && state !== 'words') || fence || held.length <= 1.2 * this.partLength)
      return false;
    return !held.includes('\n') && twoWords.test(held.slice(-100)) && !unfinishedTag.test(held.slice(-500));
  }

  /** Shows the line so far if nothing in it may become a call. Otherwise the line waits for its end. */
  private judgePart(): void {
    const { held } = this;
    const { reader, start } = this.readHeld();
    this.partLength = held.length;
    if (mayBeAttempt(reader) || reader.start > start || reader.isOpen || reader.openFence) return;
    if (toolNamedBefore(reader.text, reader.text.length) !== null) return;
    if (!this.hasWords && findAttemptInShells(reader)) return;
    const begun =
      this.hasWordsInLine || !quoteMark.test(held) ? this.quote : this.hasWords ? 'later' : 'first';
    const openTicks = ticksAfter(this.openTicks, held);
    const hasMarksFirst = this.hasMarksFirst || !this.hasWordsInLine;
    this.showAll('words');
    Object.assign(this, { hasWordsInLine: true, quote: begun, hasMarksFirst, openTicks });
  }

  private readHeld() {
    const { before, held, hasWordsInLine, quote } = this;
    const start = before.length;
    const at = quote === 'later' ? start + lineEndAt(held, 0) : start;
    const part = { at, start, hasWordsInLine, isAtLineStart: !hasWordsInLine };
    return { reader: readLines(before + held, part), start };
  }

  /** Shows the block if it has only text and data, waits while it is open, and otherwise closes for good. */
  private judge(): void {
    const { held } = this;
    const { reader, start } = this.readHeld();
    const { text, openFence, isOpen } = reader;
    const isCode = openFence && !isOpen && (this.hasWords || isLongCode(text, openFence));
    const isUnfinished = openFence !== null || isOpen || toolNamedBefore(text, text.length) !== null;
    this.fence = openFence;
    this.judgedLength = held.length;
    this.state = 'block';
    if (mayBeAttempt(reader) || reader.start > start) this.close();
    else if (isCode) this.showAll('code');
    else if (isUnfinished) return;
    else if (!this.hasWords && findAttemptInShells(reader)) this.close();
    else this.showAll('start');
  }

  private showAll(next: 'start' | 'code' | 'words'): void {
    this.show(this.held);
    this.startBlock(next, '');
  }

  private startBlock(state: 'front' | 'start' | 'words' | 'code' | 'nothing', text: string): void {
    this.state = state;
    this.held = text;
    this.hasWordsInLine = false;
    this.quote = 'none';
    this.hasMarksFirst = false;
    this.openTicks = 0;
    this.judgedLength = 0;
    this.partLength = 0;
  }

  private show(text: string): void {
    this.before = (this.before + text).slice(-longestLookBack);
    const visible = skipBlanksBackward(hideTurnTokens(text), text.length);
    if (visible > 0) this.toShow += this.tail + text.slice(0, visible);
    this.tail = visible > 0 ? text.slice(visible) : this.tail + text;
    this.hasCallTag ||= text.includes(toolCallOpen);
    this.hasWords ||= /[\p{L}\p{N}]/u.test(text.replace(/<[^<>]*>/g, ''));
  }

  /**
   * Shows nothing more. If reasoning ends after a draft closed the gate, the text that was shown before it
   * was reasoning, too.
   */
  private close(): void {
    if (hasReasoningCloseAfter(this.held, 0)) this.withdraw();
    this.startBlock('nothing', this.held.slice(-longestMark));
  }

  private withdraw(): void {
    if (this.isOnScreen) this.onReset();
    const nothing = { isOnScreen: false, hasWords: false, hasCallTag: false };
    Object.assign(this, { ...nothing, before: '', toShow: '', tail: '' });
  }
}

/** Says how many backticks open the code in which `text` ends. Code ends with as many as it began with. */
function ticksAfter(openTicks: number, text: string): number {
  return (text.match(/`+/g) ?? []).reduce((open, { length }) => {
    if (open === 0) return length;
    return length === open ? 0 : open;
  }, openTicks);
}

/** Before the first words, a fence in any language may be the shell of a call that is the complete reply. */
function isLongCode(text: string, { contentStart }: FenceOpening): boolean {
  const isLong = /^\s*[^\s{["][\s\S]{200}/.test(text.slice(contentStart));
  return isLong && keysIn(text, 0, text.length).contract.length === 0;
}

/** Alone, these begin no call in YAML or ReAct lines, whatever follows. */
const plainKeyLine =
  /^(?:thought|final answer):|^parameters: (?!null$)[^\s{[|>"]|^terminate: (?!(?:true|false|yes|no)\b)\S/;

/** Says whether a part of a reply holds anything that may be a call, alone or together with later text. */
function mayBeAttempt(reader: Reader): boolean {
  const hasKeyLine = reader.keyLines.some(({ line }) => !plainKeyLine.test(line));
  return tellingPieces(reader).length + reader.looseKeys.length + reader.reasoning.length > 0 || hasKeyLine;
}
