import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { approve, dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

const { app, model } = openOwnApp(async () => {
  const folder = path.dirname(app.workspaceDir);
  for (const name of ['everyday', 'books']) await mkdir(path.join(folder, name), { recursive: true });
  const file = path.join(folder, 'spaces.yaml');
  await writeFile(
    file,
    '- { id: main, name: Everyday, folder: everyday }\n- { id: books, name: Bookkeeping, folder: books, limits: { workingRuns: 2, steps: 7, timeoutSeconds: 90 } }\n',
  );
  return { WORKSPACES_FILE: file };
});
const inFolder = (...names: string[]) => path.join(path.dirname(app.workspaceDir), ...names);

test(
  'a run works in the workspace that its person picked, and every page says which one',
  tour,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    model.script(call('write_file', { path: 'sums.txt', content: 'one and one\n' }), 'It is in `sums.txt`.');
    await page.goto(app.baseURL);
    await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('main');
    await page.getByRole('button', { name: 'What may happen' }).click();
    await expect(page.getByText('Up to 25', { exact: true })).toBeVisible();
    await page.getByLabel('Workspace', { exact: true }).selectOption('Bookkeeping');
    await expect(page.getByText('Up to 7', { exact: true })).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('home.png') });
    await page.getByRole('textbox', { name: 'What should be done?' }).fill('Write the sums');
    await page.getByRole('button', { name: 'Start' }).first().click();
    await expect(dialogOf(page)).toContainText('Bookkeeping');
    await page.screenshot({ path: test.info().outputPath('dialog.png') });
    await approve(page);
    await expect(page.getByText('It is in sums.txt.')).toBeVisible();
    await expect(page.getByText('Workspace: Bookkeeping')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('conversation.png') });
    expect(await readFile(inFolder('books', 'sums.txt'), 'utf8')).toBe('one and one\n');
    // Servers that share folders leave a marker.
    const files = (await readdir(inFolder('everyday'))).filter((name) => !name.startsWith('.'));
    expect(files).toEqual([]);
    // A link to a file leads to the workspace of its run.
    await writeFile(inFolder('everyday', 'sums.txt'), 'another file\n');
    await page.getByRole('link', { name: /Open sums.txt/ }).click();
    await expect(page.getByText('one and one')).toBeVisible();
    await page.getByLabel('Workspace', { exact: true }).selectOption('Everyday');
    await page.getByRole('link', { name: /sums.txt/ }).click();
    await expect(page.getByText('another file')).toBeVisible();

    await page.goto(`${app.baseURL}/conversations`);
    const row = page.getByRole('link', { name: /Write the sums/ });
    await expect(row).toContainText('Bookkeeping');
    await page.getByLabel('Workspace', { exact: true }).selectOption('Everyday');
    await expect(row).toHaveCount(0);
    await page.getByLabel('Workspace', { exact: true }).selectOption('Bookkeeping');
    await expect(row).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('list.png') });

    await page.goto(`${app.baseURL}/settings`);
    const section = page.getByRole('list', { name: 'Workspaces' });
    await expect(section).toContainText(inFolder('books'));
    await expect(section).toContainText('At most 2 runs at once, 7 steps and 90 s per run');
    await section.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath('settings.png') });
  },
);
