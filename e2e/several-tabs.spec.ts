import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approveButton, ask, dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test } from './support/test';

const { app, model, http } = openSharedApp();

const write = (name: string) => call('write_file', { path: name, content: 'hello\n' });
const rowOf = (page: Page, title: RegExp) => page.getByRole('main').getByRole('link', { name: title });

/** Opens two tabs with the same conversation, in which nothing has happened. */
async function openTwice(page: Page, title: string) {
  const { id } = (await http.post('/api/conversations', { title })).json;
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${app.baseURL}/conversations/${id}`);
    await expect(tab.getByText('Nothing here yet')).toBeVisible();
  }
  return { other, id: String(id) };
}

async function send(page: Page, words: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
}

test('a run that one tab starts is shown in the other one, and so is its request', async ({ page }) => {
  const { other } = await openTwice(page, 'Side by side');
  model.script('Hello to both.', write('both.txt'), 'Written.');
  await send(page, 'Hello');
  await expect(other.getByText('Hello to both.')).toBeVisible();
  await send(page, 'Write a file');
  await expect(dialogOf(other).getByRole('heading', { name: 'Write 1 line to both.txt' })).toBeVisible();
  const approve = dialogOf(other).locator(approveButton);
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
  await approve.click();
  for (const tab of [page, other]) await expect(tab.getByText('Written.', { exact: true })).toBeVisible();
});

test('a conversation that cannot load its new run says that it needs the person', async ({ page }) => {
  const { other, id } = await openTwice(page, 'Out of reach');
  await other.route(`**/api/conversations/${id}`, (route) => route.abort());
  model.script(write('far.txt'));
  await send(page, 'Write a file');
  const bar = other.getByRole('region', { name: 'Needs you' });
  await expect(bar).toContainText('Write 1 line to far.txt');
  await bar.getByRole('button', { name: 'Review' }).click();
  await dialogOf(other).getByRole('button', { name: 'Reject', exact: true }).click();
  await dialogOf(other).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(bar).toHaveCount(0);
});

test('the bar never names a request that the page shows', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenBars: seen });
    new MutationObserver(() => {
      const bar = document.querySelector('section[aria-label="Needs you"]');
      // Until the conversation opens, the form's page may show the bar.
      const isOpen = window.location.pathname.startsWith('/conversations/');
      if (isOpen && bar?.textContent) seen.push(bar.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  const seenBars = () => page.evaluate(() => Reflect.get(window, 'seenBars'));
  model.script(write('shown.txt'));
  await ask(page, app.baseURL, 'Write a file');
  const reject = dialogOf(page).getByRole('button', { name: 'Reject', exact: true });
  await expect(reject).toBeVisible();
  expect(await seenBars()).toEqual([]);
  await page.reload();
  await reject.click();
  await dialogOf(page).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();
  await expect(page).not.toHaveTitle(/^\(1\)/);
  expect(await seenBars()).toEqual([]);
});

test('a conversation that another tab deletes is gone here, and is back when that is undone', async ({
  page,
}) => {
  const { other } = await openTwice(page, 'Deleted elsewhere');
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(other.getByText('The conversation could not be loaded')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(other.getByText('Nothing here yet')).toBeVisible();
});

test('the rows of Conversations follow each run, also those that this tab did not start', async ({
  page,
}) => {
  await page.clock.install();
  model.script({ hold: write('row.txt') }, { hold: 'Looked.' });
  await ask(page, app.baseURL, 'Watched run');
  await http.start('free-request', { request: 'Unwatched run' });
  await page.getByRole('link', { name: 'Conversations' }).click();
  for (const title of [/Watched run/, /Unwatched run/])
    await expect(rowOf(page, title).first()).toContainText('Thinking');
  // The events of the watched run tell the state. The page does not poll the list while the clock is stopped.
  await page.clock.pauseAt(Date.now() + 60_000);
  model.release();
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(rowOf(page, /: Watched run/)).toContainText(/Needs you.*Write 1 line to row\.txt/, {
      timeout: 100,
    });
  }).toPass();
  await page.clock.resume();
  await expect(rowOf(page, /Unwatched run/)).toContainText('Done');
});

test('a decided request says by itself that its call has ended', async ({ page }) => {
  model.script(call('run_command', { command: 'until [ -e go ]; do sleep 0.1; done' }), 'Ended.');
  const { runId } = await http.start('free-request', { request: 'Wait for a file' });
  const { header } = await http.until(runId, 'awaiting_approval');
  await http.approve(header.approvalId);
  await http.until(runId, 'tool_running');
  await page.goto(`${app.baseURL}/approvals?tab=decided`);
  const row = rowOf(page, /until \[ -e go \]/);
  await expect(row).toContainText('Running');
  await writeFile(path.join(app.workspaceDir, 'go'), '');
  await expect(row).toContainText('Ran, exit code 0');
  await http.until(runId, 'completed');
});
