import { expect, type Page } from '@playwright/test';
import { dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { stubNotifications } from './support/stub-notifications';
import { openOwnApp, test, tour } from './support/test';

const { app, model, http } = openOwnApp();
test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['notifications'], { origin: app.baseURL });
  await page.clock.install();
});
test.afterEach(async () => {
  for (;;) {
    const { approvals } = (await http.get('/api/approvals?status=pending')).json;
    if (approvals.length === 0) break;
    for (const { runId } of approvals) await http.post(`/api/runs/${runId}/stop`);
  }
});

const wishOn = (page: Page) => page.getByLabel('Notify me when something needs me');

/** Starts a run outside the page and waits until it needs a signature. */
async function letWait(name: string) {
  model.script(call('write_file', { path: name, content: 'hello\n' }));
  const { runId } = await http.start('free-request', { request: `Write ${name}` });
  await http.until(runId, 'awaiting_approval');
}

/** Moves the page's own clock, because a hidden tab asks every 15 seconds. */
async function waitForNews(page: Page, count: number) {
  await expect(async () => {
    await page.clock.runFor(16_000);
    await expect(page).toHaveTitle(new RegExp(`^\\(${count}\\) `), { timeout: 500 });
  }).toPass();
}

test(
  'browser notifications: only when enabled, only while hidden, once per request',
  tour,
  async ({ page }) => {
    test.setTimeout(120_000);
    const { bodies, hide } = await stubNotifications(page);
    await page.goto(`${app.baseURL}/settings`);
    await expect(wishOn(page)).not.toBeChecked();
    await hide(true);
    await letWait('unasked.txt');
    await waitForNews(page, 1);
    expect(await bodies()).toEqual([]);

    await hide(false);
    await wishOn(page).check();
    await letWait('seen.txt');
    await waitForNews(page, 2);
    expect(await bodies()).toEqual([]);

    await hide(true);
    await letWait('hidden.txt');
    await waitForNews(page, 3);
    expect(await bodies()).toEqual(['Write 1 line to hidden.txt']);
    await page.clock.runFor(60_000);
    expect(await bodies()).toEqual(['Write 1 line to hidden.txt']);
    await letWait('next.txt');
    await waitForNews(page, 4);
    expect(await bodies()).toEqual(['Write 1 line to hidden.txt', 'Write 1 line to next.txt']);

    // The same holds when more requests wait than a page of the list holds.
    await hide(false);
    for (let number = 1; number <= 50; number += 1) await letWait(`more-${number}.txt`);
    let furtherPages = 0;
    page.on('response', (response) => {
      if (response.url().includes('cursor=')) furtherPages += 1;
    });
    await expect(async () => {
      await page.clock.runFor(16_000);
      expect(furtherPages).toBeGreaterThan(1);
    }).toPass();
    await hide(true);
    await letWait('last.txt');
    await waitForNews(page, 55);
    expect((await bodies()).slice(2)).toEqual(['Write 1 line to last.txt']);
  },
);

test('a click on a browser notification opens its request, or the conversation of an unknown outcome', async ({
  page,
}) => {
  const { bodies, hide, click } = await stubNotifications(page);
  await page.goto(`${app.baseURL}/settings`);
  // The page from the server has no handlers at first.
  await expect(() => wishOn(page).check({ timeout: 2_000 })).toPass();
  await hide(true);
  await letWait('first.txt');
  await letWait('second.txt');
  await waitForNews(page, 2);
  expect(await bodies()).toEqual(['Write 1 line to first.txt', 'Write 1 line to second.txt']);
  await hide(false);
  await click();
  await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to second.txt' })).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);

  await hide(true);
  model.script(call('run_command', { command: 'sleep 60' }));
  const { runId, conversationId } = await http.start('free-request', { request: 'Sleep' });
  const { header } = await http.until(runId, 'awaiting_approval');
  await waitForNews(page, 3);
  await http.approve(header.approvalId);
  await http.until(runId, 'tool_running');
  await waitForNews(page, 2);
  await app.stop('SIGKILL');
  await app.start();
  await waitForNews(page, 3);
  // The first notice is for the signature, the second one for the outcome.
  const sleep = 'Run sleep 60 in the workspace';
  expect((await bodies()).slice(2)).toEqual([sleep, sleep]);
  await hide(false);
  await click();
  await expect(page).toHaveURL(new RegExp(`/conversations/${conversationId}$`));
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'End the run' }).click();
});

test('a browser whose pages may not notify shows nothing, and the page stays', async ({ page }) => {
  const { bodies, hide } = await stubNotifications(page, { isIllegal: true });
  await page.goto(`${app.baseURL}/settings`);
  // The page from the server has no handlers at first.
  await expect(() => wishOn(page).check({ timeout: 2_000 })).toPass();
  await hide(true);
  await letWait('phone.txt');
  await waitForNews(page, 1);
  expect(await bodies()).toEqual([]);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
