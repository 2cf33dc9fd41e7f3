import path from 'node:path';
import { expect } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { type App, startApp } from './support/app';
import { test } from './support/test';

let app: App;
let other: Sqlite.Database;
test.beforeAll(async () => {
  app = await startApp();
  other = new Sqlite(path.join(app.dataDir, 'countersign.db'));
});
test.afterAll(async () => {
  other.close();
  await app.dispose();
});

test('while the database cannot be written, nothing is lost: the page says so, and what was typed starts later', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.goto(`${app.baseURL}/workflows/free-request`);
  const request = page.getByLabel('What would you like done?');
  await request.fill('List the files');

  other.exec('BEGIN IMMEDIATE');
  await page.getByRole('button', { name: 'Start' }).click();
  const bar = page.getByText('Nothing can be saved for now.');
  await expect(bar).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeVisible();
  await expect(request).toHaveValue('List the files');

  other.exec('ROLLBACK');
  await expect(bar).toBeHidden({ timeout: 10_000 });
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/conversations\/cnv_/);
  await expect(page.getByText('List the files').first()).toBeVisible();
});
