import { existsSync } from 'node:fs';
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
 * The browser for the tests: Playwright's own, else one that this machine has, else Playwright's is downloaded, else
 * Debian's is installed. Ends with what to do when none of these works.
 */
export async function findBrowser() {
  const found = (await playwrightBrowser()) ?? systemBrowsers.find((file) => existsSync(file));
  if (found) return found;
  say('No browser for the tests was found. Fetching Playwright’s Chromium …');
  const download = await runPackage('playwright', ['install', 'chromium'], { quiet: true });
  const downloaded = download.code === 0 ? await playwrightBrowser() : null;
  if (downloaded) return downloaded;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    say('That did not work. Installing Debian’s Chromium …');
    await run('apt-get', ['update', '-qq'], { quiet: true });
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  return stop(
    'The browser tests need Chromium, and it could not be installed here. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and run the tests again.',
  );
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : null;
}
