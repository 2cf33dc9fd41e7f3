import type { Page } from '@playwright/test';
import { call } from '../support/scripted-model';
import type { PictureBook } from './picture-book';
import * as samples from './picture-samples';

/**
 * Takes pictures of conversations that go on or need a person, and everything a person does to a
 * conversation.
 */
export async function takeLiveConversations(book: PictureBook): Promise<void> {
  const { app, http, picture, open, run, decide } = book;
  const running = await run([call('run_command', { command: 'sleep 600' })], 'awaiting_approval');
  const closed = (where: string) => async (page: Page) => {
    await open(where)(page);
    await page.getByRole('button', { name: 'Close without deciding' }).click();
  };
  await picture('conversation-waiting', closed(running.where));
  const far = await run([call('write_file', { path: samples.longPath, content: 'x' })], 'awaiting_approval');
  await picture('conversation-waiting-long', closed(far.where));
  await http.post(`/api/runs/${far.runId}/stop`);
  await picture(
    'conversation-loading',
    async (page) => {
      await page.route('**/api/conversations/*', () => {});
      await open(running.where)(page);
    },
    { isLoading: true },
  );
  await decide(running.runId, { decision: 'approve' });
  await http.until(running.runId, 'tool_running');
  await picture('conversation-running', open(running.where));
  await picture('conversation-delete-running', async (page) => {
    await open(running.where)(page);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
  });
  await app.stop('SIGKILL');
  await app.start();
  await picture('conversation-outcome-unknown', open(running.where));
  await picture('home-outcome-unknown', open('/'));
  await picture('approvals-outcome-unknown', open('/approvals'));
  await picture('conversation-outcome-described', async (page) => {
    await open(running.where)(page);
    await page.getByRole('button', { name: 'It worked…' }).click();
  });
  await http.post(`/api/runs/${running.runId}/stop`);
  const { json: fresh } = await http.post('/api/conversations', { title: 'New conversation' });
  const blank = `/conversations/${fresh.id}`;
  await picture('conversation-new', open(blank));
  await picture('conversation-menu', async (page) => {
    await open(blank)(page);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
  });
  await picture('conversation-rename', async (page) => {
    await open(blank)(page);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
  });
  await picture('conversation-deleted', async (page) => {
    await open(blank)(page);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await http.post(`/api/conversations/${fresh.id}/restore`);
  });
}
