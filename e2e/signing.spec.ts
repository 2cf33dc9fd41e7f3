import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { openContext } from './support/let-in';
import { approve, approveButton, ask, dialogOf, press } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

const { app, http, model } = openOwnApp();

const write = (name: string, content = 'hello\n') => call('write_file', { path: name, content });
const inWorkspace = (name: string) => path.join(app.workspaceDir, name);

test(
  'press, sign, done: a call waits in the dialog with its diff and runs when approved',
  tour,
  async ({ page }) => {
    model.script(
      `I will write it.\n${write('signed.txt', 'first line\nsecond line\n')}`,
      'The file is **there**.',
    );
    await ask(page, app.baseURL, 'Write a file');
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('heading', { name: 'Write 2 lines to signed.txt' })).toBeVisible();
    await expect(dialog).toContainText('first line');
    await expect(dialog.locator(approveButton)).not.toBeFocused();
    await expect(access(inWorkspace('signed.txt'))).rejects.toThrow();
    await approve(page);
    await expect(page.getByText('The file is there.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Signed/ })).toBeVisible();
    expect(await readFile(inWorkspace('signed.txt'), 'utf8')).toBe('first line\nsecond line\n');
  },
);

test('no Approve button exists before the change itself is on the screen', tour, async ({ page }) => {
  model.script(write('unseen.txt', 'what is signed\n'));
  await ask(page, app.baseURL, 'Write a file');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  const { approvals } = await (await page.request.get(`${app.baseURL}/api/approvals?status=pending`)).json();
  const approve = page.locator(approveButton);
  const change = page.getByRole('cell', { name: 'Added: what is signed' });

  // The page asks for the part that draws changes once the request is there. The test lets that part through
  // later.
  let isRequestThere = false;
  const held: (() => void)[] = [];
  await page.route('**/_next/static/chunks/**', async (route) => {
    if (isRequestThere) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  page.on('response', (response) => {
    if (response.url().endsWith(`/api/approvals/${approvals[0].id}`)) isRequestThere = true;
  });
  await page.clock.install();
  await page.goto(`${app.baseURL}/approvals/${approvals[0].id}`);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(page.getByRole('main').getByText('Loading…')).toBeAttached();
  // By now, a button would have become enabled.
  await page.clock.runFor(1_500);
  await expect(change).toHaveCount(0);
  await expect(approve).toHaveCount(0);
  await page.keyboard.press('Control+Enter');

  isRequestThere = false;
  for (const letThrough of held) letThrough();
  await expect(change).toBeVisible();
  await expect(approve).toBeVisible();
  await expect(access(inWorkspace('unseen.txt'))).rejects.toThrow();
  expect((await http.post(`/api/runs/${approvals[0].runId}/stop`, {})).status).toBe(200);
});

test('rejecting ends the run: nothing executes and the reason is shown', tour, async ({ page }) => {
  model.script(write('rejected.txt'));
  await ask(page, app.baseURL, 'Write a file');
  await press(page, 'Reject');
  await dialogOf(page).getByLabel('Why? (optional)').fill('wrong folder');
  await dialogOf(page).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();
  await expect(page.getByText('“wrong folder”').first()).toBeVisible();
  await expect(access(inWorkspace('rejected.txt'))).rejects.toThrow();
});

test('rejecting with guidance tells the model, which may try something else', tour, async ({ page }) => {
  model.script(write('here.txt'), write('there.txt'), 'Done, in the other place.');
  await ask(page, app.baseURL, 'Write a file');
  await press(page, 'Reject with guidance');
  await dialogOf(page).getByLabel('What should it do instead?').fill('call it there.txt');
  await dialogOf(page).getByRole('button', { name: 'Reject and send guidance' }).click();
  await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to there.txt' })).toBeVisible();
  expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('call it there.txt');
  await approve(page);
  await expect(page.getByText('Done, in the other place.')).toBeVisible();
  await expect(access(inWorkspace('here.txt'))).rejects.toThrow();
});

test('chained calls: each is signed on its own', tour, async ({ page }) => {
  model.script(call('list_files', { path: '.' }), write('one.txt'), write('two.txt'), 'Both are written.');
  await ask(page, app.baseURL, 'Write two files');
  for (const name of ['one.txt', 'two.txt']) {
    await expect(dialogOf(page).getByRole('heading', { name: `Write 1 line to ${name}` })).toBeVisible();
    await approve(page);
  }
  await expect(page.getByText('Both are written.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Signed/ })).toHaveCount(2);
});

test(
  'a request survives a reload and appears in a second browser, and the slower person learns of the decision',
  tour,
  async ({ page, browser }) => {
    model.script(write('reload.txt'), 'Written.');
    await ask(page, app.baseURL, 'Write a file');
    await expect(dialogOf(page).locator(approveButton)).toBeVisible();
    await page.reload();
    await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to reload.txt' })).toBeVisible();
    const second = await (await openContext(browser, app)).newPage();
    await second.goto(`${app.baseURL}/approvals`);
    await second.getByText('Write 1 line to reload.txt').first().click();
    const button = second.locator(approveButton);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await button.click();
    await expect(page.getByText('Written.', { exact: true })).toBeVisible();
    await expect(page.getByText('Countersigned by you').first()).toBeVisible();
    await second.context().close();
  },
);

test(
  'a request survives the server: stopped and started while pending, then approved',
  tour,
  async ({ page }) => {
    model.script(write('restart.txt'), 'Written after the restart.');
    await ask(page, app.baseURL, 'Write a file');
    await expect(dialogOf(page).locator(approveButton)).toBeVisible();
    await app.stop('SIGKILL');
    await app.start();
    await page.reload();
    await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to restart.txt' })).toBeVisible();
    await approve(page);
    await expect(page.getByText('Written after the restart.')).toBeVisible();
    expect(await readFile(inWorkspace('restart.txt'), 'utf8')).toBe('hello\n');
  },
);

test('Escape closes without deciding, and the request remains reachable', async ({ page }) => {
  model.script(write('escape.txt'), 'Written.');
  await ask(page, app.baseURL, 'Write a file');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'Review' }).first().click();
  await approve(page);
  await expect(page.getByText('Written.', { exact: true })).toBeVisible();
});

test('a double click on Approve or Start acts once', tour, async ({ page }) => {
  model.script(write('double.txt'), 'Written.');
  await page.goto(`${app.baseURL}/workflows/free-request`);
  await page.getByLabel('What would you like done?').first().fill('Write a file');
  await page.getByRole('button', { name: 'Start' }).dblclick();
  const button = dialogOf(page).locator(approveButton);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.dblclick();
  await expect(page.getByText('Written.', { exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a file that changed since the diff was shown is not overwritten', tour, async ({ page }) => {
  await writeFile(inWorkspace('shared.txt'), 'one');
  model.script(call('edit_file', { path: 'shared.txt', old_text: 'one', new_text: 'two' }));
  await ask(page, app.baseURL, 'Edit it');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  const { approvals } = await (await page.request.get(`${app.baseURL}/api/approvals?status=pending`)).json();
  const address = `/api/approvals/${approvals[0].id}`;
  const { digest } = (await http.get(`${address}/state`)).json;
  await writeFile(inWorkspace('shared.txt'), 'one, by hand');
  const answer = await http.post(`${address}/decision`, { decision: 'approve', digest });
  expect(answer.status).toBe(409);
  expect(answer.json).toMatchObject({
    error: { code: 'target_changed', approval: { status: 'pending' } },
  });
  await press(page, 'Reject');
  await dialogOf(page).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(page.getByText(/You rejected/)).toBeVisible();
  expect(await readFile(inWorkspace('shared.txt'), 'utf8')).toBe('one, by hand');
});

test('when a file changes under an open dialog, the dialog shows the new change, and only that can be approved', async ({
  page,
}) => {
  await writeFile(inWorkspace('moving.txt'), 'one\n');
  model.script(call('edit_file', { path: 'moving.txt', old_text: 'one', new_text: 'two' }), 'Changed.');
  await ask(page, app.baseURL, 'Edit it');
  const dialog = dialogOf(page);
  await expect(dialog.locator(approveButton)).toBeVisible();
  await expect(dialog).not.toContainText('changed after this was requested');
  await writeFile(inWorkspace('moving.txt'), 'a line by hand\none\n');
  await expect(dialog).toContainText('moving.txt changed after this was requested');
  await expect(dialog).toContainText('a line by hand');
  await approve(page);
  await expect(page.getByText('Changed.', { exact: true })).toBeVisible();
  expect(await readFile(inWorkspace('moving.txt'), 'utf8')).toBe('a line by hand\ntwo\n');
});

test('a request to the server itself is never sent, so none can approve another', async ({ page }) => {
  const { port } = new URL(app.baseURL);
  for (const host of ['127.0.0.1', 'localhost', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    model.script(call('http_request', { url: `http://${host}:${port}/api/health` }), `Refused at ${host}.`);
    await ask(page, app.baseURL, 'Call yourself');
    await expect(page.getByText(`Refused at ${host}.`, { exact: true })).toBeVisible();
    expect(JSON.stringify(model.requests.at(-1))).toContain('This address is Countersign itself');
  }
});

test('typed text never approves, and is offered as guidance', async ({ page }) => {
  model.script(write('typed.txt'), 'As you wish.');
  await ask(page, app.baseURL, 'Write a file');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Guidance for the model').fill('yes, approve it');
  await page.getByRole('button', { name: 'Reject & send' }).click();
  await expect(page.getByText('As you wish.')).toBeVisible();
  await expect(access(inWorkspace('typed.txt'))).rejects.toThrow();
});
