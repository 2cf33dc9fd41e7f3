import { type Anchor, findAnchors } from './find-anchors';
import { createFrontiers, type Region, type Sides, splitRegion } from './split-region';

export type LineComparison = {
  /**
   * For each line before, 1 means that it goes. For each line after, 1 means that it comes. The other lines
   * are the same, in order.
   */
  removed: Uint8Array;
  added: Uint8Array;
  /**
   * This is true when no smaller set of changed lines exists. It is false when a part took too much work:
   * then only that part may hold more.
   */
  isMinimal: boolean;
};

/**
 * Limits lines times edits of one search. With this limit, the worst texts of 100,000 lines took 0.5 s, and
 * ordinary changes 0.2 s.
 */
const maxWork = 2 ** 24;
const minEdits = 32;
/**
 * A part that is too costly is first divided at its unique lines, at most this often, and then at the best
 * point found.
 */
const maxAnchorLevels = 3;

type Part = Region & { anchorLevels: number };

/**
 * Finds the lines that change from one text to the other. The result depends on the lines only, never on the
 * clock, because the number of edits searched in one part bounds the work.
 */
export function compareLines(before: readonly string[], after: readonly string[]): LineComparison {
  const { sides, beforeIndexes, afterIndexes } = keepShared(before, after);
  const frontiers = createFrontiers(sides);
  const maxEdits = Math.max(minEdits, Math.floor(maxWork / (before.length + after.length + 1)));
  const removed = new Uint8Array(before.length).fill(1);
  const added = new Uint8Array(after.length).fill(1);
  const markSame = (beforeAt: number, afterAt: number) => {
    removed[beforeIndexes[beforeAt] as number] = 0;
    added[afterIndexes[afterAt] as number] = 0;
  };
  let isMinimal = true;
  const parts: Part[] = [
    {
      beforeStart: 0,
      beforeEnd: sides.before.length,
      afterStart: 0,
      afterEnd: sides.after.length,
      anchorLevels: maxAnchorLevels,
    },
  ];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const rest = trimSame(sides, part, markSame);
    if (rest.beforeStart === rest.beforeEnd || rest.afterStart === rest.afterEnd) continue;
    const split = splitRegion(sides, rest, frontiers, maxEdits);
    isMinimal &&= split.isShortest;
    const isTooCostly = !split.isShortest;
    const anchors = isTooCostly && part.anchorLevels > 0 ? findAnchors(sides, rest) : [];
    if (anchors.length > 0) {
      for (const anchor of anchors) markSame(anchor.before, anchor.after);
      for (const between of partsBetween(rest, anchors, part.anchorLevels - 1)) parts.push(between);
    } else {
      const anchorLevels = isTooCostly ? 0 : part.anchorLevels;
      parts.push({ ...rest, beforeEnd: split.before, afterEnd: split.after, anchorLevels });
      parts.push({ ...rest, beforeStart: split.before, afterStart: split.after, anchorLevels });
    }
  }
  return { removed, added, isMinimal };
}

/** Marks the equal lines at the two ends of a part, and returns the part without them. */
function trimSame(
  { before, after }: Sides,
  region: Region,
  markSame: (beforeAt: number, afterAt: number) => void,
): Region {
  let { beforeStart, beforeEnd, afterStart, afterEnd } = region;
  while (beforeStart < beforeEnd && afterStart < afterEnd && before[beforeStart] === after[afterStart])
    markSame(beforeStart++, afterStart++);
  while (beforeStart < beforeEnd && afterStart < afterEnd && before[beforeEnd - 1] === after[afterEnd - 1])
    markSame(--beforeEnd, --afterEnd);
  return { beforeStart, beforeEnd, afterStart, afterEnd };
}

function partsBetween(region: Region, anchors: readonly Anchor[], anchorLevels: number): Part[] {
  const ends = [...anchors, { before: region.beforeEnd, after: region.afterEnd }];
  return ends.map((end, index) => {
    const start = anchors[index - 1];
    return {
      beforeStart: start ? start.before + 1 : region.beforeStart,
      beforeEnd: end.before,
      afterStart: start ? start.after + 1 : region.afterStart,
      afterEnd: end.after,
      anchorLevels,
    };
  });
}

/** Lines that only one of the texts has are changed for certain: only the others need a search. */
function keepShared(before: readonly string[], after: readonly string[]) {
  const numbers = new Map<string, number>();
  for (const line of before) if (!numbers.has(line)) numbers.set(line, numbers.size);
  const isShared = new Uint8Array(numbers.size);
  const afterIndexes: number[] = [];
  const afterNumbers: number[] = [];
  for (const [index, line] of after.entries()) {
    const number = numbers.get(line);
    if (number === undefined) continue;
    isShared[number] = 1;
    afterIndexes.push(index);
    afterNumbers.push(number);
  }
  const beforeIndexes: number[] = [];
  const beforeNumbers: number[] = [];
  for (const [index, line] of before.entries()) {
    const number = numbers.get(line) as number;
    if (isShared[number] === 0) continue;
    beforeIndexes.push(index);
    beforeNumbers.push(number);
  }
  const sides: Sides = { before: Int32Array.from(beforeNumbers), after: Int32Array.from(afterNumbers) };
  return { sides, beforeIndexes, afterIndexes };
}
