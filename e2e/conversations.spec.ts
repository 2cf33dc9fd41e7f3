import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type App, startApp } from './support/app';
import { type HttpClient, httpClient } from './support/http-client';
import { ask } from './support/pages';
import { call, type ScriptedModelServer, startScriptedModel } from './support/scripted-model';

let model: ScriptedModelServer;
let app: App;
let http: HttpClient;

const longRun = `---
id: long-run
title: A long run
category: Tests
icon: wand
description: Many steps.
tools: [list_files]
limits:
  max_steps: 200
---
Look around.
`;

test.beforeAll(async () => {
  const workflows = await mkdtemp(path.join(tmpdir(), 'countersign-conversations-'));
  await writeFile(path.join(workflows, 'long-run.md'), longRun);
  await writeFile(
    path.join(workflows, 'free-request.md'),
    await readFile('workflows/free-request.md', 'utf8'),
  );
  model = await startScriptedModel();
  app = await startApp({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'scripted',
    WORKFLOWS_DIR: workflows,
  });
  http = httpClient(app);
});
test.afterEach(() => model.expectUsedUp());
test.afterAll(async () => {
  await app.dispose();
  await model.close();
});

async function chooseInMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('the title of a conversation comes with the page, the rest when it is there', async ({ page }) => {
  const { id } = (await http.post('/api/conversations', { title: 'Budget <of> the "bakery"' })).json;
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(`**/api/conversations/${id}`, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.goto(`${app.baseURL}/conversations/${id}`);
  await expect(page.getByRole('heading', { name: 'Budget <of> the "bakery"' })).toBeVisible();
  await expect(page).toHaveTitle('Budget <of> the "bakery" · Countersign');
  await expect(page.getByText('Nothing here yet')).toBeHidden();
  letThrough();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Conversation menu' })).toBeVisible();
});

test('the page of a conversation that is gone tells nothing of it', async ({ page }) => {
  const { id } = (await http.post('/api/conversations', { title: 'Secret bakery' })).json;
  const contentOf = async (where: string) => (await page.request.get(`${app.baseURL}${where}`)).text();
  expect(await contentOf(`/conversations/${id}`)).toContain('Secret bakery');
  await http.remove(`/api/conversations/${id}`);
  expect(await contentOf(`/conversations/${id}`)).not.toContain('Secret bakery');
  await page.goto(`${app.baseURL}/conversations/no-such-id`);
  await expect(page.getByText('This conversation does not exist (any more).')).toBeVisible();
});

test('a conversation is renamed, found by a part of its title, and exported', async ({ page }) => {
  model.script('Nothing to do.');
  await ask(page, app.baseURL, 'Look at the budget');
  await chooseInMenu(page, 'Rename');
  await page.getByRole('textbox', { name: 'Title' }).fill('Budget of the bakery');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'Budget of the bakery' })).toBeVisible();

  await page.getByRole('button', { name: 'Conversation menu' }).click();
  for (const [format, part] of [
    ['Markdown', '# Budget of the bakery'],
    ['JSON', '"title": "Budget of the bakery"'],
  ] as const) {
    const item = page.getByRole('menuitem', { name: `Export as ${format}` });
    const exported = await page.request.get(`${app.baseURL}${await item.getAttribute('href')}`);
    expect(exported.headers()['content-disposition']).toContain('attachment');
    expect(await exported.text()).toContain(part);
  }

  await page.goto(`${app.baseURL}/conversations`);
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('the bak');
  await expect(page.getByRole('link', { name: /Budget of the bakery/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('zebra');
  await expect(page.getByText('Nothing matches “zebra”.')).toBeVisible();
});

test('a deletion is undone with one press, and whoever follows an old link is told', async ({ page }) => {
  model.script('Done.');
  await ask(page, app.baseURL, 'Delete me');
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  const address = page.url();
  await chooseInMenu(page, 'Delete');
  await expect(page).toHaveURL(/\/conversations$/);
  await expect(page.getByRole('link', { name: /Delete me/ })).toHaveCount(0);
  expect((await page.request.get(address.replace('/conversations', '/api/conversations'))).status()).toBe(
    404,
  );

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();

  await chooseInMenu(page, 'Delete');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.goto(address);
  await expect(page.getByText('The conversation could not be loaded')).toBeVisible();
});

test('deleting what is going on asks first, and the run is stopped', async ({ page }) => {
  model.script(call('delete_file', { path: 'README.md' }));
  await ask(page, app.baseURL, 'Wait for me');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await chooseInMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop and delete' }).click();
  await expect(page).toHaveURL(/\/conversations$/);
  expect((await http.get('/api/approvals?status=pending')).json.pendingCount).toBe(0);
  expect((await http.get('/api/health')).json.activeRuns).toBe(0);
});

test('a long run folds its middle; the end stays in view and all of it can be opened', async ({ page }) => {
  model.script(...Array.from({ length: 120 }, () => call('list_files', { path: '.' })), 'That is all.');
  const { runId, conversationId } = await http.start('long-run', {});
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  await http.until(runId, 'completed');
  await expect(page.getByText('That is all.')).toBeInViewport();
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(3 + 1 + 77);
  await page.getByRole('button', { name: 'Show 40 more in between' }).click();
  await expect(steps).toHaveCount(120);
});

test('a thousand conversations are paged, and searched on the server', async ({ page }) => {
  test.setTimeout(120_000);
  for (let number = 0; number < 1_000; number += 25) {
    const titles = Array.from({ length: 25 }, (_, index) => `Kept number ${number + index}`);
    await Promise.all(titles.map((title) => http.post('/api/conversations', { title })));
  }
  await page.goto(`${app.baseURL}/conversations`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await page.route('**/api/conversations?cursor=*', (route) => route.abort());
  await page.getByRole('button', { name: 'Show older ones' }).click();
  const problem = page.getByText('They could not be loaded.');
  await expect(problem).toBeVisible({ timeout: 15_000 });
  await expect(rows).toHaveCount(50);
  await page.unroute('**/api/conversations?cursor=*');
  await page.getByRole('button', { name: 'Show older ones' }).click();
  await expect(problem).toBeHidden();
  await expect(rows).toHaveCount(100);
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('Kept number 17');
  await expect(rows).toHaveCount(11);
  await expect(page.getByRole('link', { name: /^Kept number 17 / })).toBeVisible();
});

test('a pinned workflow stands at the top of the page, also after a reload', async ({ page }) => {
  await page.goto(app.baseURL);
  await page.getByRole('region', { name: 'Tests' }).getByRole('button', { name: 'Pin A long run' }).click();
  const pinned = page.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link', { name: /A long run/ })).toBeVisible();
  await page.reload();
  await pinned.getByRole('button', { name: 'Pin A long run', pressed: true }).click();
  await expect(pinned).toHaveCount(0);
});
