import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approveButton, ask, dialogOf, openPalette, visit } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';

const { app, model, http } = openSharedApp();

const write = (name: string) => call('write_file', { path: name, content: 'hello\n' });
const inWorkspace = (name: string) => path.join(app.workspaceDir, name);
const approveOf = (page: Page) => dialogOf(page).locator(approveButton);
const isArmed = (page: Page) => expect(approveOf(page)).not.toHaveAttribute('aria-disabled', 'true');
const holdsFocus = (page: Page) =>
  dialogOf(page).evaluate(
    (dialog) => dialog.contains(document.activeElement) && document.activeElement !== null,
  );

/** Ends every run that waits for a signature. */
async function stopAll() {
  const { approvals } = (await http.get('/api/approvals?status=pending')).json;
  for (const { runId } of approvals) await http.post(`/api/runs/${runId}/stop`);
}

/** Starts runs that wait for a signature, oldest first. */
async function letWait(...names: string[]) {
  const runs: string[] = [];
  for (const name of names) {
    model.script(write(name));
    const { runId } = await http.start('free-request', { request: `Write ${name}` });
    await http.until(runId, 'awaiting_approval');
    runs.push(runId);
  }
  return {
    runs,
    stop: async () => {
      for (const runId of runs) await http.post(`/api/runs/${runId}/stop`);
    },
  };
}

