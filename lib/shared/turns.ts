/** Runs at most `most` of these works at a time, in the order in which they were asked for. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
