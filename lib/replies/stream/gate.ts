import { lineEndAt, skipBlanksInLine } from '../blank';
import { closesFence, type FenceOpening } from '../fence';
import { mayBecomeTurnToken, skipTurnToken } from '../leaked-tokens';
import { listContentAt } from '../list-item';
import { hasReasoningCloseAfter } from '../reasoning';
import { type Arrival, hasArrived } from './arrival';
import { FrontGate } from './front-gate';
import { lookAtFence, lookAtFirstWord } from './gate-line-start';
import {
  isHarmless,
  isPlainMark,
  isProseMark,
  lookAtCodeSpan,
  lookAtMark,
  mayBeginListItem,
  opensMoreThanItCloses,
} from './gate-looks';
import { HeldFence } from './held-fence';
import { ShownText } from './shown-text';

type State =
  | 'front'
  | 'line_start'
  | 'prose'
  | 'free_line'
  | 'held_line'
  | 'open_fence'
  | 'held_fence'
  | 'closed';

const longestMark = 64;
const longestCodeSpan = 2_000;

/** The states behind `createTextGate`; text-gate.ts documents what it promises. */
export class Gate {
  private state: State = 'front';
  /** Arrived and not yet decided. */
  private pending = '';
  /** The part of the current line that was let through. */
  private line = '';
  private readonly shown = new ShownText();
  private front = new FrontGate(true);
  private fence: FenceOpening | null = null;
  private held: HeldFence | null = null;
  /** The text that must arrive before the next check. */
  private awaited: Arrival | null = null;
  /** A bracket is still open: from here on, a closing reasoning mark may be inside a JSON string and mean nothing. */
  private mayBeInJson = false;

  constructor(private readonly onReset: () => void) {}

  push(delta: string): string {
    this.shown.begin();
    if (this.state === 'closed') {
      this.watchForReasoning(delta);
      return '';
    }
    this.pending += delta;
    if (this.awaited !== null && !hasArrived(this.awaited, delta)) return '';
    this.awaited = null;
    while (this.pending !== '' && this.step());
    return this.shown.sinceBegin;
  }

  /** False when more must arrive first. */
  private step(): boolean {
    switch (this.state) {
      case 'front':
        return this.stepFront();
      case 'line_start':
        return this.stepLineStart();
      case 'prose':
      case 'free_line':
      case 'open_fence':
        return this.stepText();
      case 'held_line':
        return this.stepHeldLine();
      case 'held_fence':
        return this.stepHeldFence();
      case 'closed':
        return false;
    }
  }

  private stepFront(): boolean {
    const rest = this.front.take(this.pending);
    if (rest === null) {
      this.pending = '';
      return false;
    }
    this.pending = rest;
    return this.enter('line_start');
  }

  private stepLineStart(): boolean {
    const { pending } = this;
    const first = skipBlanksInLine(pending, 0);
    if (first === pending.length) return this.await('word_or_line_end');
    switch (pending[first]) {
      case '\n':
        return this.show(first + 1);
      case '>':
      case '|':
        return this.enter('free_line');
      case '{':
      case '｛':
        return this.enter('held_line');
      case '`':
      case '~':
        return this.stepFenceStart(first);
      case '<':
        return this.stepMark(first, 'line_start');
      case '[':
        return this.shown.isEmpty ? this.enter('held_line') : this.stepMark(first, 'line_start');
      default:
        return this.stepListItem(first) ?? this.stepFirstWord(first);
    }
  }

  /** The content of a list item begins like a line. Null when this is not a list item. */
  private stepListItem(first: number): boolean | null {
    const { pending } = this;
    if (this.line !== '' || !mayBeginListItem(pending.charCodeAt(first))) return null;
    const lineEnd = lineEndAt(pending, first);
    const content = listContentAt(pending, first, lineEnd);
    if (content !== null) {
      const marker = pending.slice(0, content);
      this.show(content);
      this.line = marker;
      return true;
    }
    return lineEnd === pending.length && pending.length - first < longestMark ? false : null;
  }

  private stepFirstWord(first: number): boolean {
    const look = lookAtFirstWord(this.pending, first);
    if (look === 'call') return this.close();
    return look === 'wait' ? false : this.enter('prose');
  }

  private stepFenceStart(first: number): boolean {
    const look = lookAtFence(this.pending, first);
    if (look === 'prose') return this.enter('prose');
    if (look === 'wait') return this.await('line_end');
    if (look === 'no_fence') return this.enter('held_line');
    this.fence = look.opening;
    if (look.mayHoldCall) {
      this.held = new HeldFence(look.opening, this.pending.slice(0, look.end));
      this.pending = this.pending.slice(look.end);
    } else this.show(look.end);
    this.line = '';
    return this.enter(look.mayHoldCall ? 'held_fence' : 'open_fence');
  }

