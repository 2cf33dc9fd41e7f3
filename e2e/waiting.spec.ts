import { expect } from '@playwright/test';
import { ask } from './support/pages';
import { openSharedApp, test } from './support/test';

const { app, model } = openSharedApp();

const refuse = (status: number, message: string) => ({
  status,
  body: JSON.stringify({ error: { message } }),
});

test('a model that loads is waited for: the page says so and for how long, then comes the answer', async ({
  page,
}) => {
  model.script(refuse(503, 'Loading model'), refuse(503, 'Loading model'), 'I am ready.');
  await ask(page, app.baseURL, 'Hello');
  const wait = page.getByText(/^127\.0\.0\.1:\d+ is loading the model, \d+ s so far$/);
  await expect(wait).toBeVisible();
  await expect(page.getByText('I am ready.')).toBeVisible({ timeout: 20_000 });
  await expect(wait).toHaveCount(0);
});

test('a long wait that a server asks for survives a reload, and Stop ends it at once', async ({ page }) => {
  model.script(refuse(429, 'Rate limit reached. Please try again in 90s.'));
  await ask(page, app.baseURL, 'Hello');
  const wait = page.getByText(/asks to wait 1\.5 minutes, \d+ s so far$/);
  await expect(wait).toBeVisible();
  await page.reload();
  await expect(wait).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await expect(wait).toHaveCount(0);
});
