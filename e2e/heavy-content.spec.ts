import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type App, startApp } from './support/app';
import { approve, ask, dialogOf } from './support/pages';
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

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `export const value${index + 1} = ${index + 1};`);

/** Colours come after the text: until then there is nothing to check the contrast of. */
async function expectColours(page: Page): Promise<void> {
  await expect(dialogOf(page).getByText('export').first()).toHaveCSS('color', /rgb/);
  await expect(dialogOf(page).locator('[data-role="keyword"]').first()).toBeVisible();
}

async function expectAccessible(page: Page): Promise<void> {
  await expect(dialogOf(page).getByRole('button', { name: /^Approve/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test('five thousand lines: all can be reached, few are drawn', async ({ page }) => {
  model.script(call('write_file', { path: 'big.ts', content: `${numbered(5_000).join('\n')}\n` }), 'Done.');
  await ask(page, app.baseURL, 'Write a long file');
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: '5,000 lines · show all' }).click();
  const table = dialog.getByRole('table', { name: 'New file: big.ts' });
  await expect(table).toHaveAttribute('aria-rowcount', '5000');
  const last = table.getByRole('row', { name: 'Added: export const value5000 = 5000;' });
  await dialog.getByRole('group', { name: 'What you sign' }).focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await table.getByRole('row').count()).toBeLessThan(150);
  await expectColours(page);
  await expectAccessible(page);
  await approve(page);
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
});

test('a change can be read side by side; the choice is kept', async ({ page }) => {
  const lines = numbered(20);
  await mkdir(app.workspaceDir, { recursive: true });
  await writeFile(path.join(app.workspaceDir, 'small.ts'), `${lines.join('\n')}\n`);
  const changed = lines.with(9, 'export const value10 = "\u202Eten";').join('\n');
  model.script(call('write_file', { path: 'small.ts', content: changed, overwrite: true }), 'Done.');
  await ask(page, app.baseURL, 'Change it');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('row', { name: 'Removed: export const value10 = 10;' })).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: 'Added: export const value10 = "⟦U+202E⟧ten";' }),
  ).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'Note: No newline at end of file' })).toBeVisible();
  await expectColours(page);
  await expectAccessible(page);
  await dialog.getByText('Side by side').click();
  await page.reload();
  await expect(dialog.getByRole('columnheader', { name: 'Before' })).toBeVisible();
  await expect(
    dialog.getByRole('row', {
      name: 'Removed: export const value10 = 10; Added: export const value10 = "⟦U+202E⟧ten";',
    }),
  ).toBeVisible();
  await expectColours(page);
  await expectAccessible(page);
  await approve(page);
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
});

test('a long command is folded, says how long it is, and opens', async ({ page }) => {
  const command = `true ${'argument '.repeat(2_000)}`;
  model.script(call('run_command', { command }), 'Done.');
  await ask(page, app.baseURL, 'Run it');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('heading')).toContainText('Run true argument');
  const toggle = dialog.getByRole('button', { name: '18,005 characters · show all' });
  await toggle.click();
  await expect(dialog.getByRole('button', { name: '18,005 characters · fold again' })).toBeVisible();
  expect((await dialog.locator('pre').first().textContent())?.length).toBe(command.length);
  await expectAccessible(page);
  await approve(page);
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
});
