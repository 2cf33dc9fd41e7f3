import { skipBlanks } from '../blank';
import { mayBecomeTurnToken, skipTurnToken } from '../leaked-tokens';
import { mayBecomeReasoningMark, reasoningCloseAt, reasoningOpenAt } from '../reasoning';
import { readFront } from '../reply-edges';

const longestMark = 64;
const longestRole = 10;

/** Does the work of `readFront` on a reply that is still arriving: cuts leaked tokens and reasoning off its beginning. */
export class FrontGate {
  private pending = '';
  private reasoningClose: string | null = null;

  /** At the very beginning of a reply white space is part of the text; after a reasoning mark it is not. */
  constructor(private isBeginning: boolean) {}

  /** The text that has arrived; null until it begins. */
  take(delta: string): string | null {
    const isNothingNew = this.reasoningClose === null && skipBlanks(delta, 0) === delta.length;
    this.pending += delta;
    if (isNothingNew) return null;
    for (;;) {
      if (this.reasoningClose !== null && !this.skipReasoning(this.reasoningClose)) return null;
      const { pending } = this;
      const word = skipBlanks(pending, 0);
      if (word === pending.length) return null;
      const open = reasoningOpenAt(pending, word);
      if (!open && mayGoOn(pending.slice(word, word + longestMark))) return null;
      const skipped = open?.end ?? reasoningCloseAt(pending, word) ?? skipTurnToken(pending, word);
      if (skipped === word) return pending.slice(this.isBeginning ? readFront(pending, 0).start : word);
      this.reasoningClose = open?.close ?? null;
      this.pending = pending.slice(skipped);
      this.isBeginning = false;
    }
  }

  private skipReasoning(mark: string): boolean {
    const close = this.pending.indexOf(mark);
    this.pending =
      close === -1 ? this.pending.slice(-(mark.length - 1)) : this.pending.slice(close + mark.length);
    if (close !== -1) this.reasoningClose = null;
    return close !== -1;
  }
}

/** Whether `rest` may be the beginning of a mark or token, or a token whose role has yet to arrive. */
function mayGoOn(rest: string): boolean {
  if (mayBecomeReasoningMark(rest) || mayBecomeTurnToken(rest)) return true;
  const end = skipTurnToken(rest, 0);
  return end > 0 && rest.length - end < longestRole && !rest.includes('\n');
}
