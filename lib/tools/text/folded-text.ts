import type { Difference } from './differences';

/** Holds a folded text, and where the original part of each of its characters begins and ends. */
export type FoldedText = { original: string; text: string; starts: number[]; ends: number[] };

/** Pairs two parts, one in place of the other, with their offsets in the originals. */
export type PartPair = { first: Part; second: Part };
export type Part = { at: number; text: string };

export function foldWithPlaces(original: string, by: readonly Difference[]): FoldedText {
  const offsets = Array.from({ length: original.length }, (_, at) => at);
  const plain = { original, text: original, starts: offsets, ends: offsets.map((at) => at + 1) };
  return by.reduce(foldOnce, plain);
}

function foldOnce(folded: FoldedText, { pattern, to }: Difference): FoldedText {
  const { original, text } = folded;
  if (text.search(pattern) === -1) return folded;
  const [starts, ends]: [number[], number[]] = [[], []];
  const pieces: string[] = [];
  let done = 0;
  const copyTo = (end: number) => {
    pieces.push(text.slice(done, end));
    for (; done < end; done += 1) {
      starts.push(folded.starts[done] ?? 0);
      ends.push(folded.ends[done] ?? 0);
    }
  };
  for (const { 0: found, index } of text.matchAll(pattern)) {
    copyTo(index);
    const replaced = to(found);
    pieces.push(replaced);
    done = index + found.length;
    for (let count = 0; count < replaced.length; count += 1) {
      starts.push(folded.starts[index] ?? 0);
      ends.push(folded.ends[done - 1] ?? 0);
    }
  }
  copyTo(text.length);
  return { original, text: pieces.join(''), starts, ends };
}

/**
 * Returns the parts in which the originals differ, in order. It compares all of `first` with the place of
 * `second` whose folded text is the same and begins at `at`. Characters that a fold removes belong to the
 * part before them, or to the first part when they are at the beginning.
 */
export function findPairs(first: FoldedText, second: FoldedText, at: number): PartPair[] {
  const { length } = first.text;
  const pairs: PartPair[] = [];
  let from = 0;
  for (let to = 1; to <= length; to += 1) {
    if (to < length && !(isBoundary(first, to) && isBoundary(second, at + to))) continue;
    const pair = {
      first: partOf(
        first,
        from === 0 ? 0 : startOf(first, from),
        to === length ? first.original.length : startOf(first, to),
      ),
      second: partOf(
        second,
        from === 0 ? leadOf(first, second, at) : startOf(second, at + from),
        to === length ? tailOf(first, second, at + to - 1) : startOf(second, at + to),
      ),
    };
    if (pair.first.text !== pair.second.text) pairs.push(pair);
    from = to;
  }
  return pairs;
}

const startOf = ({ starts }: FoldedText, index: number) => starts[index] ?? 0;
const endOf = ({ ends }: FoldedText, index: number) => ends[index] ?? 0;
const isBoundary = (folded: FoldedText, index: number) => startOf(folded, index) >= endOf(folded, index - 1);
const partOf = ({ original }: FoldedText, start: number, end: number): Part => ({
  at: start,
  text: original.slice(start, end),
});

/**
 * Characters that a fold removed around the place count as part of it where the first text has the same ones.
 */
function leadOf(first: FoldedText, second: FoldedText, at: number): number {
  const lead = first.original.slice(0, startOf(first, 0));
  const start = startOf(second, at);
  return second.original.endsWith(lead, start) ? start - lead.length : start;
}

function tailOf(first: FoldedText, second: FoldedText, last: number): number {
  const tail = first.original.slice(endOf(first, first.text.length - 1));
  const end = endOf(second, last);
  return second.original.startsWith(tail, end) ? end + tail.length : end;
}
