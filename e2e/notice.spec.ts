import { access } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approve, approveButton, ask, dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

const { app, model, http } = openOwnApp();
test.afterEach(async () => {
  for (;;) {
    const { approvals } = (await http.get('/api/approvals?status=pending')).json;
    if (approvals.length === 0) break;
    for (const { runId } of approvals) await http.post(`/api/runs/${runId}/stop`);
  }
});

const inWorkspace = (name: string) => path.join(app.workspaceDir, name);

/** Starts a run outside the page and waits until it needs a signature. */
async function letWait(name: string) {
  model.script(call('write_file', { path: name, content: 'hello\n' }));
  const { runId, conversationId } = await http.start('free-request', { request: `Write ${name}` });
  const run = await http.until(runId, 'awaiting_approval');
  return { runId, conversationId, approvalId: run.header.approvalId as string };
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'Trying again…' });

test(
  'waiting requests are counted in the navigation and the tab, and shown on home',
  tour,
  async ({ page }) => {
    await page.goto(app.baseURL);
    await expect(page).toHaveTitle('Countersign');
    const waiting = await letWait('one.txt');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Approvals/ });
    await expect(link).toHaveAccessibleName(/1 needs you/);
    await expect(page).toHaveTitle('(1) Countersign');
    const strip = page.getByRole('region', { name: 'Needs you' });
    await expect(strip).toContainText('Write 1 line to one.txt');
    await letWait('two.txt');
    await expect(link).toHaveAccessibleName(/2 need you/);
    await expect(strip.getByRole('link', { name: 'All 2' })).toBeVisible();
    await link.click();
    await expect(page).toHaveTitle('(2) Approvals · Countersign');
    await http.post(`/api/approvals/${waiting.approvalId}/decision`, { decision: 'reject' });
    await expect(page).toHaveTitle('(1) Approvals · Countersign');
  },
);

test('an unknown outcome counts as needing the person, is listed, and leads to its conversation', async ({
  page,
}) => {
  model.script(call('run_command', { command: 'sleep 60' }));
  const { runId, conversationId } = await http.start('free-request', { request: 'Sleep' });
  const { header } = await http.until(runId, 'awaiting_approval');
  await http.approve(header.approvalId);
  await http.until(runId, 'tool_running');
  await page.goto(`${app.baseURL}/approvals`);
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await app.stop('SIGKILL');
  await app.start();
  // The page learns of the step without a reload.
  const row = page.getByRole('main').getByRole('link', { name: /Run sleep 60/ });
  await expect(row).toHaveAttribute('href', `/conversations/${conversationId}`);
  await expect(page.getByText('You’re all caught up')).toBeHidden();
  await expect(page).toHaveTitle('(1) Approvals · Countersign');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Approvals/ });
  await expect(link).toHaveAccessibleName(/1 needs you/);
  expect((await http.get('/api/health')).json).toMatchObject({ pendingApprovals: 0, unknownOutcomes: 1 });

  await page.goto(app.baseURL);
  await page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: 'Answer' }).click();
  await expect(page.getByText('Did this step finish?')).toBeVisible();
  await page.getByRole('button', { name: 'End the run' }).click();
  await expect(page).toHaveTitle(/^(?!\()/);
});

test('waiting requests come with the page, so the layout does not shift', async ({ page }) => {
  await letWait('before.txt');
  await page.route('**/api/approvals?*', () => {});
  await page.goto(`${app.baseURL}/settings`);
  await expect(page.getByRole('region', { name: 'Needs you' })).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) Settings/);
});

test('changes are announced to screen readers', tour, async ({ page }) => {
  model.script({ hold: 'Let me think' });
  await ask(page, app.baseURL, 'Think');
  const said = (words: RegExp | string) =>
    expect(page.getByRole('status').filter({ hasText: words }).first()).toBeAttached();
  await said(': Thinking');
  await expect(page.getByText('Let me think')).toBeVisible();
  model.release();
  await said(': Done');
  model.script(call('write_file', { path: 'said.txt', content: 'x' }), { hold: 'All is done' });
  await page.getByLabel('Message').fill('Write it');
  await page.keyboard.press('Enter');
  await said(': Needs you: Write 1 line to said.txt');
  await approve(page);
  await said('Countersigned by you');
  await said(': Thinking');
  // The announcement of the first run may still be there.
  await expect(page.getByText('All is done')).toBeVisible();
  model.release();
  await said(': Done');
});

