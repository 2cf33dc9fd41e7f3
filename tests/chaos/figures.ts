import { appendFileSync } from 'node:fs';
import type { Fault } from './find-faults';

/** Holds what one part of `npm run test:chaos` found. The command adds the parts up. */
export type PartFigures = {
  part: string;
  /** Says what the part did to servers, and how often. */
  done: Record<string, number>;
  faults: Fault[];
  /** Lists milliseconds, by the work that took them. */
  timesMs: Record<string, number[]>;
};

export const isFull = process.env['CHAOS'] === 'full';
const isTold = process.env['CHAOS'] !== undefined;
const pauseMs = 5_000;
let toldAt = Number.NEGATIVE_INFINITY;

/** Says how far a part has come, every few seconds. */
export function tellProgress(what: string, done: number, of: number): void {
  if (!isTold || (performance.now() - toldAt < pauseMs && done < of)) return;
  toldAt = performance.now();
  process.stdout.write(`${what} ${done} of ${of}\n`);
}

/** Hands a part's figures to the command that asked for them. */
export function noteFigures(figures: PartFigures): void {
  const file = process.env['CHAOS_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
