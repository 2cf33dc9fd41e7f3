import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { openOwnApp, test, tour } from './support/test';

const { app } = openOwnApp();
const at = (name: string) => path.join(app.workspaceDir, name);

test(
  'one click puts the sample files back, Undo brings the changes back, and a file changed meanwhile stays',
  tour,
  async ({ page }) => {
    const original = await readFile(at('report-q3.md'), 'utf8');
    await writeFile(at('report-q3.md'), 'My report.\n');
    await mkdir(at('inbox/documents'));
    await rename(at('inbox/todo.md'), at('inbox/documents/todo.md'));
    await page.goto(`${app.baseURL}/settings`);
    const section = page.getByRole('region', { name: 'Sample files' });
    await expect(section).toContainText('report-q3.md (changed)');
    await expect(section).toContainText('inbox/todo.md (moved to inbox/documents/todo.md)');
    await section.getByRole('button', { name: 'Reset sample files' }).click();
    await expect(section.getByRole('button', { name: 'Undo reset' })).toBeVisible();
    await expect(section.getByRole('button', { name: 'Reset sample files' })).toBeDisabled();
    expect(await readFile(at('report-q3.md'), 'utf8')).toBe(original);
    expect(await readFile(at('inbox/todo.md'), 'utf8')).toContain('accountant');

    await writeFile(at('inbox/todo.md'), 'Changed meanwhile.\n');
    await page.reload();
    await section.getByRole('button', { name: 'Undo reset' }).click();
    await expect(section.getByRole('status')).toContainText('inbox/todo.md');
    await expect(section.getByRole('status')).toContainText('changed in the meantime');
    expect(await readFile(at('report-q3.md'), 'utf8')).toBe('My report.\n');
    expect(await readFile(at('inbox/documents/todo.md'), 'utf8')).toContain('accountant');
    expect(await readFile(at('inbox/todo.md'), 'utf8')).toBe('Changed meanwhile.\n');
  },
);