test('a decision made elsewhere shows who decided, and how', tour, async ({ page }) => {
  const { conversationId, approvalId } = await letWait('elsewhere.txt');
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  await http.post(`/api/approvals/${approvalId}/decision`, { decision: 'reject', reason: 'not today' });
  await expect(dialogOf(page).getByText('Rejected by you')).toBeVisible();
  await expect(dialogOf(page)).toContainText('This was decided elsewhere while you had it open.');
  await expect(dialogOf(page)).toContainText('“not today”');
  await expect(dialogOf(page).locator(approveButton)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Rejected by you' }).first()).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();
});

test('the draft of an answer is removed when the request is decided elsewhere', async ({ page }) => {
  const { approvalId } = await letWait('draft.txt');
  await page.goto(`${app.baseURL}/approvals/${approvalId}`);
  await expect(page.locator(approveButton)).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByLabel('Why? (optional)').fill('a reason that nobody gets');
  const drafts = () => page.evaluate(() => Object.values(sessionStorage).join(' '));
  expect(await drafts()).toContain('nobody gets');
  await http.post(`/api/approvals/${approvalId}/decision`, { decision: 'reject', reason: 'no' });
  await expect(page.getByText('Rejected by you').first()).toBeVisible();
  await expect.poll(drafts).not.toContain('nobody gets');
});

test('an answer that arrives after someone else’s is not recorded', async ({ page }) => {
  const { approvalId, runId } = await letWait('faster.txt');
  await page.goto(`${app.baseURL}/approvals/${approvalId}`);
  const button = page.locator(approveButton);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  // The page's own requests fail, so it does not yet know the decision.
  await page.route(`**/api/approvals/${approvalId}`, (route) => route.abort());
  await http.post(`/api/approvals/${approvalId}/decision`, { decision: 'reject', reason: 'no' });
  await button.click();
  await expect(page.getByText('Rejected by you').first()).toBeVisible();
  await expect(page.getByText(/decided before your answer arrived; yours was not recorded/)).toBeVisible();
  expect((await http.get(`/api/runs/${runId}`)).json.header.status).toBe('rejected');
  await expect(access(inWorkspace('faster.txt'))).rejects.toThrow();
});

test('an answer whose confirmation is lost is this person’s own', async ({ page }) => {
  const { approvalId, runId } = await letWait('lost.txt');
  model.script('It is written.');
  await page.goto(`${app.baseURL}/approvals/${approvalId}`);
  const button = page.locator(approveButton);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  // The server decides, but its answer gets lost. The page's other requests fail, too, until the test looks
  // at the page.
  await page.route(`**/api/approvals/${approvalId}**`, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: 'may have been recorded' })).toBeVisible();
  await expect(page.getByText('Nothing was recorded')).toBeHidden();
  await page.unroute(`**/api/approvals/${approvalId}**`);
  await expect(page.getByText('Countersigned by you').first()).toBeVisible();
  await expect(page.getByText(/decided elsewhere|yours was not recorded/)).toBeHidden();
  await expect.poll(async () => (await http.get(`/api/runs/${runId}`)).json.header.status).toBe('completed');
});

test('what was written for an answer can be read when someone else was faster', async ({ page }) => {
  const { approvalId } = await letWait('words.txt');
  await page.goto(`${app.baseURL}/approvals/${approvalId}`);
  await expect(page.locator(approveButton)).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Reject with guidance' }).click();
  await page.getByLabel('What should it do instead?').fill('Ten lines of guidance');
  await http.post(`/api/approvals/${approvalId}/decision`, { decision: 'reject', reason: 'no' });
  await expect(page.getByText('You had written: “Ten lines of guidance”')).toBeVisible();
  await expect(page.getByText('This was decided elsewhere while you had it open.')).toBeVisible();
});

