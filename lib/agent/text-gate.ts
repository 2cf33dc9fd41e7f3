import { lineEndAt, skipBlanks, skipBlanksBackward, skipBlanksInLine } from './blank';
import { closesFence, type FenceOpening, fenceOpeningAt, isBareOrJson } from './fence';
import { callBrackets, callHeads, isCallTagName } from './foreign-marks';
import { mayBecomeCallLine } from './key-line';
import { mayBecomeTurnToken, skipTurnToken } from './leaked-tokens';
import { listContentAt } from './list-item';
import { tagAt } from './markup';
import { parseReply } from './parse-reply';
import {
  hasReasoningCloseAfter,
  mayBecomeReasoningMark,
  reasoningCloseAt,
  reasoningOpenAt,
} from './reasoning';
import { readFront } from './reply-edges';
import { walkReply } from './walk-reply';

export type TextGate = {
  /** Takes the next piece of a reply and returns the text that may be shown now, '' when there is none. */
  push: (delta: string) => string;
};

/**
 * Decides what of a reply may be shown while it is still arriving (second specification, "Handle text response"):
 * nothing that may turn out to be a call is let through. In any chunking,
 *
 * - what has been let through is a prefix of the text that `parseReply` will give, if it will be text;
 * - if it will be a call or malformed, only words before the attempt have been let through;
 * - reasoning is never let through, and the time spent is linear in the reply.
 *
 * Paragraphs, headings, lists, inline code and fences in other languages flow. A line with a brace waits for its end,
 * a JSON or bare fence for its closing, and what still looks like a call then closes the gate for good.
 *
 * One thing cannot be known in advance: a closing reasoning mark without an opening one makes everything before it
 * reasoning. Then `onReset` is called, before `push` returns: what was let through so far must be taken off the screen.
 * (Behind a backquote that never finds its partner, the mark is seen when its line ends.)
 */
export function createTextGate(onReset?: () => void): TextGate {
  const gate = new Gate(onReset ?? (() => undefined));
  return { push: (delta) => gate.push(delta) };
}

type State =
  | 'front'
  | 'reasoning'
  | 'line_start'
  | 'prose'
  | 'free_line'
  | 'held_line'
  | 'open_fence'
  | 'held_fence'
  | 'closed';

type Arrival = 'word' | 'word_or_line_end' | 'line_end' | 'backquote';

const longestMark = 64;
const longestTag = 400;
const longestCodeSpan = 2_000;

class Gate {
  private state: State = 'front';
  /** Arrived and not yet decided. */
  private pending = '';
  /** Harmless, but held while it may be the end of the reply: blanks and leaked tokens there are cut off. */
  private tail = '';
  /** The current line as far as it was let through. */
  private line = '';
  private shown = '';
  private hasShown = false;
  /** Offset 0 is the beginning of the reply: white space there is part of the text. */
  private isAtBeginning = true;
  private reasoningClose = '';
  private fence: FenceOpening | null = null;
  private fenceLines = '';
  private isFenceEmpty = true;
  /** What has to arrive before another look is worth it. */
  private awaited: Arrival | null = null;

  constructor(private readonly onReset: () => void) {}

  push(delta: string): string {
    this.shown = '';
    if (this.state === 'closed') {
      this.watchForReasoning(delta);
      return '';
    }
    this.pending += delta;
    if (this.awaited !== null && !this.hasArrived(delta)) return '';
    this.awaited = null;
    while (this.pending !== '' && this.step());
    if (this.shown !== '') this.hasShown = true;
    return this.shown;
  }

  /** False when more has to arrive first. */
  private step(): boolean {
    switch (this.state) {
      case 'front':
        return this.stepFront();
      case 'reasoning':
        return this.stepReasoning();
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
    const word = skipBlanks(this.pending, 0);
    if (word === this.pending.length) return this.await('word');
    const rest = this.pending.slice(word, word + longestMark);
    const open = reasoningOpenAt(this.pending, word);
    if (!open && (mayBecomeReasoningMark(rest) || mayBecomeTurnToken(rest) || isTokenBeforeRole(rest)))
      return false;
    if (open) {
      this.state = 'reasoning';
      this.reasoningClose = open.close;
      this.pending = this.pending.slice(open.end);
      this.isAtBeginning = false;
      return true;
    }
    const skipped = reasoningCloseAt(this.pending, word) ?? skipTurnToken(this.pending, word);
    if (skipped > word) {
      this.pending = this.pending.slice(skipped);
      this.isAtBeginning = false;
      return true;
    }
    this.pending = this.pending.slice(this.isAtBeginning ? readFront(this.pending, 0).start : word);
    this.state = 'line_start';
    return true;
  }

  private stepReasoning(): boolean {
    const close = this.pending.indexOf(this.reasoningClose);
    if (close === -1) {
      this.pending = this.pending.slice(-(this.reasoningClose.length - 1));
      return false;
    }
    this.pending = this.pending.slice(close + this.reasoningClose.length);
    this.state = 'front';
    return true;
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
        return this.hasShown || this.shown !== ''
          ? this.stepMark(first, 'line_start')
          : this.enter('held_line');
      default:
        return this.stepListItem(first) ?? this.stepFirstWord(first);
    }
  }

