import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/lib/browser.mjs';

const isOnPostgresql = process.env['COUNTERSIGN_TEST_DATABASE'] === 'postgresql';

/** The tests run against the built app. Each file starts its own server on its own data (see e2e/support). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: [
    './scripts/lib/test-folder.mjs',
    ...(isOnPostgresql ? ['./e2e/support/start-postgresql.ts'] : []),
  ],
  // Servers and browsers share two cores on the smallest machine this must pass on.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 45_000,
  maxFailures: 8,
  expect: { timeout: 12_000 },
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    actionTimeout: 10_000,
    trace: 'off',
    launchOptions: launchOptions(),
  },
});
