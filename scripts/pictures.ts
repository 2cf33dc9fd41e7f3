/**
 * Pictures of the pages in a git-ignored folder: `npx tsx scripts/pictures.ts`, after `npm run build`. Look at them after every
 * change to the interface. Wide, tablet and phone; light and dark; empty and with real content.
 */
import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { startApp } from '../e2e/support/app';
import { launchOptions } from './lib/browser.mjs';

const folder = 'screenshots';
const sizes = { wide: [1440, 900], tablet: [768, 1024], phone: [390, 844] } as const;

await mkdir(folder, { recursive: true });
const app = await startApp();
const browser = await chromium.launch(launchOptions());

async function everyLook(name: string, take: (page: Page) => Promise<void>): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    for (const [size, [width, height]] of Object.entries(sizes)) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
      await take(page);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${folder}/${name}-${size}-${scheme}.png` });
      await page.close();
    }
  }
  console.log(name);
}

const open = (path: string) => async (page: Page) => {
  await page.goto(`${app.baseURL}${path}`);
  await page.waitForLoadState('networkidle');
};

try {
  for (const path of ['conversations', 'approvals']) await everyLook(`${path}-empty`, open(`/${path}`));
  await everyLook('home-first-visit', open('/'));
  await everyLook('form', open('/workflows/summarise-document'));
  await everyLook('form-direct', open('/workflows/create-project'));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${app.baseURL}/workflows/notes-to-tasks`);
  await page.getByRole('textbox').first().fill('notes/meeting-2026-10-02.md');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/conversations\//);
  await page.getByRole('dialog').waitFor({ timeout: 30_000 });
  const conversation = new URL(page.url()).pathname;
  await everyLook('dialog', async (look) => {
    await open(conversation)(look);
    await look.getByRole('dialog').waitFor();
  });
  await everyLook('approvals', open('/approvals'));
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByText('Done ·').first().waitFor({ timeout: 30_000 });
  await page.close();
  await everyLook('conversation', open(conversation));
  await everyLook('conversations', open('/conversations'));
  await everyLook('approvals-decided', open('/approvals?tab=decided'));
  await everyLook('settings', open('/settings'));
  await everyLook('home', open('/'));
} finally {
  await browser.close();
  await app.dispose();
}