  /** The content of a list item begins like a line. Null when this is none. */
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
    const { pending } = this;
    const lineEnd = lineEndAt(pending, first);
    const isCut = lineEnd === pending.length;
    const head = pending.slice(first, Math.min(lineEnd, first + 40));
    const isCall = mayBecomeCallLine(head);
    if (isCall === 'yes' || callHeads.some((call) => head.startsWith(call))) return this.close();
    const isHead = callHeads.some((call) => call.startsWith(head));
    if (isCut && (isCall === 'unknown' || isHead)) return false;
    return this.enter('prose');
  }

  private stepFenceStart(first: number): boolean {
    const { pending } = this;
    const marker = pending.charAt(first);
    const mayBeFence = pending.slice(first, first + 3) === marker.repeat(Math.min(3, pending.length - first));
    if (!mayBeFence) return this.enter('prose');
    const lineEnd = lineEndAt(pending, first);
    if (lineEnd === pending.length) return this.await('line_end');
    const opening = fenceOpeningAt(pending, first, lineEnd);
    if (!opening) return this.enter('held_line');
    this.fence = opening;
    this.isFenceEmpty = true;
    this.fenceLines = pending.slice(0, lineEnd + 1);
    const mayHoldCall = opening.isGlued || isBareOrJson(opening.label) || mayLabelCall(opening.label);
    if (mayHoldCall) this.pending = pending.slice(lineEnd + 1);
    else this.show(lineEnd + 1);
    this.line = '';
    return this.enter(mayHoldCall ? 'held_fence' : 'open_fence');
  }

  /** Text that flows; which marks interrupt it depends on where it stands. */
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
    const { pending } = this;
    let content = 0;
    while (pending[content] === '`') content += 1;
    if (content === pending.length) return false;
    const lineEnd = lineEndAt(pending, 0);
    const isLineStart = this.line.length < longestMark && this.line.trim() === '';
    const code = pending.slice(content, content + 12).trimStart();
    if (isLineStart && (code.startsWith('{') || 'json'.startsWith(code.slice(0, 4))))
      return this.enter('held_line');
    for (let at = pending.indexOf('`', content); at !== -1 && at < lineEnd; at = pending.indexOf('`', at)) {
      const start = at;
      while (pending[at] === '`') at += 1;
      if (at === pending.length) return false;
      if (at - start === content) return this.show(at);
    }
    if (lineEnd < pending.length) return this.enter('held_line');
    return pending.length > longestCodeSpan ? this.close() : this.await('backquote');
  }

  /** A `<`, `[` or `◁` in text: markup, a token, reasoning, the mark of a call, or nothing in particular. */
  private stepMark(at: number, state: 'line_start' | 'prose'): boolean {
    const { pending } = this;
    const rest = pending.slice(at, at + longestMark);
    const close = reasoningCloseAt(pending, at);
    if (close !== null) return this.restart(close);
    if (reasoningOpenAt(pending, at) || rest.startsWith('<!--')) return this.close();
    if (this.stepToken(at)) return true;
    if (
      rest.length < 2 ||
      mayBecomeTurnToken(rest) ||
      mayBecomeReasoningMark(rest) ||
      '<!--'.startsWith(rest)
    )
      return false;
    if (rest.startsWith('[')) return this.stepBracket(rest, state);
    if (rest.startsWith('<|') || rest.startsWith('<｜')) return this.close();
    if (!rest.startsWith('<') || !isTagStart(rest.charCodeAt(1))) return this.show(at + 1, 'prose');
    const tag = tagAt(pending, at);
    if (tag) return !tag.isClose && isCallTagName(tag.name) ? this.close() : this.show(tag.end, state);
    const isEnded =
      pending.length - at > longestTag ||
      pending.indexOf('\n', at) !== -1 ||
      pending.indexOf('<', at + 1) !== -1;
    return isEnded ? this.show(at + 1, 'prose') : false;
  }

  private stepBracket(rest: string, state: 'line_start' | 'prose'): boolean {
    if (callBrackets.some((mark) => rest.startsWith(mark))) return this.close();
    if (callBrackets.some((mark) => mark.startsWith(rest))) return false;
    if ('{[ \t\r\n'.includes(rest.charAt(1))) return this.enter('held_line');
    return this.show(this.pending.indexOf('[') + 1, state === 'prose' ? state : 'prose');
  }

  /** A leaked token is held like a blank: at the end of a reply it is cut off. */
  private stepToken(at: number): boolean {
    const end = skipTurnToken(this.pending, at);
    if (end === at) return false;
    const token = this.pending.slice(0, end);
    this.tail += token;
    if (this.line !== '') this.state = this.state === 'line_start' ? 'prose' : this.state;
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
    this.show(lineEnd);
    return this.enter('prose');
  }

  private stepHeldFence(): boolean {
    const { pending, fence } = this;
    const lineEnd = lineEndAt(pending, 0);
    if (lineEnd === pending.length || !fence) return this.await('line_end');
    const line = pending.slice(0, lineEnd);
    const isFirst = this.isFenceEmpty;
    if (line.trim() !== '') this.isFenceEmpty = false;
    this.fenceLines += pending.slice(0, lineEnd + 1);
    this.pending = pending.slice(lineEnd + 1);
    const isClosed = closesFence(line, skipBlanksInLine(line, 0), line.length, fence);
    if (!isClosed && line.trimEnd().endsWith(fence.marker.repeat(fence.length))) return this.close();
    if (!isClosed && isFirst && fence.label === '' && !fence.isGlued && cannotBeginCall(line))
      return this.release('open_fence');
    if (!isClosed) return true;
    return parseReply(this.fenceLines).kind === 'text' ? this.release('line_start') : this.close();
  }

  private release(state: State): boolean {
    this.pending = this.fenceLines + this.pending;
    this.show(this.fenceLines.length);
    this.fenceLines = '';
    this.line = '';
    return this.enter(state);
  }

  private enter(state: State): true {
    this.state = state;
    return true;
  }

  private await(what: Arrival): false {
    this.awaited = what;
    return false;
  }

  private hasArrived(delta: string): boolean {
    const isBlank = skipBlanks(delta, 0) === delta.length;
    if (this.awaited === 'word') return !isBlank;
    if (this.awaited === 'word_or_line_end') return !isBlank || delta.includes('\n');
    return delta.includes('\n') || (this.awaited === 'backquote' && delta.includes('`'));
  }

  private close(): boolean {
    if (hasReasoningCloseAfter(this.pending, 0)) return this.restart(null);
    this.state = 'closed';
    this.pending = this.pending.slice(-longestMark);
    return false;
  }

  /** Everything so far was reasoning. Without an offset to go on from, nothing more is let through. */
  private restart(from: number | null): boolean {
    if (this.hasShown) this.onReset();
    this.shown = '';
    this.hasShown = false;
    this.tail = '';
    this.line = '';
    this.isAtBeginning = false;
    this.pending = from === null ? '' : this.pending.slice(from);
    this.state = from === null ? 'closed' : 'front';
    return from !== null;
  }

  /** A draft closed the gate; when the reasoning around it ends, what was shown of that was reasoning, too. */
  private watchForReasoning(delta: string): void {
    if (!this.hasShown) return;
    const seen = this.pending + delta;
    if (hasReasoningCloseAfter(seen, 0)) this.restart(null);
    this.pending = seen.slice(-longestMark);
  }

  private show(length: number, state: State = this.state): true {
    const text = this.pending.slice(0, length);
    const visible = skipBlanksBackward(text, text.length);
    if (visible > 0) this.shown += this.tail + text.slice(0, visible);
    this.tail = visible > 0 ? text.slice(visible) : this.tail + text;
    this.line = state === 'line_start' ? '' : this.line + text;
    this.pending = this.pending.slice(length);
    this.state = state;
    return true;
  }
}

