const shownAtStart = 3;
const foldSize = 40;

/**
 * Which steps of a long run are folded: how it began and at least the last 40 stay. Whole forties are folded, so that
 * what is on the screen does not move with every step that arrives.
 */
export function foldSteps(count: number): { from: number; to: number } | null {
  const hidden = Math.floor((count - shownAtStart - foldSize) / foldSize) * foldSize;
  return hidden > 0 ? { from: shownAtStart, to: shownAtStart + hidden } : null;
}
