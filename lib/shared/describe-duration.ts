import { countOf } from './quantities';

/** Words a duration for a sentence: "1 second", "4.5 seconds", "2 minutes". */
export function describeDuration(milliseconds: number): string {
  if (milliseconds < 60_000) return countOf(Math.round(milliseconds / 100) / 10, 'second');
  return countOf(Math.round(milliseconds / 6_000) / 10, 'minute');
}
