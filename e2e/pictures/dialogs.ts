import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { call } from '../support/scripted-model';
import type { PictureBook } from './picture-book';
import * as samples from './picture-samples';

const press = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Takes pictures of the dialog for each kind of request and each way to answer. */
export async function takeDialogs({ app, dialog }: PictureBook): Promise<void> {
  await dialog(
    'change',
    `I round each line, so that sums agree.\n${call('write_file', { path: 'prices.ts', content: samples.codeAfter, overwrite: true })}`,
  );
  await dialog(
    'long-change',
    call('write_file', { path: 'table.csv', content: samples.longAfter, overwrite: true }),
  );
  await dialog(
    'side-by-side',
    call('write_file', { path: 'prices.ts', content: samples.codeAfter, overwrite: true }),
    async (page) => {
      // A phone is too narrow for two columns, so the dialog does not offer this choice there.
      const choice = page.getByRole('dialog').getByText('Side by side');
      if (await choice.isVisible()) await choice.click();
    },
  );
  await dialog(
    'long-value',
    call('http_request', {
      method: 'POST',
      url: 'https://api.example.com/v1/notes',
      body: 'word '.repeat(4_000),
    }),
  );
  await dialog('new-file', call('write_file', { path: 'notes/plan.md', content: samples.document }));
  await dialog(
    'command',
    call('run_command', { command: 'npm run report -- --quarter 3 && rm -rf build/cache' }),
  );
  await dialog(
    'hidden-characters',
    call('run_command', { command: 'echo \u202Egnp.exe\u202C \u200Bhidden\tand\u00A0more' }),
  );
  await dialog(
    'request',
    call('http_request', {
      method: 'POST',
      url: 'https://api.example.com/v1/invoices?draft=true',
      body: samples.json,
    }),
  );
  await dialog('move', call('move_file', { from: 'report-q3.md', to: 'archive/2026/report-q3.md' }));
  await dialog('delete', call('delete_file', { path: 'report-q3.md' }));
  await dialog('reject', call('delete_file', { path: 'README.md' }), press('Reject'));
  await dialog('guidance', call('delete_file', { path: 'README.md' }), press('Reject with guidance'));

  await dialog(
    'target-changed',
    call('write_file', { path: 'prices.ts', content: samples.codeAfter, overwrite: true }),
    async (page) => {
      await writeFile(path.join(app.workspaceDir, 'prices.ts'), `${samples.codeBefore}\n// changed\n`);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await page.getByRole('dialog').getByText('Below is what approving would do now.').waitFor();
      await writeFile(path.join(app.workspaceDir, 'prices.ts'), samples.codeBefore);
    },
  );
  await dialog('offline', call('delete_file', { path: 'README.md' }), async (page) => {
    await page.route('**/api/**', (route) => route.abort());
    await press('Reject')(page);
    await press('Reject and end the run')(page);
    await page.getByText('Your answer may have been recorded.').waitFor();
  });
}
