export type DocumentParts = {
  title: string | null;
  sections: { heading: string | null; sentences: string[] }[];
};

/** Splits Markdown or plain text into headings and sentences, in order. It leaves out code, tables and rules. */
export function toParts(lines: readonly string[]): DocumentParts {
  const sections: { heading: string | null; text: string[] }[] = [{ heading: null, text: [] }];
  let title: string | null = null;
  let isCode = false;
  for (const line of lines) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode) {
      const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
      if (heading && title === null) title = heading;
      else if (heading) sections.push({ heading, text: [] });
      else if (!/^(?:[-|=*_ ]*|\|.*)$/.test(line.trim())) sections.at(-1)?.text.push(line);
    }
  }
  return {
    title,
    sections: sections
      .map(({ heading, text }) => ({ heading, sentences: toSentences(text) }))
      .filter((section) => section.heading !== null || section.sentences.length > 0),
  };
}

/** Each list item is a sentence of its own. Other lines are joined first, because text may wrap anywhere. */
function toSentences(lines: readonly string[]): string[] {
  const blocks: string[] = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)?.[1];
    if (item !== undefined || line.trim() === '' || blocks.length === 0) blocks.push((item ?? line).trim());
    else blocks[blocks.length - 1] = `${blocks.at(-1)} ${line.trim()}`.trim();
  }
  return blocks
    .flatMap((block) => block.split(/(?<=[.!?])\s+(?=[A-ZÀ-Þ0-9"“])/u))
    .filter((sentence) => sentence !== '');
}

export function countWords(lines: readonly string[]): number {
  return lines
    .join(' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
