export type KnownMistake = { lineNumber: number; line: string; repaired: string; why: string };

/** A script cannot find mistakes; it recognizes a few. */
const mistakes: { looks: RegExp; repaired: string; why: string }[] = [
  {
    looks: /\* \(1 \+ (\w*discount\w*)\)/i,
    repaired: '* (1 - $1)',
    why: 'a discount is subtracted, not added.',
  },
];

/** The first line that is one of the known mistakes. */
export function findMistake(lines: readonly string[]): KnownMistake | null {
  for (const [index, line] of lines.entries()) {
    const mistake = mistakes.find(({ looks }) => looks.test(line));
    if (!mistake) continue;
    const repaired = line.replace(mistake.looks, mistake.repaired);
    return { lineNumber: index + 1, line, repaired, why: mistake.why };
  }
  return null;
}
