import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { checkedModels } from '../lib/llm/testing/checked-models';
import { startAnsweringServer } from '../lib/llm/testing/scripted-server';
import { type App, startApp } from './support/app';
import { httpClient } from './support/http-client';
import { ask } from './support/pages';
import { type ScriptedModelServer, startScriptedModel } from './support/scripted-model';

let model: ScriptedModelServer;
let app: App;

test.beforeAll(async () => {
  model = await startScriptedModel();
  app = await startApp();
});
test.afterEach(() => httpClient(app).put('/api/settings/model', { provider: 'demo' }));
test.afterAll(async () => {
  await app.dispose();
  await model.close();
});

async function openServerForm(page: Page) {
  await page.goto(`${app.baseURL}/settings`);
  await page.getByRole('radio', { name: 'A model server' }).check();
  await expect(page.getByLabel('Address')).toBeVisible();
}
const modelSection = (page: Page) => page.getByRole('region', { name: 'Model', exact: true });

test('each problem is at its field in plain words, and disappears when the value is corrected', async ({
  page,
}) => {
  await openServerForm(page);
  await page.getByLabel('Address').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter the server’s address')).toBeVisible();
  await expect(page.getByText('Enter the name of a model.')).toBeVisible();
  await expect(page.getByText('Fix 2 fields to continue.')).toBeVisible();
  await page.getByLabel('Address').fill('ftp://models.example');
  await page.getByRole('combobox', { name: 'Model' }).fill('scripted');
  await expect(page.getByText('Enter the name of a model.')).toBeHidden();
  await page.getByRole('button', { name: 'Check the model' }).click();
  await expect(page.getByText('The address must start with http:// or https://.')).toBeVisible();
  await page.getByLabel('Address').fill(model.baseUrl);
  await expect(modelSection(page).getByText(/must start with|Enter the|Fix \d/)).toHaveCount(0);
  expect(await modelSection(page).textContent()).not.toMatch(/Invalid|expected|baseUrl|Too small/);
});

test('a model is checked with progress, Stop works, and its report is kept', async ({ page }) => {
  let isHeld = true;
  const held: (() => void)[] = [];
  const server = await startAnsweringServer(async (response, received) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await checkedModels['lost backslashes'](response, received);
  }, 'chats');
  await openServerForm(page);
  await page.getByLabel('Address').fill(server.baseUrl);
  await page.getByRole('combobox', { name: 'Model' }).fill('small');
  await page.getByRole('button', { name: 'Check the model' }).click();
  await expect(page.getByText('0 of 9 questions answered')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('questions answered')).toBeHidden();
  isHeld = false;
  for (const release of held) release();
  await page.getByRole('button', { name: 'Check the model' }).click();
  await expect(page.getByText('It works with care')).toBeVisible();
  await page.getByText('What was checked').click();
  await expect(page.getByText('Quotes, line breaks and a Windows path arrive unchanged')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as JSON' }).click();
  const report = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  expect(report).toMatchObject({ model: 'small', baseUrl: server.baseUrl, verdict: 'with_care' });
  await page.reload();
  await expect(page.getByText('It works with care')).toBeVisible();
  await server.close();
});

test('an address is corrected, and the form says how', async ({ page }) => {
  await openServerForm(page);
  const bare = model.baseUrl.replace('http://', '');
  await page.getByLabel('Address').fill(`${bare}/chat/completions`);
  await page.getByRole('combobox', { name: 'Model' }).click();
  await expect(page.getByLabel('Address')).toHaveValue(model.baseUrl);
  await expect(
    modelSection(page).getByText('Added “http://”. Removed “/chat/completions” from the end.'),
  ).toBeVisible();
});

test('a pasted key that no header can carry is refused at the field', async ({ page }) => {
  await openServerForm(page);
  const key = page.getByLabel('API key');
  await key.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'sk-abc\ndef');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('Character 7 is a line break (U+000A). Copy the API key again.')).toBeVisible();
  await key.fill('sk-abc\u2013def');
  await page.getByLabel('Address').focus();
  await expect(page.getByText(/^Character 7 is a dash/)).toBeVisible();
});

test('an edited prompt and a half-filled model form survive leaving, reloading and Escape', async ({
  page,
}) => {
  await openServerForm(page);
  await page.getByLabel('Address').fill('http://models.example/v1');
  await page.getByLabel('API key').fill('sk-never-kept');
  await page.getByRole('combobox', { name: 'Model' }).fill('half-done');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const prompt = page.getByRole('textbox', { name: /^Text of/ }).first();
  await prompt.fill('Be brief.');
  await prompt.press('Escape');
  await expect(prompt).toHaveValue('Be brief.');
  await page.goto(app.baseURL);
  await page.goto(`${app.baseURL}/settings`);
  await page.reload();
  await expect(prompt).toHaveValue('Be brief.');
  await expect(page.getByLabel('Address')).toHaveValue('http://models.example/v1');
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('half-done');
  await expect(page.getByText('Your unsaved draft was restored.')).toHaveCount(2);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'never-kept',
  );
  await page.getByRole('button', { name: 'Discard draft' }).first().click();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(prompt).toBeHidden();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Demo (no AI)' })).toBeChecked();
  await expect(page.getByText('Your unsaved draft was restored.')).toHaveCount(0);
});

test('a lost key file is explained, runs fail with a link to Settings, and a new key fixes it', async ({
  page,
}) => {
  const http = httpClient(app);
  const server = { provider: 'openai_compatible', baseUrl: model.baseUrl, model: 'scripted' };
  await http.put('/api/settings/model', { ...server, apiKey: 'sk-first' });
  const keyFile = path.join(app.dataDir, 'secret.key');
  await app.stop();
  const whole = await readFile(keyFile, 'utf8');
  await writeFile(keyFile, whole.slice(0, 9));
  await app.start();
  expect(app.log()).toContain(`The key file ${keyFile} is damaged`);
  expect((await http.get('/api/workflows')).status).toBe(200);

  await ask(page, app.baseURL, 'Hello');
  await expect(page.getByText(/The API key saved on .* cannot be read/).last()).toBeVisible();
  await page.getByRole('link', { name: 'Model settings' }).click();
  await expect(modelSection(page).getByText(keyFile)).toBeVisible();
  await page.getByLabel('API key').fill('sk-second');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. New runs use this model.')).toBeVisible();
  await expect(modelSection(page).getByText(keyFile)).toHaveCount(0);

  await app.stop();
  await app.start();
  expect((await http.get('/api/settings/model')).json).toMatchObject({ problem: null, hasKey: true });
  await app.stop();
  await rm(keyFile);
  await app.start();
  expect((await http.get('/api/settings/model')).json.problem).toContain('was replaced');
});
