import { codes, proseMarks } from '../characters';
import { isFunctionName } from '../dialects';

/** What a character may be to the gate, in bits. A `mark` may begin something other than words, a `head` a line of them. */
export const kinds = { lineBreak: 1, mark: 2, markEnd: 4, head: 8, other: 16, any: 31 };

const kindOf = new Uint8Array(0x1_0000).fill(kinds.other).fill(kinds.head, codes.endOfAscii);
for (let code = 0; code < codes.endOfAscii; code += 1)
  if (/[a-z\s#*_+-]/i.test(String.fromCharCode(code))) kindOf[code] = kinds.head;
for (const character of proseMarks) kindOf[character.charCodeAt(0)] = kinds.mark;
for (const character of '>]▷') kindOf[character.charCodeAt(0)] = kinds.markEnd;
kindOf[codes.lineFeed] = kinds.lineBreak;
// The first half of a character waits for the second one.
kindOf.fill(kinds.mark | kinds.head, 0xd800, 0xdc00);

export function kindAt(text: string, at: number): number {
  return kindOf[text.charCodeAt(at)] ?? 0;
}

/** So much of a line or fence tells what it is. */
export const longestHead = 200;
/** Perhaps a list or heading mark, then one word that is complete and no key of a call. */
const plainHead =
  /^\s*(?:#{1,6} |[-*+•] )?[*_]{0,3}(?:(?!(?:tool|parameters|terminate|action)\b|assistant|analysis|commentary)([a-z][a-z'’-]*)(?:[,.;:!?)]|\s\s?[^\s{<])|[^\p{ASCII}\s｛“„”‘’«»＂＇◁])/iu;
/** A channel's name glued to its text: Harmony without its tokens. */
const gluedChannel = /^\s*(?:assistant(?:analysis|commentary)|(?:analysis|commentary)(?:\p{Lu}| to=))/u;

/** Whether a line flows or waits for its end, by its first word; at the start while that is not complete. */
export function flowAt(line: string): 'words' | 'block' | 'start' | 'nothing' {
  if ((kindAt(line, 0) & kinds.head) === 0) return 'block';
  const start = line.slice(0, longestHead);
  const head = plainHead.exec(start);
  if (head) return isFunctionName(head[1] ?? '') ? 'block' : 'words';
  if (gluedChannel.test(start)) return 'nothing';
  return line.length > longestHead ? 'block' : 'start';
}

/** Quotation marks around no key, inline code, links, plain tags and complete characters are words, whatever comes next. */
const plainMark =
  /(?<![^\p{L}])'(?=\p{L})|["'“”„‘](?=[^tp{])|(?<!`)`[^`{<\n]{1,200}`(?=[^`])|\[(?![A-Z_/]+\]|tool_call|function_call)[^\][{}"'`<(\n]{1,200}\]|<(?=[\s\d=])|<\/?(?:[abipqsu]|h[1-6]|br|em|code|strong|https?:[^\s<>]{1,200})>|[\u{10000}-\u{10ffff}]/uy;

/** Where the words from `from` on end: at the end of the line, or at a mark that may be something else. */
export function wordsEnd(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    while (at < text.length && (kindAt(text, at) & (kinds.mark | kinds.lineBreak)) === 0) at += 1;
    plainMark.lastIndex = at;
    if (!plainMark.test(text)) return at;
    at = plainMark.lastIndex - 1;
  }
}

/** Without any of these, a line holds no key, no name of a call, and no mark. */
export const lineMark = /[{｛`<[◁"'“”„‘~}\]:：=/_]|[a-z][A-Z]/;
