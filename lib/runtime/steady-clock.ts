import { uptime } from 'node:os';
import type { Clock } from './clock.port';

/** Starts at `start`, and advances with the time since the computer started. */
export function createSteadyClock(start = new Date()): Clock {
  const originMs = start.getTime() - uptime() * 1_000;
  return { now: () => new Date(originMs + uptime() * 1_000) };
}
