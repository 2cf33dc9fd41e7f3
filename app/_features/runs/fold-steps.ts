const shownAtStart = 3;
const foldSize = 40;

/**
 * Decides which steps of a long run are folded. The first 3 and at least the last 40 stay. Steps fold 40 at a
 * time, so that the screen does not move with every new step.
 */
export function foldSteps(count: number): { from: number; to: number } | null {
  const hidden = Math.floor((count - shownAtStart - foldSize) / foldSize) * foldSize;
  return hidden > 0 ? { from: shownAtStart, to: shownAtStart + hidden } : null;
}
