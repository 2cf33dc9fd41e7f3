const longest = 160;

/** Matches lines without words of their own: a fence, a rule, the line below the head of a table. */
const wordless = /^(?:`{3,}|~{3,}).*$|^[-*_\s|:]+$/;
const heading = /^#{1,6}\s+/;
const blockMarks = /^(?:\s*(?:#{1,6}|>|[-*+]|\d+[.)]|\[[ xX]\])(?=\s|$))+\s*/;
/**
 * Matches marks of links, code, and struck, strong or emphasized text that enclose something. A star or
 * underscore alone is text.
 */
const inlineMarks: readonly [RegExp, string][] = [
  [/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1'],
  [/`+([^`\n]*)`+/g, '$1'],
  [/(\*{1,3})(?=\S)([^*\n]*[^*\s])\1/g, '$2'],
  [/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_\n]*[^_\s])\1(?![\p{L}\p{N}_])/gu, '$2'],
  [/~~(?=\S)([^~\n]*[^~\s])~~/g, '$1'],
];

/**
 * Returns the first words of a Markdown text on one line, without its marks. It cuts the line at 160
 * characters and then ends it with "…". A heading counts only when no other words follow. Returns null when
 * the text has no words.
 */
export function toPlainLine(markdown: string): string | null {
  // An answer may be long, and the line only shows its beginning.
  const lines = markdown.slice(0, longest * 20).split('\n');
  const worded = lines.map((line) => line.trim()).filter((line) => line !== '' && !wordless.test(line));
  const line = worded.find((one) => !heading.test(one)) ?? worded[0];
  if (line === undefined) return null;
  const plain = inlineMarks
    .reduce((text, [mark, words]) => text.replaceAll(mark, words), line.replace(blockMarks, ''))
    .replaceAll(/\s*\|\s*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain === '') return null;
  return plain.length <= longest
    ? plain
    : `${plain
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
