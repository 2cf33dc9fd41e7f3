/** Counts how often the event loop turns during `work`. The work may ask for the count so far. */
export async function countTurns(work: (turnsSoFar: () => number) => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work(() => turns);
  isOver = true;
  return turns;
}
