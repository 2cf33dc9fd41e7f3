import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run, runPackage } from './command.mjs';
import { say, stop } from './report.mjs';

const systemBrowsers = [
  // This one comes first because it is the same engine without a window and takes half of the processor time.
  // Playwright starts it by default.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds the browser for tests and pictures: `COUNTERSIGN_TEST_BROWSER`, else Playwright's own, else one of
 * the system. Returns null when none is there.
 *
 * @returns {string | null}
 */
function installedBrowser() {
  const named = process.env['COUNTERSIGN_TEST_BROWSER'];
  if (named) return named;
  return [chromium.executablePath(), ...systemBrowsers].find((file) => file && existsSync(file)) ?? null;
}

function executable() {
  const executablePath = installedBrowser();
  return executablePath ? { executablePath } : {};
}

/** These options start Chromium without background requests. Only root starts it without its sandbox. */
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
 * Finds the browser for the tests, or downloads Playwright's, or installs Debian's. When none of these works,
 * it ends the command and says what to do.
 */
export async function findBrowser() {
  const found = installedBrowser();
  if (found) return found;
  say('Found no browser for the tests. Downloading Playwright’s Chromium …');
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
    'The browser tests need Chromium, and this command could not install it. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and run the tests again.',
  );
}
