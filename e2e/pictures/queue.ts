import { call } from '../support/scripted-model';
import type { PictureBook } from './picture-book';
import * as samples from './picture-samples';

/** Takes pictures of several requests that wait, and many decided ones. */
export async function takeQueue({ http, picture, open, run }: PictureBook): Promise<void> {
  for (const reply of [
    call('run_command', { command: 'npm test' }),
    call('write_file', {
      path: 'notes/plan.md',
      content: `${samples.document}\nChecked on October 3.\n`,
      overwrite: true,
    }),
    call('http_request', { method: 'GET', url: 'https://example.com/' }),
  ])
    await run([reply], 'awaiting_approval');
  await picture('home-waiting', open('/'));
  await picture('home-whole', open('/'), { isWholePage: true });
  await picture('approvals', open('/approvals'), { isLow: true });
  await picture('dialog-queue', async (page) => {
    await open('/')(page);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('button', { name: 'Next request' }).click();
  });
  const { json: waiting } = await http.get('/api/approvals?status=pending');
  await picture('approval-waiting', open(`/approvals/${waiting.approvals[1].id}`), {
    isLow: true,
  });
  await picture('approvals-decided', open('/approvals?tab=decided'));
  await picture('conversations', open('/conversations'));
  await picture('conversations-no-match', async (page) => {
    await open('/conversations')(page);
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('zebra');
  });
  await picture('approvals-decided-no-match', async (page) => {
    await open('/approvals?tab=decided')(page);
    await page.getByRole('searchbox', { name: 'Search decisions' }).fill('zebra');
  });
}
