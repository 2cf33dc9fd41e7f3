import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    include: ['{lib,app,scripts}/**/*.test.{ts,tsx}'],
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
  },
});
