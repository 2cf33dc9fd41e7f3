import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { call } from '../support/scripted-model';
import { openPictureBook } from './picture-book';
import * as samples from './picture-samples';

/** Takes pictures of an app with several workspaces that have long names. */
export async function takeWorkspaces(wanted: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-workspaces-'));
  const names = { main: 'Everyday', ...samples.longNames };
  const entry = ([id, name]: [string, string]) =>
    `- { id: ${id}, name: ${name}, folder: ${id}, limits: { steps: 5 } }\n`;
  for (const id of Object.keys(names)) await mkdir(path.join(folder, id));
  const file = path.join(folder, 'workspaces.yaml');
  await writeFile(file, Object.entries(names).map(entry).join(''));
  const book = await openPictureBook(wanted, { WORKSPACES_FILE: file });
  const { http, model, picture, open } = book;
  const openIn = (where: string) => async (page: Page) => {
    await open(where)(page);
    await page.getByLabel('Workspace', { exact: true }).selectOption('north');
  };
  try {
    const start = (workspaceId: string, reply: string) => {
      model.script(reply);
      return http.start('free-request', { request: 'Tidy up the notes' }, { workspaceId });
    };
    const done = await start('word', 'All tidy.');
    await http.until(done.runId, 'completed');
    for (const [name, where] of Object.entries({
      home: '/',
      form: '/workflows/summarize-document',
      files: '/files',
    }))
      await picture(`workspaces-${name}`, openIn(where));
    await picture('workspaces-list', open('/conversations'));
    await picture('workspaces-conversation', open(`/conversations/${done.conversationId}`));
    await picture('workspaces-settings', async (page) => {
      const json = samples.severalWorkspaces();
      await page.route('**/api/settings/workspaces', (route) => route.fulfill({ json }));
      await open('/settings')(page);
      await page.getByText('40 people').click();
      await page.getByRole('list', { name: 'Workspaces' }).scrollIntoViewIfNeeded();
    });
    const asked = await start('north', call('write_file', { path: 'plan.md', content: samples.document }));
    await http.until(asked.runId, 'awaiting_approval');
    await picture('workspaces-dialog', async (page) => {
      await open(`/conversations/${asked.conversationId}`)(page);
      await page.getByRole('dialog').waitFor();
    });
  } finally {
    await book.close();
    await rm(folder, { recursive: true, force: true });
  }
}
