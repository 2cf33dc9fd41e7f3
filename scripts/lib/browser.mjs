import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run, runPackage } from './command.mjs';
import { say, stop } from './report.mjs';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser for tests and pictures that this machine has: `COUNTERSIGN_TEST_BROWSER`, else Playwright's own, else one
 * of the system's; null when there is none.
 *
 * @returns {string | null}
 */
export function installedBrowser() {
  const named = process.env['COUNTERSIGN_TEST_BROWSER'];
  if (named) return named;
  return [chromium.executablePath(), ...systemBrowsers].find((file) => file && existsSync(file)) ?? null;
}

function executable() {
  const executablePath = installedBrowser();
  return executablePath ? { executablePath } : {};
}

/** How Chromium is started here: quiet, and without its sandbox only where the user is root. */
export const launchOptions = () => ({
  ...executable(),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/**
 * The browser for the tests: Playwright's own, else one that this machine has, else Playwright's is downloaded, else
 * Debian's is installed. Ends with what to do when none of these works.
 */
export async function findBrowser() {
  const found = installedBrowser();
  if (found) return found;
  say('No browser for the tests was found. Fetching Playwright’s Chromium …');
  const download = await runPackage('playwright', ['install', 'chromium'], { quiet: true });
  const downloaded = download.code === 0 ? installedBrowser() : null;
  if (downloaded) return downloaded;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    say('That did not work. Installing Debian’s Chromium …');
    await run('apt-get', ['update', '-qq'], { quiet: true });
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = installedBrowser();
    if (installed) return installed;
  }
  return stop(
    'The browser tests need Chromium, and it could not be installed here. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and run the tests again.',
  );
}
