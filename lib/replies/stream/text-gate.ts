import { toFindings } from '../findings';
import { hasReasoningCloseAfter } from '../reasoning';
import { ReplyCursor, skipBlanksAndTokens } from '../reply-cursor';
import { isPlainProse, step } from '../walk-reply';
import { ShownText } from './shown-text';

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
 * It walks over the reply as `parseReply` does and shows what the walk has read, until a part is more than data. Then, or
 * where only the rest of the reply can tell, it closes for good. Paragraphs, lists, inline code and fences in other
 * languages flow; a line with a brace waits for its end, a JSON or bare fence for its closing marker.
 *
 * No gate can foresee a closing reasoning mark without an opening one, which makes everything before it reasoning.
 * The gate then calls `onReset` before `push` returns, and the caller removes all text so far from the screen.
 */
export function createTextGate(onReset?: () => void): TextGate {
  const gate = new Gate(onReset ?? (() => undefined));
  return { push: (delta) => gate.push(delta) };
}

const longestMark = 64;
/** Inline code and unfinished tags beyond this length are not waited for. */
const longestWait = 2_000;

class Gate {
  private readonly cursor = new ReplyCursor('', false);
  private readonly shown = new ShownText();
  private isClosed = false;
  /** The end of what arrived after the gate closed. */
  private tail = '';
  /** Arrived, and not yet worth another step. */
  private waiting = '';
  /** The step in progress needs the end of its line, or the closing marker of its fence. */
  private awaits: 'anything' | 'line' | 'fence' = 'anything';
  private lastLine = '';

  constructor(private readonly onReset: () => void) {}

  push(delta: string): string {
    this.shown.begin();
    if (this.isClosed) {
      this.watchForReasoning(delta);
      return '';
    }
    if (this.waiting === '' && isPlainProse(this.cursor, delta)) {
      this.cursor.hasWordsInLine = true;
      this.show(delta);
      return this.shown.sinceBegin;
    }
    this.waiting += delta;
    if (!this.hasArrived(delta)) return '';
    this.walk();
    return this.shown.sinceBegin;
  }

  /** Whether enough is there for another step: a long line or fence is not read again at every piece. */
  private hasArrived(delta: string): boolean {
    if (this.awaits === 'anything') return true;
    const lines = (this.lastLine + delta).split('\n');
    this.lastLine = (lines.at(-1) ?? '').slice(0, longestWait);
    const completed = lines.slice(0, -1);
    return this.awaits === 'line' ? completed.length > 0 : completed.some((line) => /[`~]{3}\s*$/.test(line));
  }

  private walk(): void {
    const { cursor } = this;
    cursor.move(cursor.at, this.waiting);
    this.waiting = '';
    for (;;) {
      const { start, reading } = cursor;
      const from = cursor.at;
      const isGoing = step(cursor);
      if (cursor.start !== start && reading !== 'front' && reading !== 'reasoning') this.withdraw();
      if (cursor.isBlocked || this.isRisky()) {
        this.close(from);
        return;
      }
      if (cursor.reading !== 'front' && cursor.reading !== 'reasoning')
        this.show(cursor.text.slice(Math.max(from, cursor.start), cursor.at));
      if (!isGoing) break;
    }
    this.await();
    if (this.awaits === 'anything' && cursor.end - cursor.at > longestWait) this.close(cursor.at);
  }

  /** Whether the parts so far are more than data and fences that are only shown. */
  private isRisky(): boolean {
    const { text, start, end, parts, keys } = this.cursor;
    if (parts.length === 0) return false;
    if (parts.some(({ kind }) => kind === 'key' || kind === 'key_line')) return true;
    return toFindings({ text, start, end, parts }, keys).some(
      ({ meaning, placement }) => meaning !== 'data' || placement === 'tag',
    );
  }

  private show(text: string): void {
    if (text === '') return;
    if (skipBlanksAndTokens(text, 0, text.length) === text.length) this.shown.hold(text);
    else {
      this.cursor.hasWords = true;
      this.shown.add(text);
    }
  }

  private await(): void {
    const { text, at, reading } = this.cursor;
    const rest = text.slice(at, at + longestMark);
    const isFence =
      reading === 'line' && /^\s*(?:[-*+\d.)]+\s+)?(?:```|~~~)/.test(rest) && text.includes('\n', at);
    const needsLine =
      reading === 'prose'
        ? /^(?:[{｛]|\[\s*[{["])/.test(rest)
        : reading === 'line' && /^\s*[{｛|`~]/.test(rest);
    this.awaits = isFence ? 'fence' : needsLine ? 'line' : 'anything';
    this.lastLine = text.slice(text.lastIndexOf('\n') + 1).slice(0, longestWait);
  }

  private close(from: number): void {
    this.isClosed = true;
    const rest = this.cursor.text.slice(Math.max(0, from));
    if (hasReasoningCloseAfter(rest, 0)) this.withdraw();
    this.tail = rest.slice(-longestMark);
  }

  private withdraw(): void {
    if (this.shown.isOnScreen) this.onReset();
    this.shown.forget();
    this.cursor.hasWords = false;
  }

  /** A draft closed the gate. If reasoning ends after it, the text shown before the draft was reasoning too. */
  private watchForReasoning(delta: string): void {
    if (!this.shown.isOnScreen) return;
    const seen = this.tail + delta;
    if (hasReasoningCloseAfter(seen, 0)) this.withdraw();
    this.tail = seen.slice(-longestMark);
  }
}