/** Whether a line holds nothing that is, begins or may become part of a call. */
function isHarmless(line: string): boolean {
  const { parts } = walkReply(line);
  if (line.includes('<!--') || !parts.every((part) => part.kind === 'json' && part.scan.ok && !part.flaw))
    return false;
  return (parts.length === 0 && !line.includes('(')) || parseReply(line).kind === 'text';
}

function isTokenBeforeRole(rest: string): boolean {
  const end = skipTurnToken(rest, 0);
  return end > 0 && rest.length - end < 10 && !rest.includes('\n');
}

/** A bare fence with code or a shell session in it. */
function cannotBeginCall(line: string): boolean {
  const first = line.trimStart();
  return first !== '' && !'{[<｛-'.includes(first.charAt(0)) && !first.startsWith('tool');
}

function mayLabelCall(label: string): boolean {
  return (
    label === 'yaml' ||
    label === 'yml' ||
    label.includes('tool') ||
    label.includes('call') ||
    label.includes('action')
  );
}

/** A digit, or one of - * + • */
function mayBeginListItem(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 45 || code === 42 || code === 43 || code === 0x2022;
}

function isProseMark(code: number): boolean {
  return code === 10 || code === 96 || code === 123 || code === 91 || code === 60 || code === 0x25c1;
}

function isPlainMark(code: number): boolean {
  return code === 10 || code === 91 || code === 60;
}

function isTagStart(code: number): boolean {
  return code === 47 || code === 33 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
