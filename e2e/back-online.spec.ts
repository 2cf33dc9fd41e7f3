import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approveButton, ask, dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, test } from './support/test';

const { app, model, http } = openOwnApp();

const inWorkspace = (name: string) => path.join(app.workspaceDir, name);
const unsure = (page: Page) => page.getByRole('alert').filter({ hasText: 'may have been recorded' });
const again = (page: Page) => page.getByRole('alert').filter({ hasText: 'nothing was recorded' });

/** Opens a dialog with an enabled Approve, and returns the id of its request. */
async function openRequest(page: Page, name: string): Promise<{ approvalId: string; runId: string }> {
  model.script(call('write_file', { path: name, content: 'hello\n' }));
  await ask(page, app.baseURL, 'Write a file');
  await expect(dialogOf(page).locator(approveButton)).not.toHaveAttribute('aria-disabled', 'true');
  const { json } = await http.get('/api/approvals?status=pending');
  return { approvalId: json.approvals[0].id, runId: json.approvals[0].runId };
}

for (const [how, questions] of [
  ['shortly', 0],
  ['for a while', 4],
] as const) {
  test(`an approval that was never sent, offline ${how}: the page says so, and it can be sent again`, async ({
    page,
    context,
  }) => {
    const name = `offline-${questions}.txt`;
    await page.clock.install();
    await openRequest(page, name);
    let inVain = 0;
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/state')) inVain += 1;
    });
    await context.setOffline(true);
    await dialogOf(page).locator(approveButton).click();
    await expect(unsure(page)).toBeVisible();
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return inVain;
      })
      .toBeGreaterThanOrEqual(questions);
    await context.setOffline(false);
    await expect(again(page)).toBeVisible();
    await expect(access(inWorkspace(name))).rejects.toThrow();
    model.script('Written.');
    await dialogOf(page).locator(approveButton).click();
    await expect(page.getByText('Written.', { exact: true })).toBeVisible();
    expect(await readFile(inWorkspace(name), 'utf8')).toBe('hello\n');
  });
}

test('an approval that was recorded although its reply was lost: the page says who signed', async ({
  page,
  context,
}) => {
  const { runId } = await openRequest(page, 'reply-lost.txt');
  model.script('Written.');
  await page.route('**/decision', async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await dialogOf(page).locator(approveButton).click();
  await expect(unsure(page)).toBeVisible();
  await context.setOffline(false);
  await expect(dialogOf(page).getByText('Countersigned by you')).toBeVisible();
  await expect(page.getByText(/decided elsewhere|not recorded/)).toBeHidden();
  await http.until(runId, 'completed');
});

test('somebody else decided while the approval could not be sent: the page says how', async ({
  page,
  context,
}) => {
  const { approvalId } = await openRequest(page, 'meanwhile.txt');
  await context.setOffline(true);
  await dialogOf(page).locator(approveButton).click();
  await expect(unsure(page)).toBeVisible();
  await http.post(`/api/approvals/${approvalId}/decision`, { decision: 'reject', reason: 'no' });
  await context.setOffline(false);
  await expect(dialogOf(page).getByText('Rejected by you')).toBeVisible();
  await expect(dialogOf(page)).toContainText('yours was not recorded');
});

test('a rejection, a form with words: they stay, and can be sent again', async ({ page, context }) => {
  const { runId } = await openRequest(page, 'rejected.txt');
  await dialogOf(page).getByRole('button', { name: 'Reject', exact: true }).click();
  await dialogOf(page).getByLabel('Why? (optional)').fill('wrong folder');
  await context.setOffline(true);
  await dialogOf(page).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(unsure(page)).toBeVisible();
  await context.setOffline(false);
  await expect(again(page)).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();
  expect((await http.get(`/api/runs/${runId}`)).json.header.outcome.reason).toBe('wrong folder');
});

test('the server restarts under an approval: the page asks until it answers', async ({ page }) => {
  await openRequest(page, 'restarted.txt');
  await app.stop('SIGKILL');
  await dialogOf(page).locator(approveButton).click();
  await expect(unsure(page)).toBeVisible();
  await app.start();
  await expect(again(page)).toBeVisible();
  model.script('Written.');
  await dialogOf(page).locator(approveButton).click();
  await expect(page.getByText('Written.', { exact: true })).toBeVisible();
});
