import { uptime } from 'node:os';
import type { Clock } from './clock.port';

/** Starts at the computer's time, and advances with the time since the computer started. */
export function createSteadyClock(): Clock {
  const originMs = Date.now() - uptime() * 1_000;
  return { now: () => new Date(originMs + uptime() * 1_000) };
}