  /** Lets text through up to the next mark; the state decides which marks interrupt it. */
  private stepText(): boolean {
    const { pending, state } = this;
    const isProse = state === 'prose';
    let at = 0;
    while (
      at < pending.length &&
      !(isProse ? isProseMark(pending.charCodeAt(at)) : isPlainMark(pending.charCodeAt(at)))
    )
      at += 1;
    if (at > 0) return this.show(at);
    switch (pending[0]) {
      case '\n':
        return this.stepLineEnd();
      case '`':
        return this.stepCodeSpan();
      case '{':
        return this.enter('held_line');
      default:
        return isProse ? this.stepMark(0, 'prose') : this.stepToken(0) || this.showUnlessToken();
    }
  }

  private stepLineEnd(): boolean {
    const { fence, line } = this;
    if (
      this.state !== 'open_fence' ||
      !fence ||
      closesFence(line, skipBlanksInLine(line, 0), line.length, fence)
    ) {
      this.state = 'line_start';
      this.fence = null;
    }
    this.show(1);
    this.line = '';
    return true;
  }

  private stepCodeSpan(): boolean {
    const { pending, line } = this;
    const isLineStart = line.length < longestMark && line.trim() === '';
    const span = lookAtCodeSpan(pending);
    if (isLineStart && span.mayHoldCall) return this.enter('held_line');
    if (span.end !== null) return this.show(span.end);
    if (lineEndAt(pending, 0) < pending.length) return this.enter('held_line');
    if (pending.length > longestCodeSpan) return this.close();
    return pending.endsWith('`') ? false : this.await('backquote');
  }

  private stepMark(at: number, state: 'line_start' | 'prose'): boolean {
    const look = lookAtMark(this.pending, at);
    switch (look.kind) {
      case 'wait':
        return false;
      case 'close':
        return this.close();
      case 'hold_line':
        return this.enter('held_line');
      case 'restart':
        return this.restart(look.end);
      case 'token':
        return this.stepToken(at);
      case 'markup':
        return this.show(look.end, state);
      case 'plain':
        return this.show(at + 1, 'prose');
    }
  }

  /** Holds a leaked token like a blank: at the end of a reply both are cut off. */
  private stepToken(at: number): boolean {
    const end = skipTurnToken(this.pending, at);
    if (end === at) return false;
    const token = this.pending.slice(0, end);
    this.shown.hold(token);
    if (this.state !== 'line_start') this.line += token;
    this.pending = this.pending.slice(end);
    return true;
  }

  private showUnlessToken(): boolean {
    return mayBecomeTurnToken(this.pending.slice(0, longestMark)) ? false : this.show(1);
  }

  private stepHeldLine(): boolean {
    const { pending } = this;
    const lineEnd = lineEndAt(pending, 0);
    if (lineEnd === pending.length) return this.await('line_end');
    const line = this.line + pending.slice(0, lineEnd);
    if (hasReasoningCloseAfter(line, 0)) return this.restart(null);
    if (!isHarmless(line)) return this.close();
    this.mayBeInJson ||= opensMoreThanItCloses(line);
    this.show(lineEnd);
    return this.enter('prose');
  }

  private stepHeldFence(): boolean {
    const { pending, held } = this;
    const lineEnd = lineEndAt(pending, 0);
    if (lineEnd === pending.length || !held) return this.await('line_end');
    this.pending = pending.slice(lineEnd + 1);
    const verdict = held.take(pending.slice(0, lineEnd + 1));
    if (verdict === 'wait') return true;
    if (verdict === 'may_be_call') return this.close();
    this.pending = held.text + this.pending;
    this.show(held.text.length);
    this.held = null;
    this.line = '';
    return this.enter(verdict === 'is_code' ? 'open_fence' : 'line_start');
  }

  private enter(state: State): true {
    this.state = state;
    return true;
  }

  private await(arrival: Arrival): false {
    this.awaited = arrival;
    return false;
  }

  private close(): boolean {
    if (hasReasoningCloseAfter(this.pending, 0)) return this.restart(null);
    this.state = 'closed';
    this.pending = this.pending.slice(-longestMark);
    return false;
  }

  /** Everything so far was reasoning. Without the end of its mark, nothing more is let through. */
  private restart(markEnd: number | null): boolean {
    const from = this.mayBeInJson ? null : markEnd;
    if (this.shown.isOnScreen) this.onReset();
    this.shown.forget();
    this.line = '';
    this.front = new FrontGate(false);
    this.pending = from === null ? '' : this.pending.slice(from);
    this.state = from === null ? 'closed' : 'front';
    return from !== null;
  }

  /** A draft closed the gate. If reasoning ends after it, the text shown before the draft was reasoning too. */
  private watchForReasoning(delta: string): void {
    if (!this.shown.isOnScreen) return;
    const seen = this.pending + delta;
    if (hasReasoningCloseAfter(seen, 0)) this.restart(null);
    this.pending = seen.slice(-longestMark);
  }

  private show(length: number, state: State = this.state): true {
    const text = this.pending.slice(0, length);
    this.shown.add(text);
    this.line = state === 'line_start' ? '' : this.line + text;
    this.pending = this.pending.slice(length);
    this.state = state;
    return true;
  }
}
