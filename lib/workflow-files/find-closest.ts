const maxComparedCharacters = 60;

/** The `count` names that need the fewest single-character edits to become `text`, the closest first. */
export function findClosest(text: string, names: readonly string[], count: number): string[] {
  const wanted = text.slice(0, maxComparedCharacters);
  return names
    .map((name) => ({ name, edits: countEdits(wanted, name) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, count)
    .map(({ name }) => name);
}

/** Levenshtein distance, one row of the table at a time. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
