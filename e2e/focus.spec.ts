import { expect, type Page, test } from '@playwright/test';
import { type App, startApp } from './support/app';
import { httpClient } from './support/http-client';
import { ask } from './support/pages';
import { call, type ScriptedModelServer, startScriptedModel } from './support/scripted-model';

let model: ScriptedModelServer;
let app: App;

test.beforeAll(async () => {
  model = await startScriptedModel();
  app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'scripted' });
});
test.afterEach(() => model.expectUsedUp());
test.afterAll(async () => {
  await app.dispose();
  await model.close();
});

async function pressFocused(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
}

test('a cleared form has the focus, and the next Tab is its first field', async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/free-request`);
  const field = page.getByLabel('What would you like done?').first();
  await field.fill('Something');
  await pressFocused(page, 'Clear form');
  await expect(page.getByRole('form', { name: 'Free request' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
});

test('a stopped run has the focus, and so it has when it is run again', async ({ page }) => {
  model.script({ hold: 'Too late.' });
  await ask(page, app.baseURL, 'Wait');
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await pressFocused(page, 'Stop');
  const run = page.getByRole('article').first();
  await expect(run.getByRole('button', { name: 'Run again' })).toBeVisible();
  await expect(run).toBeFocused();
  model.release();
  model.script('Done now.');
  await pressFocused(page, 'Run again');
  await expect(page.getByText('Done now.')).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
});

test('after Delete the page with the list has the focus, after Undo that of the conversation', async ({
  page,
}) => {
  model.script('Kept.');
  await ask(page, app.baseURL, 'Keep this');
  await expect(page.getByText('Kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Conversation menu' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/conversations$/);
  await expect(page.getByRole('main')).toBeFocused();
  await pressFocused(page, 'Undo');
  await page.waitForURL(/\/conversations\/cnv_/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('after a decision on the page of a request, the request has the focus', async ({ page }) => {
  const http = httpClient(app);
  model.script(call('write_file', { path: 'one.txt', content: 'hello\n' }), 'Written.');
  const { runId } = await http.start('free-request', { request: 'Write it' });
  await http.until(runId, 'awaiting_approval');
  const { approvals } = (await http.get('/api/approvals?status=pending')).json;
  await page.goto(`${app.baseURL}/approvals/${approvals[0].id}`);
  const request = page.getByRole('article');
  const button = request.getByRole('button', { name: /^Approve/ });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await page.keyboard.press('Enter');
  await http.until(runId, 'completed');
  await expect(button).toBeHidden();
  await expect(request).toBeFocused();
});
