/** Holds both texts as numbers: two lines are equal when their numbers are. */
export type Sides = { before: Int32Array; after: Int32Array };

/** Pairs lines `beforeStart` to `beforeEnd` (exclusive) of one text with a range of the other. */
export type Region = { beforeStart: number; beforeEnd: number; afterStart: number; afterEnd: number };

/**
 * Names a point on a way through the region. `isShortest` is false when the search reached its limit first.
 */
export type Split = { before: number; after: number; isShortest: boolean };

/**
 * Holds the furthest line reached on each diagonal; a diagonal is `before - after`. Every search reuses it.
 */
export type Frontiers = { forward: Int32Array; backward: Int32Array; offset: number };

export function createFrontiers({ before, after }: Sides): Frontiers {
  const size = before.length + after.length + 3;
  return { forward: new Int32Array(size), backward: new Int32Array(size), offset: after.length + 1 };
}

/**
 * Searches from both corners of a region until the two searches meet: that point is on a shortest edit (Myers
 * 1986, section 4b, in linear space). After `maxEdits` edits from each corner, it returns the point that got
 * furthest.
 * Both ranges must hold lines, and neither the first two nor the last two lines may be equal.
 */
export function splitRegion(
  { before, after }: Sides,
  region: Region,
  { forward, backward, offset }: Frontiers,
  maxEdits: number,
): Split {
  const { beforeStart, beforeEnd, afterStart, afterEnd } = region;
  const lowest = beforeStart - afterEnd;
  const highest = beforeEnd - afterStart;
  const forwardMiddle = beforeStart - afterStart;
  const backwardMiddle = beforeEnd - afterEnd;
  const isOdd = ((forwardMiddle - backwardMiddle) & 1) !== 0;
  const reached = (frontier: Int32Array, diagonal: number) => frontier[offset + diagonal] as number;
  let [forwardLow, forwardHigh] = [forwardMiddle, forwardMiddle];
  let [backwardLow, backwardHigh] = [backwardMiddle, backwardMiddle];
  forward[offset + forwardMiddle] = beforeStart;
  backward[offset + backwardMiddle] = beforeEnd;

  for (let edits = 1; edits <= maxEdits; edits += 1) {
    if (forwardLow > lowest) forward[offset + --forwardLow - 1] = -1;
    else forwardLow += 1;
    if (forwardHigh < highest) forward[offset + ++forwardHigh + 1] = -1;
    else forwardHigh -= 1;
    for (let diagonal = forwardHigh; diagonal >= forwardLow; diagonal -= 2) {
      const fromBelow = reached(forward, diagonal - 1);
      const fromAbove = reached(forward, diagonal + 1);
      let x = fromBelow < fromAbove ? fromAbove : fromBelow + 1;
      while (x < beforeEnd && x - diagonal < afterEnd && before[x] === after[x - diagonal]) x += 1;
      forward[offset + diagonal] = x;
      const isSearched = diagonal >= backwardLow && diagonal <= backwardHigh;
      if (isOdd && isSearched && reached(backward, diagonal) <= x)
        return { before: x, after: x - diagonal, isShortest: true };
    }

    if (backwardLow > lowest) backward[offset + --backwardLow - 1] = beforeEnd + 1;
    else backwardLow += 1;
    if (backwardHigh < highest) backward[offset + ++backwardHigh + 1] = beforeEnd + 1;
    else backwardHigh -= 1;
    for (let diagonal = backwardHigh; diagonal >= backwardLow; diagonal -= 2) {
      const fromBelow = reached(backward, diagonal - 1);
      const fromAbove = reached(backward, diagonal + 1);
      let x = fromBelow < fromAbove ? fromBelow : fromAbove - 1;
      while (x > beforeStart && x - diagonal > afterStart && before[x - 1] === after[x - diagonal - 1])
        x -= 1;
      backward[offset + diagonal] = x;
      const isSearched = diagonal >= forwardLow && diagonal <= forwardHigh;
      if (!isOdd && isSearched && x <= reached(forward, diagonal))
        return { before: x, after: x - diagonal, isShortest: true };
    }
  }
  return furthest();

  function furthest(): Split {
    let best: Split = { before: beforeStart, after: afterStart, isShortest: false };
    for (let diagonal = forwardHigh; diagonal >= forwardLow; diagonal -= 2) {
      const x = Math.min(reached(forward, diagonal), beforeEnd, afterEnd + diagonal);
      if (2 * x - diagonal > best.before + best.after)
        best = { before: x, after: x - diagonal, isShortest: false };
    }
    return best;
  }
}
