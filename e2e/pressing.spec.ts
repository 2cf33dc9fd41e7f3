import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approve, approveButton, ask, dialogOf, press } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test } from './support/test';

const { app, model } = openSharedApp();

const inWorkspace = (name: string) => path.join(app.workspaceDir, name);
const buttonOf = (page: Page) => dialogOf(page).locator(approveButton);
const whatChanged = (page: Page) => dialogOf(page).getByText('changed after this was requested').first();
/** This is longer than the half second after which a person can answer a request. */
const longEnoughMs = 1_200;

/** Opens a dialog with an enabled Approve, for an edit of a file. */
async function openRequest(page: Page, name: string): Promise<void> {
  await writeFile(inWorkspace(name), 'one\n');
  model.script(call('edit_file', { path: name, old_text: 'one', new_text: 'two' }), 'Changed.');
  await page.clock.install();
  await ask(page, app.baseURL, 'Edit it');
  await expect(buttonOf(page)).not.toHaveAttribute('aria-disabled', 'true');
}

/** Returns a list that gets every answer that the page sends. */
function listAnswers(page: Page): string[] {
  const answers: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/decision')) answers.push(request.postData() ?? '');
  });
  return answers;
}

/** Expects that the page sent no answer, and that a new press approves what the dialog shows now. */
async function expectUnsigned(page: Page, name: string, answers: string[]): Promise<void> {
  // An answer would have been sent before this later request of the page.
  await page.evaluate(async () => void (await fetch('/api/health')));
  expect(answers).toEqual([]);
  expect(await readFile(inWorkspace(name), 'utf8')).toBe('by hand\none\n');
  await expect(whatChanged(page)).toBeVisible();
  await approve(page);
  await expect(page.getByText('Changed.', { exact: true })).toBeVisible();
  expect(await readFile(inWorkspace(name), 'utf8')).toBe('by hand\ntwo\n');
}

for (const key of ['Enter', ' '])
  test(`a key that was pressed before the dialog changed does not sign what it shows, however long it is held: ${JSON.stringify(key)}`, async ({
    page,
  }) => {
    await openRequest(page, 'held-key.txt');
    const answers = listAnswers(page);
    await dialogOf(page).getByRole('heading').first().focus();
    await page.keyboard.down(key);
    await writeFile(inWorkspace('held-key.txt'), 'by hand\none\n');
    await expect(whatChanged(page)).toBeVisible();
    await buttonOf(page).focus();
    for (let heldMs = 0; heldMs < 2 * longEnoughMs; heldMs += 80) {
      await page.keyboard.down(key);
      await page.clock.runFor(80);
    }
    await page.keyboard.up(key);
    await page.clock.runFor(longEnoughMs);
    await expectUnsigned(page, 'held-key.txt', answers);
  });

test('a button that was pressed before the dialog changed does not sign what it shows when it is released', async ({
  page,
}) => {
  await openRequest(page, 'held-button.txt');
  const answers = listAnswers(page);
  await buttonOf(page).hover();
  await page.mouse.down();
  await writeFile(inWorkspace('held-button.txt'), 'by hand\none\n');
  await expect(whatChanged(page)).toBeVisible();
  await buttonOf(page).hover();
  await page.clock.runFor(longEnoughMs);
  await page.mouse.up();
  await page.clock.runFor(longEnoughMs);
  await expectUnsigned(page, 'held-button.txt', answers);
});

test('a letter that only looks Latin is marked where it is, in the command, its folder and the page behind, and named', async ({
  page,
}) => {
  const folder = 'p\u0430ypal';
  await mkdir(inWorkspace(folder));
  model.script(call('run_command', { command: 'ls p\u0430yp\u{1d68a}l', folder }));
  await ask(page, app.baseURL, 'Look');
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('3 letters of another alphabet in words that look Latin');
  await expect(dialog).toContainText('\u0430 (Cyrillic, U+0430), \u{1d68a} (Mathematical, U+1D68A)');
  const marked = dialog.locator('[title="Cyrillic, U+0430"]');
  expect(new Set(await marked.allTextContents())).toEqual(new Set(['\u0430']));
  await expect(dialog.locator('pre [title="Cyrillic, U+0430"]')).toHaveCount(1);
  expect(await marked.count()).toBeGreaterThanOrEqual(2);
  await expect(page.locator('main code').locator('[title="Cyrillic, U+0430"]').first()).toBeAttached();
  await expect(dialog.locator('pre [title="Mathematical, U+1D68A"]')).toHaveText('\u{1d68a}');
  await press(page, 'Reject');
  await dialog.getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();
});
