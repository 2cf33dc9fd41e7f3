export const foldAfterLines = 50;

export type FoldedText = { shown: string; totalLines: number; hiddenLines: number };

/** The first lines of a text and how many are left out. A text that is barely longer is not folded at all. */
export function foldLines(text: string, maxLines = foldAfterLines): FoldedText {
  const lines = text.split('\n');
  const totalLines = lines.at(-1) === '' ? Math.max(1, lines.length - 1) : lines.length;
  if (totalLines <= maxLines + 3) return { shown: text, totalLines, hiddenLines: 0 };
  return { shown: lines.slice(0, maxLines).join('\n'), totalLines, hiddenLines: totalLines - maxLines };
}
