import type { RunHeader } from '@/lib/contracts/runs';

type Clock = Pick<RunHeader, 'activeMs' | 'maxActiveMs' | 'clockRunningSince'>;

/** Active time at a moment: what was counted before, and what ran since if the clock is running. Never beyond the limit. */
export function activeMsAt({ activeMs, maxActiveMs, clockRunningSince }: Clock, now: Date): number {
  if (clockRunningSince === null) return activeMs;
  const sinceMs = Math.max(0, now.getTime() - Date.parse(clockRunningSince));
  return Math.max(activeMs, Math.min(activeMs + sinceMs, maxActiveMs));
}
