import { skipBlanksBackward } from '../characters';

/** The text of a reply on the screen, and the text held because it may be the end of the reply. */
export class ShownText {
  /** Let through since `begin`. */
  private fresh = '';
  private hasOlder = false;
  /** Blanks and leaked tokens, held because they are cut off at the end of a reply. */
  private tail = '';

  begin(): void {
    this.hasOlder ||= this.fresh !== '';
    this.fresh = '';
  }

  get sinceBegin(): string {
    return this.fresh;
  }

  /** Text was let through before `begin`, so a reset must clear the screen. */
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

  /** Shows blanks and leaked tokens only if more text follows. */
  hold(text: string): void {
    this.tail += text;
  }

  forget(): void {
    this.fresh = '';
    this.hasOlder = false;
    this.tail = '';
  }
}
