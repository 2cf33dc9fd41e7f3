import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approve, dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

const { app, model, http } = openOwnApp(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-workflows-'));
  await cp('workflows', folder, { recursive: true });
  return { WORKFLOWS_DIR: folder };
});

const composer = (page: Page) => page.getByRole('textbox', { name: 'What should be done?' });
const rows = (page: Page, title: string) =>
  page.getByRole('list', { name: title, exact: true }).getByRole('link');
const write = (file: string) => call('write_file', { path: file, content: 'x\n' });

test(
  'a request typed on the home page survives a reload, starts with Ctrl+Enter, and is then gone',
  tour,
  async ({ page }) => {
    model.script('Short **answer**.');
    await page.goto(app.baseURL);
    await composer(page).fill('Say something short');
    await page.reload();
    await expect(composer(page)).toHaveValue('Say something short');
    await composer(page).press('Control+Enter');
    await page.waitForURL(/\/conversations\/cnv_/);
    await expect(page.getByText('Short answer.')).toBeVisible();
    await page.goto(app.baseURL);
    await expect(composer(page)).toHaveValue('');
    const [row] = await rows(page, 'Recent').all();
    if (!row) throw new Error('The list has no row');
    await expect(row).toContainText('Short answer.');
    await expect(row).toContainText('Done');
  },
);

test('two clicks on Start begin one run', tour, async ({ page }) => {
  const count = async () => (await http.get('/api/conversations')).json.conversations.length;
  const before = await count();
  model.script('Only once.');
  await page.goto(app.baseURL);
  await composer(page).fill('Do it once');
  await page.getByRole('button', { name: 'Start', exact: true }).dblclick();
  await page.waitForURL(/\/conversations\/cnv_/);
  await expect(page.getByText('Only once.')).toBeVisible();
  expect(await count()).toBe(before + 1);
});

test('an empty request starts nothing and takes the focus', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  await page.goto(app.baseURL);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(composer(page)).toBeFocused();
  expect(requests).toEqual([]);
});

test('what may happen is one click away', async ({ page }) => {
  await page.goto(app.baseURL);
  await page.getByRole('button', { name: 'What may happen' }).click();
  const may = page.getByRole('complementary', { name: 'What may happen' });
  await expect(may).toContainText('Only after you approve');
  await expect(may).toContainText('scripted');
});

test('a run is listed as running, then as waiting, then as recent, without a reload', async ({
  page,
  context,
}) => {
  model.script({ hold: 'Let me think' });
  await page.goto(app.baseURL);
  const other = await context.newPage();
  await other.goto(app.baseURL);
  await composer(other).fill('Think for a long time');
  await other.getByRole('button', { name: 'Start', exact: true }).click();
  await other.waitForURL(/\/conversations\/cnv_/);
  await expect(rows(page, 'Running')).toContainText(['Think for a long time']);
  await expect(rows(page, 'Running')).toContainText(['Thinking']);
  await other.getByRole('button', { name: 'Stop' }).click();
  await expect(rows(page, 'Recent').first()).toContainText('Think for a long time');
  await expect(rows(page, 'Recent').first()).toContainText('Stopped');
  await expect(rows(page, 'Running')).toHaveCount(0);

  model.script(write('waiting.txt'), 'Written.');
  const started = await http.post('/api/workflows/free-request/runs', {
    parameters: { request: 'Write a file' },
  });
  await expect(rows(page, 'Waiting for you')).toContainText(['Write 1 line to waiting.txt']);
  await other.goto(`${app.baseURL}/conversations/${started.json.conversationId}`);
  await approve(other);
  await expect(rows(page, 'Waiting for you')).toHaveCount(0);
  await expect(rows(page, 'Recent').first()).toContainText('Written.');
  await expect(dialogOf(other)).toHaveCount(0);
});

test('recent runs are few, and lead to all of them', async ({ page }) => {
  const amount = 10;
  model.script(...Array.from({ length: amount }, (_, index) => `Answer ${index}.`));
  for (let index = 0; index < amount; index += 1)
    await http.post('/api/workflows/free-request/runs', { parameters: { request: `Question ${index}` } });
  await page.goto(app.baseURL);
  await expect(rows(page, 'Recent')).toHaveCount(8);
  await page
    .getByRole('region', { name: 'Recent', exact: true })
    .getByRole('link', { name: 'All conversations' })
    .click();
  await expect(page).toHaveURL(/\/conversations$/);
  await expect(page.getByRole('link', { name: /Question 0/ })).toBeVisible();
});

test('without a sound file of its workflow there is no composer, and the rest of the page works', async ({
  page,
}) => {
  model.script('Listed.');
  await http.post('/api/workflows/free-request/runs', { parameters: { request: 'Be listed' } });
  const file = path.join(app.workflowsDir, 'free-request.md');
  for (const breakIt of [
    () => writeFile(file, '---\nid: free-request\nparameters: 7\n---\n'),
    () => rm(file),
  ]) {
    await breakIt();
    await page.goto(app.baseURL);
    await expect(page.getByRole('link', { name: /Create project/ }).first()).toBeVisible();
    await expect(composer(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(rows(page, 'Recent').first()).toBeVisible();
  }
  await cp('workflows/free-request.md', file);
  await page.reload();
  await expect(composer(page)).toBeVisible();
});

for (const width of [390, 768, 900, 1024, 1200, 1440]) {
  test(`at ${width} px a list of workflows cuts no title and no description`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(app.baseURL);
    const list = page.getByRole('region', { name: 'Workflows' }).getByRole('link');
    await expect(list.filter({ hasText: 'Summarize a document' }).first()).toBeVisible();
    const cut = await list.locator('span').evaluateAll((texts) =>
      texts
        .filter((text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 2)
        .filter((text) => getComputedStyle(text).overflow === 'hidden')
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
  });
}
