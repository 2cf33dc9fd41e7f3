import { countEdits } from '../shared/count-edits';

const maxComparedCharacters = 60;

/**
 * Returns the `count` names that need the fewest single-character edits to become `text`, the closest first.
 */
export function findClosest(text: string, names: readonly string[], count: number): string[] {
  const wanted = text.slice(0, maxComparedCharacters);
  return names
    .map((name) => ({ name, edits: countEdits(wanted, name) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, count)
    .map(({ name }) => name);
}
