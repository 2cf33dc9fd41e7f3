/**
 * Says whether `typed` is meant to be the beginning of `word`. It allows one mistake from four letters on,
 * and two from eight on. A mistake is an extra, missing or wrong letter, or two swapped letters.
 */
export function isTypoOf(word: string, typed: string): boolean {
  const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  return allowed > 0 && editsToBeginning(word, typed) <= allowed;
}

/** Counts the fewest edits that turn `typed` into a beginning of `word` (optimal string alignment). */
function editsToBeginning(word: string, typed: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(...last);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
