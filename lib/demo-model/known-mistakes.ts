export type KnownMistake = { lineNumber: number; line: string; repaired: string; why: string };

/** A script cannot find mistakes, so it recognizes only these. */
const mistakes: { looks: RegExp; repaired: string; why: string }[] = [
  {
    looks: /\* \(1 \+ (\w*discount\w*)\)/i,
    repaired: '* (1 - $1)',
    why: 'a discount is subtracted, not added.',
  },
];

/** Finds the first line with a known mistake. Returns null when there is none. */
export function findMistake(lines: readonly string[]): KnownMistake | null {
  for (const [index, line] of lines.entries()) {
    const mistake = mistakes.find(({ looks }) => looks.test(line));
    if (!mistake) continue;
    const repaired = line.replace(mistake.looks, mistake.repaired);
    return { lineNumber: index + 1, line, repaired, why: mistake.why };
  }
  return null;
}
