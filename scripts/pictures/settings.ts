import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PictureBook } from './picture-book';
import * as samples from './picture-samples';

/** The settings, a lost connection, and a workflow file with a mistake. */
export async function takeSettings({ app, http, model, picture, open }: PictureBook): Promise<void> {
  await picture('settings', open('/settings'), { isWholePage: true });
  await picture(
    'settings-model-server',
    async (page) => {
      await open('/settings')(page);
      await page.getByLabel('A model server').check();
      await page.getByLabel('Address').fill('http://127.0.0.1:9/v1');
      await page.getByRole('button', { name: 'Test connection' }).click();
      await page.getByText('The connection failed').waitFor();
    },
    { isWholePage: true },
  );
  await picture(
    'settings-prompt-edited',
    async (page) => {
      await open('/settings')(page);
      await page.getByRole('button', { name: 'Edit' }).first().click();
    },
    { isWholePage: true },
  );
  await picture('settings-preview', async (page) => {
    await open('/settings')(page);
    await page.getByText('Preview of the text the model gets').first().click();
    await page.getByText(/^Total:/).scrollIntoViewIfNeeded();
  });
  await picture('offline', async (page) => {
    await open('/')(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.waitForTimeout(3_000);
  });

  await writeFile(path.join(app.workflowsDir, 'broken.md'), samples.brokenWorkflow);
  await writeFile(path.join(app.workflowsDir, 'hasty.md'), samples.hastyWorkflow);
  await app.stop();
  await app.start();
  await picture('home-broken-file', open('/'));
  model.script({ hold: 'Let me think about this for a long time' });
  const hasty = await http.start('hasty', {});
  await http.until(hasty.runId, 'failed');
  model.release();
  await picture('conversation-time-limit', open(`/conversations/${hasty.conversationId}`));
}
