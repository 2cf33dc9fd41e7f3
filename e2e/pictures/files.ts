import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PictureBook } from './picture-book';
import * as samples from './picture-samples';

/** Takes pictures of the views of files, and a path in a form. */
export async function takeFiles({ app, picture, open }: PictureBook): Promise<void> {
  await writeFile(path.join(app.workspaceDir, 'prices.ts'), samples.codeBefore);
  await writeFile(path.join(app.workspaceDir, 'table.csv'), samples.longBefore);
  for (const [name, where] of Object.entries({
    folder: '/files',
    document: '/files?path=README.md',
    code: '/files?path=prices.ts&line=6',
    table: '/files?path=table.csv',
    missing: '/files?path=notes/nothing-here.md',
  }))
    await picture(`file-${name}`, open(where), { isLow: true });
  await picture('form-path', async (page) => {
    await open('/workflows/summarize-document')(page);
    await page.getByRole('combobox', { name: /^Document/ }).fill('no');
    await page.getByRole('option').first().waitFor();
  });
  await picture('form-path-missing', async (page) => {
    await open('/workflows/summarize-document')(page);
    await page.getByRole('combobox', { name: /^Document/ }).fill('notes/none.md');
    await page.getByText('Does not exist.').waitFor();
  });
  await writeFile(path.join(app.workspaceDir, 'empty.txt'), '');
  await writeFile(path.join(app.workspaceDir, 'bytes.bin'), Buffer.from([0, 1, 2, 255]));
  await picture('file-empty', open('/files?path=empty.txt'));
  await picture('file-binary', open('/files?path=bytes.bin'));
}
