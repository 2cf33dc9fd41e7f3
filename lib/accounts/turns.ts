/**
 * Runs at most `most` of these computations at a time, in the order in which they were asked for. Node has four
 * threads for files and for these, so that many sign-ins at once would hold up every file.
 */
export function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  return async function inTurn<Result>(compute: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await compute();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
