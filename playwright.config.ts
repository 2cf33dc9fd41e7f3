import { defineConfig } from '@playwright/test';

/** Runs against the built app; each test file starts its own server on its own data (see e2e/support). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
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
    launchOptions: {
      ...(process.env['COUNTERSIGN_TEST_BROWSER']
        ? { executablePath: process.env['COUNTERSIGN_TEST_BROWSER'] }
        : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
