import { proseMarks, unspaced } from '../characters';
import { isFunctionName } from '../dialects';

const longestHead = 24;
/** A key of the contract, a channel or a call may begin with these words. The next word decides. */
const keyWord =
  '(?:tool|parameters|terminate|action)\\b(?!\\s[a-hj-z])|(?:assistant|analysis|commentary)(?!\\s[a-su-z])|functions\\.|call:';
/** Follows a complete word, number or mark. */
const wordNext = '\\s\\s?[\\p{L}\\p{N}]';
const anyWordNext = `(?:${wordNext}|[${unspaced}]{2})`;
/**
 * Matches an optional list or heading mark, and marks that begin no call; then a complete word, number,
 * inline code or link.
 */
const plainHead = new RegExp(
  `^\\s*(?:(?:#{1,6}|[-*+•]|\\d{1,9}[.)]) )?[*_]{0,3}(?:${[
    `(?!${keyWord})([a-z][a-z'’-]*)(?:[,.;:!?)]|\\s\\s?[^\\s{<])`,
    '[^\\p{ASCII}\\s｛“„”‘’«»＂＇◁]',
    `(?:[("'“„”‘’«»@$%^&=~+.,;:!?\\\\-]|/(?!\\*)){0,3}\\s?(?!${keyWord})(?:[\\p{L}\\p{N}][\\p{L}\\p{N}_./,:%'’+-]*)(?:["'”’»)\\]*_.,;:!?%]{0,3}${wordNext}|[.,;!?]?["”»)][.,;!?]\\s)`,
    `\\p{N}[\\p{N}./,:%-]*[${unspaced}]{2}`,
    `\`[^\`{<"\\n]{1,200}\`${anyWordNext}`,
    `\\[(?![A-Z_/]+\\]|tool_call|function_call)[^\\][{}"'\`<(\\n]{1,200}\\](?:\\([^()\\s{<"]{1,500}\\))?[,.;:]?${anyWordNext}`,
  ].join('|')})`,
  'iu',
);
/** These marks begin something else than words. A fence may also begin after the mark of a list. */
const wordStart = /^(?!\s*(?:[{<>|｛◁▷\n]|`{2}|(?:(?:[-*+•]|\d{1,9}[.)]) +)?~~|---))/;
/** Matches a channel's name that touches its text: Harmony without its tokens. */
const gluedChannel = /^\s*(?:assistant(?:analysis|commentary)|(?:analysis|commentary)(?:\p{Lu}| to=))/u;

/**
 * Decides by its first word whether a line flows or waits for its end. Returns `start` while that word is not
 * complete.
 */
export function flowAt(line: string): 'words' | 'block' | 'start' | 'nothing' {
  if (!wordStart.test(line)) return 'block';
  const start = line.slice(0, longestHead);
  const head = plainHead.exec(start);
  if (head) return isFunctionName(head[1] ?? '') ? 'block' : 'words';
  if (gluedChannel.test(start)) return 'nothing';
  return line.length > longestHead ? 'block' : 'start';
}

/**
 * These characters may begin something other than words. The first half of a character waits for the second
 * half.
 */
const mark = new RegExp(`[\n${proseMarks}\ud800-\udbff]`, 'g');
/**
 * Quotation marks around no key, inline code, links, plain tags and complete characters are words. Later
 * text does not matter.
 */
const plainMark =
  /(?<![^\p{L}])'(?=\p{L})|["'“”„‘](?=[^tp{])|(?<!`)`[^`{<\n]{1,200}`(?=[^`])|\[(?![A-Z_/]+\]|tool_call|function_call)[^\][{}"'`<(\n]{1,200}\]|<(?=[\s\d=])|<\/?(?:[abipqsu]|h[1-6]|br|em|code|strong|https?:[^\s<>]{1,200})>|[\u{10000}-\u{10ffff}]/uy;

/**
 * Returns where the words from `from` on end: at the end of the line, or at a mark that may be something
 * else.
 */
export function wordsEnd(text: string, from: number): number {
  for (let at = from; ; at = plainMark.lastIndex) {
    mark.lastIndex = at;
    plainMark.lastIndex = mark.exec(text)?.index ?? text.length;
    const end = plainMark.lastIndex;
    if (!plainMark.test(text)) return end;
  }
}

/** A line without any of these has no key, no name of a call, and no mark. */
export const lineMark = /[{｛`<[◁"'“”„‘~}\]:：=/_]|[a-z][A-Z]/;
