import type { Region, Sides } from './split-region';

export type Anchor = { before: number; after: number };

/**
 * Finds the longest list of lines that occur once in each range and are in the same order in both (patience
 * diff).
 */
export function findAnchors({ before, after }: Sides, region: Region): Anchor[] {
  const places = new Map<number, { before: number; after: number; isUnique: boolean }>();
  for (let index = region.beforeStart; index < region.beforeEnd; index += 1) {
    const place = places.get(before[index] as number);
    if (place) place.isUnique = false;
    else places.set(before[index] as number, { before: index, after: -1, isUnique: true });
  }
  for (let index = region.afterStart; index < region.afterEnd; index += 1) {
    const place = places.get(after[index] as number);
    if (!place) continue;
    if (place.after >= 0) place.isUnique = false;
    place.after = index;
  }
  // A Map keeps the order of insertion, which is the order of the text before.
  return longestRising([...places.values()].filter((place) => place.isUnique && place.after >= 0));
}

/** Returns the longest part of the list whose `after` rises. */
function longestRising(list: readonly Anchor[]): Anchor[] {
  const ends: number[] = [];
  const previous = new Int32Array(list.length);
  for (const [index, { after }] of list.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[ends[middle] as number] as Anchor).after < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const rising: Anchor[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] as number) {
    const { before, after } = list[index] as Anchor;
    rising.push({ before, after });
  }
  return rising.reverse();
}
