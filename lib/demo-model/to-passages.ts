/** A line of plain text that is at least this long was probably wrapped, so the next line belongs to it. */
const wrappedLength = 60;

/**
 * Returns the sentences, list items, headings and other single lines of a document. Line breaks in wrapped
 * text make no difference; lines of code, tables and data stay as they are.
 */
export function toPassages(path: string, lines: readonly string[]): string[] {
  if (!/\.(?:md|markdown|txt)$/i.test(path)) return lines.map((line) => line.trim()).filter(Boolean);
  const isMarkdown = !/\.txt$/i.test(path);
  const blocks: { text: string; isProse: boolean }[] = [];
  let isCode = false;
  let isOpen = false;
  let lastLength = 0;
  for (const line of lines) {
    const isFence = isMarkdown && /^\s*(?:```|~~~)/.test(line);
    const text = line.trim();
    const last = blocks.at(-1);
    const isAlone = isCode || isFence || (isMarkdown && /^(?:#{1,6}\s|\|)/.test(text));
    const isItem = /^(?:[-*+>]|\d+[.)])\s/.test(text);
    const continues = isOpen && !isAlone && !isItem && (isMarkdown || lastLength >= wrappedLength);
    if (text !== '' && continues && last) last.text += ` ${text}`;
    else if (text !== '') blocks.push({ text, isProse: !isAlone });
    isOpen = text !== '' && !isAlone;
    lastLength = line.length;
    if (isFence) isCode = !isCode;
  }
  return blocks.flatMap(({ text, isProse }) =>
    isProse ? text.split(/(?<=[.!?])\s+(?=[\p{Lu}\d"“])/u) : [text],
  );
}
