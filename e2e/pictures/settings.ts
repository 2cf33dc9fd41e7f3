import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PictureBook } from './picture-book';
import * as samples from './picture-samples';

type Book = Pick<PictureBook, 'http' | 'picture' | 'open'>;

const saved = [
  { name: 'Fast and cheap', baseUrl: 'https://openrouter.ai/api/v1', model: 'qwen/qwen3-8b', apiKey: 'sk-a' },
  { baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b', isDefault: true },
  { baseUrl: 'https://api.openai.com/v1', model: 'gpt-5-mini', apiKey: 'sk-b' },
  { name: 'Azure', baseUrl: 'https://example.openai.azure.com/openai/v1', model: 'reports' },
  { baseUrl: 'http://192.168.1.20:8000/v1', model: 'Qwen/Qwen3-Coder-30B-A3B-Instruct-FP8-with-a-long-name' },
];

/**
 * Takes pictures of a form with errors, one model, six models, a model to remove, and the choices of a model.
 */
async function takeModels({ http, picture, open }: Book): Promise<void> {
  const add = (facts: object) =>
    http.post('/api/settings/models', { provider: 'openai_compatible', ...facts });
  await picture(
    'settings-model-form',
    async (page) => {
      await open('/settings')(page);
      await page.getByRole('button', { name: 'Add a model' }).click();
      await page.getByLabel('Address').fill('http://127.0.0.1:9/v1');
      await page.getByText('More settings').click();
      await page.getByLabel('Temperature').fill('3');
      await page.getByRole('button', { name: 'Add a header' }).click();
      await page.getByLabel('Name of header 1').fill('api-key');
      await page.getByRole('button', { name: 'Add a parameter' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    },
    { isWholePage: true },
  );
  await add({ baseUrl: 'http://127.0.0.1:9/v1', model: 'small' });
  await http.post('/api/settings/model/check', { baseUrl: 'http://127.0.0.1:9/v1', model: 'small' });
  await picture('settings-one-model', open('/settings'));
  for (const facts of saved) await add(facts);
  await picture('settings-six-models', open('/settings'), { isWholePage: true });
  await picture('settings-remove-model', async (page) => {
    await open('/settings')(page);
    await page.getByRole('button', { name: 'Remove qwen3:8b' }).click();
  });
  await picture('start-choice-of-models', open('/workflows/free-request'), { isWholePage: true });
  const { json } = await http.post('/api/conversations', {});
  await picture('conversation-choice-of-models', open(`/conversations/${json.id}`));
  const { models } = (await http.get('/api/settings/model')).json;
  for (const { id, source } of models)
    if (source === 'settings') await http.remove(`/api/settings/models/${id}`);
}

/** Takes pictures of one server, and of several with runs in line. */
async function takeServers({ picture, open }: Book): Promise<void> {
  await picture('servers', open('/settings/servers'));
  await picture('servers-several', async (page) => {
    await page.route('**/api/servers', (route) => route.fulfill({ json: samples.severalServers() }));
    await open('/settings/servers')(page);
  });
}

/** Takes pictures of the settings, a lost connection, and a workflow file with a mistake. */
export async function takeSettings({ app, http, model, picture, open }: PictureBook): Promise<void> {
  await picture('settings', open('/settings'), { isWholePage: true });
  await takeModels({ http, picture, open });
  await takeServers({ http, picture, open });
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
