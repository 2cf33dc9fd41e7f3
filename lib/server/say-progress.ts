import type { MoveProgress } from '../db/moving/move-rows';

/** A way with fewer rows takes a moment, and needs no words. */
const shortWay = 5_000;

/** Says each tenth of the way once, from 10 % to 90 %. A new way begins when less is done than before. */
export function sayProgress(say: (line: string) => void): (progress: MoveProgress) => void {
  let [said, last] = [0, 0];
  return ({ done, total }) => {
    if (done < last) said = 0;
    last = done;
    const tenth = Math.floor((done / total) * 10);
    if (total < shortWay || tenth <= said || tenth === 10) return;
    said = tenth;
    say(`… ${tenth * 10} %`);
  };
}