test('from home to a signed call without a mouse', tour, async ({ page }) => {
  model.script(write('signed.txt'), 'All done.');
  await page.goto(app.baseURL);
  await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('free_request');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/workflows\/free-request/);

  const field = page.getByLabel('What would you like done?').first();
  await expect(field).toBeVisible();
  for (let tabs = 0; tabs < 30 && !(await field.evaluate((it) => it === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type('Write a file');
  await page.keyboard.press('Control+Enter');

  await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to signed.txt' })).toBeVisible();
  await expect.poll(() => holdsFocus(page)).toBe(true);
  await expect(approveOf(page)).not.toBeFocused();
  await isArmed(page);
  await page.keyboard.press('Enter');
  await expect(approveOf(page)).toBeVisible();
  await expect(access(inWorkspace('signed.txt'))).rejects.toThrow();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Countersigned by you').first()).toBeVisible();
  await expect(page.getByText('All done.')).toBeVisible();
  expect(await readFile(inWorkspace('signed.txt'), 'utf8')).toBe('hello\n');
});

test('focus stays inside the dialog, and returns to its previous place afterwards', async ({ page }) => {
  const waiting = await letWait('trap.txt');
  await page.goto(app.baseURL);
  const review = page.getByRole('button', { name: 'Review', exact: true });
  await review.focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to trap.txt' })).toBeFocused();
  await isArmed(page);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let times = 0; times < 12; times += 1) {
      await page.keyboard.press(key);
      expect(await holdsFocus(page)).toBe(true);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(review).toBeFocused();
  expect((await http.get('/api/approvals?status=pending')).json.pendingCount).toBe(1);
  await waiting.stop();
});

test('Ctrl and Enter approve only once the dialog has been unchanged for half a second', async ({ page }) => {
  model.script(write('early.txt'), 'Written.');
  await page.clock.install();
  await ask(page, app.baseURL, 'Write a file');
  await isArmed(page);
  // The page's clock stops here. Coming back to the window restarts the half second.
  await page.clock.pauseAt(new Date(Date.now() + 600_000));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.clock.runFor(450);
  await page.keyboard.press('Control+Enter');
  await expect(approveOf(page)).toHaveAttribute('aria-disabled', 'true');
  expect((await http.get('/api/approvals?status=pending')).json.pendingCount).toBe(1);
  await page.clock.runFor(100);
  await isArmed(page);
  await page.clock.resume();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Written.', { exact: true })).toBeVisible();
});

test('a dialog waits while the person types, says so, and takes no keystroke', async ({ page }) => {
  const text = 'Plants need water, light and a little patience every single day.';
  model.script({ hold: write('held.txt') });
  await ask(page, app.baseURL, 'Write a file');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflows' }).click();
  await page
    .getByRole('list', { name: 'Writing' })
    .getByRole('link', { name: /^New note/ })
    .click();
  // The page before this one has a text field, too.
  await expect(page).toHaveURL(/\/workflows\/new-note$/);
  const field = page.getByRole('main').getByRole('textbox').first();
  await field.click();
  const typed = field.pressSequentially(text, { delay: 120 });
  await expect(field).not.toHaveValue('');
  model.release();
  const notice = page.getByRole('status').filter({ hasText: 'A request needs you.' });
  await expect(notice).toContainText('Opens when you stop typing');
  await expect(notice.getByRole('button', { name: 'Open now' })).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await typed;
  await expect(field).toHaveValue(text);
  await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to held.txt' })).toBeVisible();
  await expect(notice).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.keyboard.type(' And sun.');
  await expect(field).toHaveValue(`${text} And sun.`);
  await stopAll();
});

test('a reason and guidance survive Escape, closing the dialog and a reload', async ({ page }) => {
  model.script(write('draft.txt'), 'As you wish.');
  await ask(page, app.baseURL, 'Write a file');
  const dialog = dialogOf(page);
  const guidance = dialog.getByLabel('What should it do instead?');
  const openForm = async () => {
    await isArmed(page);
    await dialog.getByRole('button', { name: 'Reject with guidance' }).click();
  };
  await openForm();
  await guidance.fill('call it something else');
  await page.keyboard.press('Escape');
  await openForm();
  await expect(guidance).toHaveValue('call it something else');
  await dialog.getByRole('button', { name: 'Close without deciding' }).click();
  await page.getByRole('button', { name: 'Review' }).first().click();
  await openForm();
  await expect(guidance).toHaveValue('call it something else');
  await page.reload();
  await openForm();
  await expect(guidance).toHaveValue('call it something else');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await isArmed(page);
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(dialog.getByLabel('Why? (optional)')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await openForm();
  await dialog.getByRole('button', { name: 'Reject and send guidance' }).click();
  await expect(page.getByText('As you wish.')).toBeVisible();
});

test('a dialog that is closed as soon as it is open gives the focus back to the button of its menu', async ({
  page,
}) => {
  const { id } = (await http.post('/api/conversations', { title: 'Closed at once' })).json;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto(`${app.baseURL}/conversations/${id}`);
  const menu = page.getByRole('button', { name: 'Conversation menu' });
  const rename = page.getByRole('menuitem', { name: 'Rename' });
  await expect(async () => {
    await menu.press('Enter');
    await expect(rename).toBeVisible({ timeout: 500 });
  }).toPass();
  await rename.focus();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('Enter');
  const title = page.getByRole('dialog', { name: 'Rename conversation' }).getByRole('textbox');
  await expect(title).toBeAttached();
  // The clock runs to just before the page would focus the menu's entry, which is gone.
  await page.clock.runFor(55);
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(title).toBeHidden();
  await page.clock.runFor(200);
  await expect(menu).toBeFocused();
});

test('Escape closes what is in front, and Back closes all; neither decides', async ({ page }) => {
  const waiting = await letWait('layers.txt');
  const pending = async () => (await http.get('/api/approvals?status=pending')).json.pendingCount as number;
  await page.goto(`${app.baseURL}/settings`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click();
  await page.waitForURL(/usage/);
  const request = page.getByRole('dialog', { name: 'Write 1 line to layers.txt' });
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(request.getByRole('heading').first()).toBeFocused();
  await page.keyboard.press('Shift+?');
  await expect(help.getByRole('button', { name: 'Close' })).toBeFocused();
  await openPalette(page);
  for (const inFront of [palette, help]) {
    await expect(inFront).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inFront).toBeHidden();
    await expect(request).toBeVisible();
  }
  await expect(request.getByRole('heading').first()).toBeFocused();

  await openPalette(page);
  await page.goBack();
  await page.waitForURL(/settings/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(request).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('files');
  await page.keyboard.press('Enter');
  await page.waitForURL(/files/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await pending()).toBe(1);

  await page.goto(`${app.baseURL}/conversations`);
  await page.getByRole('link', { name: 'Write layers.txt' }).first().click();
  await expect(request).toBeVisible();
  await page.keyboard.press('Escape');
  const menu = page.getByRole('button', { name: 'Conversation menu' });
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).focus();
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('dialog', { name: 'Rename conversation' }).getByRole('textbox'),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  }
  await waiting.stop();
});

test('the dialog’s accessible name is the headline without backticks', async ({ page }) => {
  model.script(call('run_command', { command: 'echo name', timeout_seconds: 30 }));
  await ask(page, app.baseURL, 'Run it');
  await expect(
    page.getByRole('dialog', { name: 'Run echo name in the workspace', exact: true }),
  ).toBeVisible();
  await expect(dialogOf(page).getByRole('rowheader', { name: 'Time limit in seconds' })).toBeVisible();
  await stopAll();
});

test('typing a reason never approves; Escape leaves the reason, not the dialog', async ({ page }) => {
  model.script(write('reason.txt'));
  await ask(page, app.baseURL, 'Write a file');
  await isArmed(page);
  await dialogOf(page).getByRole('button', { name: 'Reject', exact: true }).focus();
  await page.keyboard.press('Enter');
  const why = dialogOf(page).getByLabel('Why? (optional)');
  await expect(why).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
  await expect(dialogOf(page)).toBeVisible();
  await expect.poll(() => holdsFocus(page)).toBe(true);
  await isArmed(page);
  await dialogOf(page).getByRole('button', { name: 'Reject', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('not like this');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('“not like this”').first()).toBeVisible();
  await expect(access(inWorkspace('reason.txt'))).rejects.toThrow();
});

test(
  'j and k move through the waiting requests, and the shown request is the one decided',
  tour,
  async ({ page }) => {
    const waiting = await letWait('first.txt', 'second.txt', 'third.txt');
    await page.goto(`${app.baseURL}/approvals`);
    const shown = (name: string) =>
      expect(
        page.getByRole('article').getByRole('heading', { name: `Write 1 line to ${name}` }),
      ).toBeVisible();
    const chosen = (name: string) =>
      expect(page.getByRole('list', { name: 'Waiting' }).locator('[aria-current="true"]')).toContainText(
        name,
      );
    await shown('first.txt');
    await page.keyboard.press('k');
    await shown('first.txt');
    await page.keyboard.press('j');
    await shown('second.txt');
    await chosen('second.txt');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await shown('third.txt');
    await page.keyboard.press('k');
    await shown('second.txt');
    model.script('The second one is written.');
    await expect(page.getByRole('article').locator(approveButton)).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article').getByText('Countersigned by you')).toBeVisible();
    await expect
      .poll(() =>
        access(inWorkspace('second.txt')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect(access(inWorkspace('first.txt'))).rejects.toThrow();
    await expect(access(inWorkspace('third.txt'))).rejects.toThrow();
    await http.until(waiting.runs[1] ?? '', 'completed');
    // The selection moves to the neighbor, not to the first request.
    await shown('third.txt');
    await chosen('third.txt');
    await expect(page.getByRole('article').getByText('Countersigned by you')).toBeVisible();
    await waiting.stop();
  },
);

test('with sixty waiting the selected request is always in view, and no other one can be decided', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const names = Array.from({ length: 60 }, (_, index) => `wait-${index + 1}.txt`);
  const waiting = await letWait(...names);
  await page.goto(`${app.baseURL}/approvals`);
  const list = page.getByRole('list', { name: 'Waiting' });
  const panel = page.getByRole('article');
  const selected = list.locator('[aria-current="true"]');
  const inView = async (name: string) => {
    await expect(selected).toContainText(name);
    await expect(selected).toBeFocused();
    await expect(selected).toBeInViewport({ ratio: 1 });
    await expect(panel.getByRole('heading', { name: `Write 1 line to ${name}` })).toBeInViewport({
      ratio: 1,
    });
    for (const answer of ['approve', 'reject', 'guide']) {
      await expect(panel.locator(`[data-action="${answer}"]`)).toBeInViewport({ ratio: 1 });
    }
  };
  await expect(page.getByText('to move through the list')).toBeInViewport();
  await expect(list.getByRole('listitem')).toHaveCount(50);
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('j');
  await inView('wait-31.txt');
  for (let presses = 0; presses < 19; presses += 1) await page.keyboard.press('j');
  await inView('wait-50.txt');
  await page.keyboard.press('j');
  await expect(list.getByRole('listitem')).toHaveCount(60);
  await inView('wait-50.txt');
  await page.keyboard.press('j');
  await inView('wait-51.txt');
  await list.getByText('Write 1 line to wait-60.txt').click();
  await inView('wait-60.txt');
  await page.keyboard.press('k');
  await inView('wait-59.txt');
  await page.mouse.wheel(0, -20_000);
  await expect(panel.locator(approveButton)).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 20_000);
  model.script('Written.');
  await expect(panel.locator(approveButton)).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+Enter');
  await http.until(waiting.runs[58] ?? '', 'completed');
  await inView('wait-60.txt');
  await waiting.stop();
});

test('“2 of 3”: next and previous show another request, armed again', async ({ page }) => {
  const waiting = await letWait('one.txt', 'two.txt', 'three.txt');
  await page.goto(app.baseURL);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText('1 of 3', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Write 1 line to one.txt' })).toBeFocused();
  await isArmed(page);
  await dialog.getByRole('button', { name: 'Next request' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('2 of 3', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Write 1 line to two.txt' })).toBeVisible();
  await expect.poll(() => holdsFocus(page)).toBe(true);
  await isArmed(page);
  model.script('Two is written.');
  await page.keyboard.press('Control+Enter');
  // The record and the line of the last decision above the next request may be there together.
  await expect(dialog.getByText('Countersigned by you').first()).toBeVisible();
  await http.until(waiting.runs[1] ?? '', 'completed');
  await access(inWorkspace('two.txt'));
  await expect(access(inWorkspace('one.txt'))).rejects.toThrow();
  await expect(access(inWorkspace('three.txt'))).rejects.toThrow();
  await expect(dialog.getByRole('heading', { name: 'Write 1 line to three.txt' })).toBeVisible();
  await expect(dialog.getByText('2 of 2', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Previous request' }).click();
  await expect(dialog.getByRole('heading', { name: 'Write 1 line to one.txt' })).toBeVisible();
  await waiting.stop();
});

test('more requests than a page holds: the list and the dialog lead to all of them', async ({ page }) => {
  test.setTimeout(120_000);
  const names = Array.from({ length: 53 }, (_, index) => `many-${index + 1}.txt`);
  const waiting = await letWait(...names);
  await page.goto(`${app.baseURL}/approvals`);
  const rows = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(53);
  await expect(rows.last()).toContainText('many-53.txt');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);

  await page.goto(app.baseURL);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const dialog = dialogOf(page);
  for (let place = 1; place < 53; place += 1) {
    await expect(dialog.getByText(`${place} of 53`, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Next request' }).click();
  }
  await expect(dialog.getByRole('heading', { name: 'Write 1 line to many-53.txt' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Next request' })).toBeDisabled();
  await waiting.stop();
});

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.goto(app.baseURL);
  await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.getByRole('main').evaluate((main) => main.contains(document.activeElement))).toBe(true);
});

test('? lists the shortcuts, and / goes to the search of the page', async ({ page }) => {
  await visit(page, `${app.baseURL}/conversations`);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Tab');
  for (const address of ['/', '/conversations', '/approvals', '/files', '/settings', '/usage'])
    for (const key of ['?', 'Shift+?', 'Shift+Slash']) {
      await visit(page, app.baseURL + address);
      await page.keyboard.press(key);
      await expect(dialogOf(page)).toContainText('Keyboard shortcuts');
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toBeHidden();
    }
});

test('shortcuts work right after choosing between Waiting and Decided, and take nothing from a text', async ({
  page,
}) => {
  const waiting = await letWait('radio-1.txt', 'radio-2.txt');
  await page.goto(`${app.baseURL}/approvals`);
  const panel = page.getByRole('article');
  await expect(panel.getByRole('heading', { name: 'Write 1 line to radio-1.txt' })).toBeVisible();
  const choose = async (label: string) => {
    await page.getByText(label, { exact: true }).click();
    await expect(page.getByRole('radio', { name: label })).toBeFocused();
  };
  await choose('Decided');
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('j/k?');
  await expect(search).toHaveValue('j/k?');
  await expect(dialogOf(page)).toBeHidden();
  // A list of choices keeps its letters for itself.
  await page.getByRole('combobox', { name: 'Which decisions' }).focus();
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();

  await choose('Waiting (2)');
  await page.keyboard.press('j');
  await expect(panel.getByRole('heading', { name: 'Write 1 line to radio-2.txt' })).toBeVisible();
  await choose('Decided');
  await page.keyboard.press('Shift+?');
  await expect(dialogOf(page)).toContainText('Keyboard shortcuts');
  await page.keyboard.press('Escape');
  await waiting.stop();
});

async function pressFocused(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
}

test('a form that was cleared by mistake comes back with the same key', async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/free-request`);
  const request = page.getByLabel('What would you like done?').first();
  await request.fill('Something');
  await pressFocused(page, 'Clear form');
  await expect(request).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Undo clear' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(request).toHaveValue('Something');
  await page.reload();
  await expect(request).toHaveValue('Something');
});

test('the changes to review have the focus when they come', async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/new-note`);
  await page.getByLabel('Title').fill('A plan');
  await page.getByRole('textbox', { name: /^Note/ }).fill('Some words.');
  await pressFocused(page, 'Review what it will do');
  await expect(page.getByRole('heading', { name: '1 change' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('form :focus')).toBeVisible();
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
  model.script(call('write_file', { path: 'one.txt', content: 'hello\n' }), 'Written.');
  const { runId } = await http.start('free-request', { request: 'Write it' });
  await http.until(runId, 'awaiting_approval');
  const { approvals } = (await http.get('/api/approvals?status=pending')).json;
  await page.goto(`${app.baseURL}/approvals/${approvals[0].id}`);
  const request = page.getByRole('article');
  const button = request.locator(approveButton);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await page.keyboard.press('Enter');
  await http.until(runId, 'completed');
  await expect(button).toBeHidden();
  await expect(request).toBeFocused();
});

test('every focused element is visibly focused', async ({ page }) => {
  const waiting = await letWait('focus.txt');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const where of ['/', '/workflows/organize-files', '/conversations', '/approvals', '/settings']) {
    await visit(page, `${app.baseURL}${where}`);
    // A form already has the focus in its first field.
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    let stops = 0;
    for (; stops < 60; stops += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(lookAtFocus);
      if (seen === null) break;
      expect.soft(seen, where).toEqual({ ...seen, isMarked: true });
    }
    expect(stops, where).toBeGreaterThan(6);
  }
  await waiting.stop();
});

/** Returns the focused element, and whether it or its parents look different without the focus. */
function lookAtFocus(): { what: string; isMarked: boolean } | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  const around = [
    focused,
    focused.nextElementSibling,
    focused.parentElement,
    focused.parentElement?.parentElement,
  ];
  const styles = () =>
    around.map((element) => {
      if (!element) return '';
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } =
        getComputedStyle(element);
      return [outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor].join();
    });
  const withFocus = styles();
  focused.blur();
  const without = styles();
  focused.focus();
  return {
    what: focused.outerHTML.slice(0, 160),
    isMarked: withFocus.some((style, index) => style !== without[index]),
  };
}
