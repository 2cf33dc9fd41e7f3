import { skipBlanksInLine } from '../blank';
import { closesFence, type FenceOpening } from '../fence';
import { parseReply } from '../parse-reply';

/** Holds back a fence that may contain a call, until it closes or proves to be code. */
export class HeldFence {
  private isEmpty = true;

  constructor(
    private readonly opening: FenceOpening,
    /** All lines taken so far, with the opening line. */
    public text: string,
  ) {}

  /** Takes one more line with its line break. */
  take(line: string): 'wait' | 'is_code' | 'is_text' | 'may_be_call' {
    const { opening } = this;
    const content = line.slice(0, -1);
    const isFirst = this.isEmpty && content.trim() !== '';
    if (isFirst) this.isEmpty = false;
    this.text += line;
    if (closesFence(content, skipBlanksInLine(content, 0), content.length, opening)) {
      return parseReply(this.text).kind === 'text' ? 'is_text' : 'may_be_call';
    }
    if (content.trimEnd().endsWith(opening.marker.repeat(opening.length))) return 'may_be_call';
    const isBare = opening.label === '' && !opening.isGlued;
    return isBare && isFirst && isCode(content) ? 'is_code' : 'wait';
  }
}

/** The first line of code or of a shell session: not JSON, markup or YAML of a call. */
function isCode(line: string): boolean {
  const first = line.trimStart();
  return !'{[<｛-'.includes(first.charAt(0)) && !first.startsWith('tool');
}
