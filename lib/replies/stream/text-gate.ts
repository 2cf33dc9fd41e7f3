import { hasReasoningCloseAfter } from '../marks';
import { longestWait, Reader, skipTailBackward } from '../reader';
import { hasMore, isPlainProse, step } from '../walk-reply';

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
 * It takes the same steps as `parseReply`. A step that needed more than what has arrived is taken again later, so that the
 * screen never depends on how the reply was cut. The gate closes for good at a piece that is more than data, and at one
 * for which it would wait too long. Paragraphs, lists, inline code and fences in other languages flow; a line with a brace
 * waits for its end, a JSON or bare fence for its closing marker.
 *
 * No gate can foresee a closing reasoning mark without an opening one, which makes everything before it reasoning.
 * The gate then calls `onReset` before `push` returns, and the caller removes all text so far from the screen.
 */
export function createTextGate(onReset?: () => void): TextGate {
  const gate = new Gate(onReset ?? (() => undefined));
  return { push: (delta) => gate.push(delta) };
}

const longestMark = 64;
const longestLead = 200;
/** Up to this length a step is taken again at every piece; then only when a line, a mark or inline code may be complete. */
const shortWait = 500;

class Gate {
  private readonly reader = new Reader('', false);
  /** To show when `push` returns. */
  private fresh = '';
  /** Text was shown before this `push`, so that a reset must clear the screen. */
  private isOnScreen = false;
  /** Blanks and leaked tokens, held because they are cut off at the end of a reply. */
  private tail = '';
  /** Arrived, and not yet worth another step. */
  private waiting = '';
  private isClosed = false;
  /** The end of what arrived after the gate closed. */
  private last = '';

  constructor(private readonly onReset: () => void) {}

  push(delta: string): string {
    this.isOnScreen ||= this.fresh !== '';
    this.fresh = '';
    if (this.isClosed) this.watchForReasoning(delta);
    else if (this.waiting === '' && isPlainProse(this.reader, delta)) {
      this.reader.hasWordsInLine = true;
      this.show(delta);
    } else {
      this.waiting += delta;
      if (this.reader.end - this.reader.at + this.waiting.length <= shortWait || /[\n`>]/.test(delta))
        this.walk();
    }
    return this.fresh;
  }

  private walk(): void {
    const { reader } = this;
    reader.continueWith(this.waiting);
    this.waiting = '';
    while (hasMore(reader)) {
      const { at, start, reading, isInList, isInTable, hasWordsInLine, linePlacement, isStripped } = reader;
      const before = { at, start, reading, isInList, isInTable, hasWordsInLine, linePlacement, isStripped };
      Object.assign(reader, { from: at, isShort: false, isRisky: false, pieces: [] });
      step(reader);
      if (reader.isShort) {
        Object.assign(reader, before);
        if (reader.end - at > longestWait || this.mayEndReasoning(at)) this.close(at);
        return;
      }
      if (reader.isRisky) {
        this.close(at);
        return;
      }
      if (reading === 'front' || reading === 'reasoning') continue;
      if (reader.start > start) this.withdraw();
      else this.show(reader.text.slice(at, reader.at));
    }
  }

  private show(text: string): void {
    if (this.reader.lead.length < longestLead) this.reader.lead += text;
    const visible = skipTailBackward(text).word;
    if (visible > 0) this.fresh += this.tail + text.slice(0, visible);
    this.tail = visible > 0 ? text.slice(visible) : this.tail + text;
  }

  /** What waits holds a closing reasoning mark, and is no inline code about it. */
  private mayEndReasoning(at: number): boolean {
    const { text, reading } = this.reader;
    return reading === 'prose' || reading === 'line'
      ? text[at] !== '`' && hasReasoningCloseAfter(text, at)
      : false;
  }

  private close(at: number): void {
    this.isClosed = true;
    this.watchForReasoning(this.reader.text.slice(at));
  }

  /** The text shown so far was reasoning. */
  private withdraw(): void {
    if (this.isOnScreen) this.onReset();
    this.isOnScreen = false;
    this.fresh = '';
    this.tail = '';
    this.reader.lead = '';
  }

  /** A draft closed the gate. If reasoning ends after it, the text shown before the draft was reasoning too. */
  private watchForReasoning(delta: string): void {
    const seen = this.last + delta;
    if (hasReasoningCloseAfter(seen, 0)) this.withdraw();
    this.last = seen.slice(-longestMark);
  }
}
