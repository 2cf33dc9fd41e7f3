import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const tests = ['{lib,app}/**/*.test.{ts,tsx}'];
/** Databases, commands, and a test that puts a module of Node in the place of another. */
const withProcessOfTheirOwn = [
  '**/*.db.test.ts',
  'scripts/**/*.test.ts',
  'lib/db/sqlite/file-identity.test.ts',
];

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    environment: 'node',
    globalSetup: 'scripts/lib/test-folder.mjs',
    // One core is left free by default, which would leave half of the smallest machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test that was left alone, or that checks nothing, must not pass.
    allowOnly: false,
    expect: { requireAssertions: true },
    // Generated tests take as many times as long as they are asked to read more.
    testTimeout: 30_000 * Math.max(1, Number(process.env['GENERATED_RUNS'] ?? 1)),
    hookTimeout: 30_000,
    projects: [
      // Most tests keep nothing outside themselves. In a process for each file, half of their time would go into loading the code.
      {
        extends: true,
        test: { name: 'shared', include: tests, exclude: withProcessOfTheirOwn, isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: withProcessOfTheirOwn } },
    ],
  },
});
