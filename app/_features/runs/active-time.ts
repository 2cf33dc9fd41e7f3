import type { RunHeader } from '@/lib/contracts/runs';

type Clock = Pick<RunHeader, 'activeMs' | 'maxActiveMs' | 'clockRunningSince'>;

/**
 * Returns the active time at a moment: the counted time, plus the time since then if the clock is running. It
 * is never more than the limit.
 */
export function activeMsAt({ activeMs, maxActiveMs, clockRunningSince }: Clock, now: Date): number {
  if (clockRunningSince === null) return activeMs;
  const sinceMs = Math.max(0, now.getTime() - Date.parse(clockRunningSince));
  return Math.max(activeMs, Math.min(activeMs + sinceMs, maxActiveMs));
}
