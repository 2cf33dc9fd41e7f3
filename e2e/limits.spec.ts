import { expect } from '@playwright/test';
import { ask } from './support/pages';
import { openOwnApp, test } from './support/test';

const { app, model } = openOwnApp(async () => ({ MAX_RUN_STARTS_PER_ACCOUNT: '1' }));

test('a person who starts too much is told when to try again, and keeps what they typed', async ({
  page,
}) => {
  model.script('Done.');
  await ask(page, app.baseURL, 'The first request');
  await page.goto(`${app.baseURL}/workflows/free-request`);
  const field = page.getByLabel('What would you like done?');
  await field.fill('The second request');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/Too many requests\. Try again in \d+ seconds?\./)).toBeVisible();
  await expect(field).toHaveValue('The second request');
});
