import type { Tell } from './telemetry.port';

/**
 * Tells each fact to every sink. A sink that throws is left out from then on, so that it neither fails the work
 * that it hears of nor fills the log: `onBroken` gets what it threw.
 */
export function joinSinks(sinks: readonly Tell[], onBroken: (error: unknown) => void): Tell {
  const working = new Set(sinks);
  return (fact) => {
    for (const sink of working) {
      try {
        sink(fact);
      } catch (error) {
        working.delete(sink);
        onBroken(error);
      }
    }
  };
}
