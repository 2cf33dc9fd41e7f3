import { skipBlanksBackward } from './blank';

/** What of a reply has been let through to the screen, and what is held because it may be the reply's end. */
export class ShownText {
  /** Let through since `begin`. */
  private fresh = '';
  private hasOlder = false;
  /** Harmless, but held while it may be the end of the reply: blanks and leaked tokens there are cut off. */
  private tail = '';

  begin(): void {
    this.hasOlder ||= this.fresh !== '';
    this.fresh = '';
  }

  get sinceBegin(): string {
    return this.fresh;
  }

  /** Something was let through before `begin`: a reset has something to take off the screen. */
  get isOnScreen(): boolean {
    return this.hasOlder;
  }

  get isEmpty(): boolean {
    return !this.hasOlder && this.fresh === '';
  }

  add(text: string): void {
    const visible = skipBlanksBackward(text, text.length);
    if (visible > 0) this.fresh += this.tail + text.slice(0, visible);
    this.tail = visible > 0 ? text.slice(visible) : this.tail + text;
  }

  /** Cut off if the reply ends behind it, shown if it goes on. */
  hold(token: string): void {
    this.tail += token;
  }

  forget(): void {
    this.fresh = '';
    this.hasOlder = false;
    this.tail = '';
  }
}
