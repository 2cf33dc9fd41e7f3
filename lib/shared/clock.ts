import { uptime } from 'node:os';

/** Says when a request expires. It goes on while the computer sleeps, and not when somebody sets the computer's time. */
export type Clock = { now(): Date };

/** Starts at the computer's time and goes on with the time since the computer was started. */
export function createSteadyClock(): Clock {
  const originMs = Date.now() - uptime() * 1_000;
  return { now: () => new Date(originMs + uptime() * 1_000) };
}
