import type { Parameters as FastCheckParameters } from 'fast-check';

/**
 * Says how many replies a generated test reads. Every run reads the same ones: `GENERATED_RUNS=20` reads
 * twenty times as many, `GENERATED_SEED=7` reads others. `npm run test:all` reads ten times as many.
 */
export function runs<T>(count: number): FastCheckParameters<T> {
  return {
    seed: Number(process.env['GENERATED_SEED'] ?? 1),
    numRuns: count * Number(process.env['GENERATED_RUNS'] ?? 1),
  };
}