test('offline: the page says so, and catches up afterwards', tour, async ({ page, context }) => {
  model.script({ hold: 'Let me think about it.' });
  await ask(page, app.baseURL, 'Think');
  await expect(page.getByText('Let me think about it.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await context.setOffline(true);
  await expect(bar(page)).toBeVisible();
  model.release();
  await context.setOffline(false);
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText('Done ·')).toBeVisible();
  await expect(page.getByText('Let me think about it.')).toHaveCount(1);
});

test('offline in the dialog: it is not known whether the answer arrived, and the person can answer again', async ({
  page,
  context,
}) => {
  model.script(call('write_file', { path: 'again.txt', content: 'x' }), 'Written at last.');
  await ask(page, app.baseURL, 'Write');
  const button = dialogOf(page).locator(approveButton);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(true);
  await button.click();
  await expect(dialogOf(page).getByRole('alert')).toContainText('Your answer may have been recorded');
  await expect(bar(page)).toBeVisible();
  // The dialog's overlay does not cover the bar.
  const isOnTop = () =>
    bar(page).evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
  await expect(access(inWorkspace('again.txt'))).rejects.toThrow();
  await context.setOffline(false);
  await expect(bar(page)).toBeHidden();
  await approve(page);
  await expect(page.getByText('Written at last.')).toBeVisible();
});

test('a part of a page that cannot be loaded while offline comes later, and the page stays', async ({
  page,
  context,
}) => {
  await page.goto(`${app.baseURL}/settings`);
  const address = page.getByLabel('Address', { exact: true });
  const choose = page.getByRole('button', { name: 'Add a model' });
  await expect(choose).toBeVisible();
  await expect(address).toHaveCount(0);
  await context.setOffline(true);
  await choose.click();
  await expect(bar(page)).toBeVisible();
  await expect(address).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await context.setOffline(false);
  await expect(address).toBeVisible();
});

test('a link followed while the server is away opens once it is back', async ({ page }) => {
  await page.goto(`${app.baseURL}/settings`);
  await expect(page.getByRole('button', { name: 'Add a model' })).toBeVisible();
  await app.stop('SIGKILL');
  await page.getByRole('navigation').getByRole('link', { name: 'Conversations' }).click();
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await app.start();
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test('a card clicked while offline says immediately that it opens later, and then does', async ({
  page,
  context,
}) => {
  await page.goto(app.baseURL);
  const card = page
    .getByRole('region', { name: 'Workflows' })
    .getByRole('link', { name: /^Free request/ })
    .first();
  await expect(card).toBeVisible();
  await context.setOffline(true);
  await card.click();
  await expect(page.getByText('This page opens when Countersign is back.')).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/workflows\/free-request$/);
  await expect(bar(page)).toBeHidden();
});

test('a page part from another build breaks the page once, and loads after a reload', async ({ page }) => {
  await page.goto(`${app.baseURL}/settings`);
  const choose = page.getByRole('button', { name: 'Add a model' });
  await expect(choose).toBeVisible();
  await page.route('**/_next/static/chunks/**', (route) => route.fulfill({ status: 404 }));
  await choose.click();
  await expect(page.getByText('This page broke')).toBeVisible();
  await page.unroute('**/_next/static/chunks/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await choose.click();
  await expect(page.getByLabel('Address', { exact: true })).toBeVisible();
});

test('a part that fails to load before anyone needs it leaves the page as it is', async ({ page }) => {
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    // The server may close an idle connection just before the next request uses it.
    const response = await route.fetch({ maxRetries: 3 });
    const isPalette = /Searching(…|\\u2026)/.test(await response.text());
    await route.fulfill(isPalette ? { status: 404 } : { response });
  });
  // The page asks for this because it could not load the palette.
  const asked = page.waitForRequest('**/api/health');
  await page.goto(`${app.baseURL}/settings`);
  await asked;
  await page.getByRole('button', { name: 'Add a model' }).click();
  await expect(page.getByLabel('Address', { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a server that goes away and comes back loses no typed text and no request', async ({ page }) => {
  model.script(call('write_file', { path: 'back.txt', content: 'x' }), 'Written after all.');
  await ask(page, app.baseURL, 'Write');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Guidance for the model').fill('perhaps not');
  await app.stop('SIGKILL');
  await expect(bar(page)).toBeVisible();
  await app.start();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByLabel('Guidance for the model')).toHaveValue('perhaps not');
  await page.getByRole('button', { name: 'Review' }).first().click();
  await approve(page);
  await expect(page.getByText('Written after all.')).toBeVisible();
});
