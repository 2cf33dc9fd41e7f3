/** How often the event loop turns while `work` is done, which may ask how often it has until now. */
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
