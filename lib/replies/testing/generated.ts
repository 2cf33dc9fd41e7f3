import type { Parameters as FastCheckParameters } from 'fast-check';

/**
 * How many replies a generated test reads: the same ones in every run. `GENERATED_RUNS=20` reads twenty times as many,
 * `GENERATED_SEED=7` reads others.
 */
export function runs<T>(count: number): FastCheckParameters<T> {
  return {
    seed: Number(process.env['GENERATED_SEED'] ?? 1),
    numRuns: count * Number(process.env['GENERATED_RUNS'] ?? 1),
  };
}
