import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { checkedModels } from '../lib/llm/testing/checked-models';
import { respondJson, startAnsweringServer } from '../lib/llm/testing/scripted-server';
import { type App, startApp } from './support/app';
import { httpClient } from './support/http-client';
import { ask } from './support/pages';
import { type ScriptedModelServer, startScriptedModel } from './support/scripted-model';
import { test, tour } from './support/test';

let model: ScriptedModelServer;
let app: App;

test.beforeAll(async () => {
  model = await startScriptedModel();
  app = await startApp();
});
test.afterEach(async () => {
  const http = httpClient(app);
  const { models } = (await http.get('/api/settings/model')).json;
  for (const { id, source } of models)
    if (source === 'settings') await http.remove(`/api/settings/models/${id}`);
});
test.afterAll(async () => {
  await app.dispose();
  await model.close();
});

async function openServerForm(page: Page) {
  await page.goto(`${app.baseURL}/settings`);
  await page.getByRole('button', { name: 'Add a model' }).click();
  await expect(page.getByLabel('Address')).toBeVisible();
}
const modelSection = (page: Page) => page.getByRole('region', { name: 'Models', exact: true });

test(
  'each problem is at its field in plain words, and disappears when the value is corrected',
  tour,
  async ({ page }) => {
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
  },
);

test('a model is checked with progress, Stop works, and its report is kept', tour, async ({ page }) => {
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
  await expect(page.getByText(/^.*0 of \d+ questions answered/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(page.getByText('questions answered')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Check the model' })).toBeFocused();
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
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(modelSection(page).getByRole('listitem').first()).toContainText('Works with care.');
  const inUse = page.getByRole('link', { name: /^Model/ });
  await expect(inUse).toContainText('Works with care');
  await server.close();
});

test('the environment’s model has its check in the list, by keyboard, and the demo model says why it has none', async ({
  page,
}) => {
  const server = await startAnsweringServer(checkedModels['lost backslashes'], 'chats');
  const other = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'small' });
  await page.goto(`${other.baseURL}/settings`);
  const row = modelSection(page).getByRole('listitem').filter({ hasText: 'Set by environment variables.' });
  await expect(row.getByText('Asks 10+ test questions.')).toBeVisible();
  await row.getByRole('button', { name: /^Check the model/ }).press('Enter');
  await expect(row.getByText('It works with care')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Check the model/ })).toBeFocused();
  await page.reload();
  await expect(row.getByText('It works with care')).toBeVisible();
  await expect(row.getByRole('link', { name: 'Save as JSON' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Model/ })).toContainText('Works with care');
  const demo = modelSection(page).getByRole('listitem').filter({ hasText: 'A built-in script' });
  await expect(demo).toContainText('there is nothing to check');
  await expect(demo.getByRole('button', { name: /^Check the model/ })).toHaveCount(0);
  await other.dispose();
  await server.close();
});

test('a report says when the settings are no longer those that were checked', async ({ page }) => {
  const server = await startAnsweringServer(checkedModels.good, 'chats');
  await openServerForm(page);
  await page.getByLabel('Address').fill(server.baseUrl);
  await page.getByRole('combobox', { name: 'Model' }).fill('small');
  await page.getByRole('button', { name: 'Check the model' }).click();
  await expect(page.getByText(/^Checked .* · /)).not.toContainText('other settings');
  await page.getByText('More settings', { exact: true }).click();
  await page.getByLabel('Temperature').fill('1');
  await expect(page.getByText(/^Checked .* with other settings/)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(modelSection(page).getByRole('listitem').first()).toContainText('with other settings.');
  await server.close();
});

test('prices of the server’s list are offered, taken and saved', async ({ page }) => {
  const listed = { id: 'small', pricing: { prompt: '0.000002', completion: '0.00001' } };
  const server = await startAnsweringServer(respondJson(200, { data: [listed] }));
  await openServerForm(page);
  await page.getByLabel('Address').fill(server.baseUrl);
  await page.getByRole('button', { name: 'Load models' }).click();
  await expect(page.getByText('The server lists 1 model.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Model' }).fill('small');
  await page.getByText('More settings', { exact: true }).click();
  await expect(page.getByText('The server’s list says $2 and $10.')).toBeVisible();
  await page.getByRole('button', { name: 'Use these prices' }).click();
  await expect(page.getByLabel('Input', { exact: true })).toHaveValue('2');
  await expect(page.getByLabel('Output', { exact: true })).toHaveValue('10');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not checked yet.')).toBeVisible();
  const { models } = (await httpClient(app).get('/api/settings/model')).json;
  expect(models[0].tuning).toMatchObject({ inputPrice: 2, outputPrice: 10 });
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

test('the query of a copied address moves to its own fields and is kept like a key; a key in it is refused', async ({
  page,
}) => {
  await openServerForm(page);
  const address = page.getByLabel('Address');
  await address.fill('https://x.example/openai/deployments/gpt/chat/completions?api-version=2024-10-21');
  await page.getByRole('combobox', { name: 'Model' }).click();
  await expect(address).toHaveValue('https://x.example/openai/deployments/gpt');
  await expect(address).toHaveAccessibleDescription(/Moved “api-version” to the query in More settings/);
  await page.getByText('More settings', { exact: true }).click();
  await expect(page.getByLabel('Name of parameter 1')).toHaveValue('api-version');
  await expect(page.getByLabel('Value of parameter 1')).toHaveValue('2024-10-21');
  await address.fill('https://x.example/v1?api_key=sk-secret');
  await page.getByLabel('API key').focus();
  await expect(page.getByText('Remove the end of the address')).toBeVisible();
  await address.fill('https://x.example/openai/deployments/gpt');
  await page.getByRole('combobox', { name: 'Model' }).fill('with a query');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit with a query at x.example' }).click();
  await page.getByText('More settings', { exact: true }).click();
  await expect(page.getByLabel('Name of parameter 1')).toHaveValue('api-version');
  await expect(page.getByLabel('Value of parameter 1')).toHaveValue('');
  await expect(page.getByLabel('Value of parameter 1')).toHaveAttribute('placeholder', /^Stored/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The form closes when the server has saved the model. The message about the first save may still be there.
  await expect(page.getByLabel('Value of parameter 1')).toBeHidden();
  await expect(page.getByText('The model was saved.').last()).toBeAttached();
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
  await expect(prompt).toBeFocused();
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
  await expect(page.getByRole('button', { name: 'Add a model' })).toBeVisible();
  await expect(page.getByText('Your unsaved draft was restored.')).toHaveCount(0);
});

test('a form that was opened and not changed closes with Escape and leaves no draft', async ({ page }) => {
  const http = httpClient(app);
  const server = { provider: 'openai_compatible', baseUrl: model.baseUrl, model: 'untouched' };
  await http.post('/api/settings/models', { ...server, name: 'Untouched', isDefault: false });
  const fields = [
    ['Add a model', () => page.getByLabel('Address')],
    ['Edit Untouched', () => page.getByLabel('Address')],
    ['Edit', () => page.getByRole('textbox', { name: /^Text of/ })],
  ] as const;
  for (const [name, field] of fields) {
    await page.goto(`${app.baseURL}/settings`);
    const button = page.getByRole('button', { name, exact: true }).first();
    await button.click();
    await expect(field()).toBeFocused();
    const text = await field().inputValue();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await button.click();
    await field().fill(`${text} and more`);
    await field().fill(text);
    await page.reload();
    await expect(button).toBeVisible();
    await expect(page.getByText('Your unsaved draft was restored.')).toHaveCount(0);
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft'))),
    ).toEqual([]);
  }
});

test('an edited prompt is kept in the list when an older version takes its place', tour, async ({ page }) => {
  const http = httpClient(app);
  const { prompts } = (await http.get('/api/settings/prompts')).json;
  const { id, title, text: oldest } = prompts[0];
  await http.put(`/api/settings/prompts/${id}`, { text: 'The newest version.' });
  await page.goto(`${app.baseURL}/settings`);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const text = page.getByRole('textbox', { name: `Text of ${title}` });
  const start = page.getByRole('combobox', { name: 'Start from' });
  await text.fill('Half an hour of work.');
  await start.focus();
  // In a closed list, this key takes the next entry at once.
  await start.press('ArrowDown');
  await expect(text).toHaveValue(oldest);
  await expect(page.getByRole('status').filter({ hasText: 'Your draft is kept' })).toBeAttached();
  await expect(start).toHaveAccessibleDescription('Your draft is kept in this list.');
  await page.reload();
  await start.selectOption('Your draft');
  await expect(text).toHaveValue('Half an hour of work.');
  await start.selectOption({ index: 1 });
  await expect(text).toHaveValue('The newest version.');
  await text.fill('Another idea.');
  await start.selectOption('Your draft');
  await expect(text).toHaveValue('Half an hour of work.');
  await start.selectOption('Your draft 2');
  await expect(text).toHaveValue('Another idea.');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await expect(start.getByRole('option', { name: /^Your draft/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
});

test('a lost key file is explained, runs fail with a link to Settings, and a new key fixes it', async ({
  page,
}) => {
  const http = httpClient(app);
  const server = { provider: 'openai_compatible', baseUrl: model.baseUrl, model: 'scripted' };
  await http.post('/api/settings/models', { ...server, apiKey: 'sk-first', isDefault: true });
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
  await page.getByRole('button', { name: /^Edit scripted/ }).click();
  await page.getByLabel('API key').fill('sk-second');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('API key')).toBeHidden();
  await expect(modelSection(page).getByText(keyFile)).toHaveCount(0);

  await app.stop();
  await app.start();
  expect((await http.get('/api/settings/model')).json).toMatchObject({ problem: null, hasKey: true });
  await app.stop();
  await rm(keyFile);
  await app.start();
  expect((await http.get('/api/settings/model')).json.problem).toContain('was replaced');
});

const saveModel = (port: number, facts: object = {}) =>
  httpClient(app).post('/api/settings/models', {
    provider: 'openai_compatible',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'small',
    ...facts,
  });
const row = (page: Page, name: string) =>
  modelSection(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

test(
  'several models are saved, edited, made the default and removed, each with its consequence',
  tour,
  async ({ page }) => {
    await saveModel(9, { name: 'Local small', apiKey: 'sk-first', isDefault: true });
    await openServerForm(page);
    await page.getByLabel('Address').fill('http://127.0.0.1:10/v1');
    await page.getByRole('combobox', { name: 'Model' }).fill('big');
    await page.getByText('More settings').click();
    await modelSection(page).getByRole('textbox', { name: 'Name', exact: true }).fill('local SMALL');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Another saved model is named “local SMALL”.')).toBeVisible();
    await modelSection(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Cloud big');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(row(page, 'Cloud big')).toContainText('big at 127.0.0.1:10');
    await expect(page.getByRole('button', { name: 'Add a model' })).toBeFocused();
    await expect(row(page, 'Local small')).toContainText('Default');

    await row(page, 'Cloud big').getByRole('button', { name: 'Make Cloud big the default' }).click();
    await expect(row(page, 'Cloud big')).toContainText('Default');
    await row(page, 'Local small').getByRole('button', { name: 'Edit Local small' }).click();
    const form = page.getByRole('form', { name: 'Edit Local small' });
    await expect(form).toBeFocused();
    await expect(form.getByLabel('API key')).toHaveAttribute('placeholder', /A key is stored/);
    await form.getByRole('combobox', { name: 'Model' }).fill('smaller');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(row(page, 'Local small')).toContainText('smaller at 127.0.0.1:9');
    await expect(row(page, 'Local small').getByRole('button', { name: 'Edit Local small' })).toBeFocused();

    await row(page, 'Cloud big').getByRole('button', { name: 'Remove Cloud big' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Cloud big?' });
    await expect(question).toContainText(
      'New runs use Demo (scripted, no AI) until you choose another default.',
    );
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(row(page, 'Cloud big')).toHaveCount(0);
    await expect(row(page, 'Demo (scripted, no AI)')).toContainText('Default');
  },
);

test('more settings reach the server; nothing typed is lost on an error, and a header’s value is never shown', async ({
  page,
}) => {
  await openServerForm(page);
  await page.getByLabel('Address').fill(`${model.baseUrl}`);
  await page.getByRole('combobox', { name: 'Model' }).fill('scripted');
  await page.getByText('More settings').click();
  await page.getByLabel('Temperature').fill('3');
  await page.getByLabel('Max output tokens').fill('2,000');
  await page.getByLabel('Stop sequences').fill('\\n{"tool_result"');
  await page.getByRole('button', { name: 'Add a header' }).click();
  await page.getByLabel('Name of header 1').fill('api key');
  await page.getByLabel('Value of header 1').fill('header-secret-1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a number from 0 to 2, or leave it empty.')).toBeVisible();
  await expect(page.getByText('Character 4 is a space')).toBeVisible();
  await expect(page.getByText('Fix 2 fields to continue.')).toBeVisible();
  await expect(page.getByLabel('Value of header 1')).toHaveValue('header-secret-1');
  await page.getByLabel('Temperature').fill('0,5');
  await page.getByLabel('Name of header 1').fill('api-key');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Add a model' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Edit scripted/ }).click();
  await page.getByText('More settings').click();
  await expect(page.getByLabel('Temperature')).toHaveValue('0.5');
  await expect(page.getByLabel('Stop sequences')).toHaveValue('\\n{"tool_result"');
  await expect(page.getByLabel('Name of header 1')).toHaveValue('api-key');
  await expect(page.getByLabel('Value of header 1')).toHaveValue('');
  await page.getByRole('button', { name: 'Cancel' }).click();

  model.script('Hello.');
  await ask(page, app.baseURL, 'Hello');
  await expect(page.getByText('Hello.', { exact: true })).toBeVisible();
  const sent = model.requests.at(-1);
  expect(sent).toMatchObject({ temperature: 0.5, max_tokens: 2000, stop: ['\n{"tool_result"'] });
  expect(sent?.headers['api-key']).toBe('header-secret-1');
});

test(
  'a person picks a model in a form, and its verdict is there; the run keeps it',
  tour,
  async ({ page }) => {
    await saveModel(9, { name: 'Broken', isDefault: true });
    await page.goto(`${app.baseURL}/workflows/free-request`);
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    await expect(page.getByLabel('Model', { exact: true })).toHaveCount(0);
    await httpClient(app).post('/api/settings/models', {
      provider: 'openai_compatible',
      baseUrl: model.baseUrl,
      model: 'scripted',
      name: 'Working',
    });
    await page.reload();
    const choice = page.getByLabel('Model', { exact: true });
    await expect(choice.getByRole('option')).toHaveText([
      'Broken · default · not checked',
      'Working · not checked',
    ]);
    await choice.selectOption({ label: 'Working · not checked' });
    await expect(page.getByRole('complementary', { name: 'What may happen' })).toContainText('Working');
    await page.getByLabel('What would you like done?').fill('Hello');
    model.script('It works.');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByText('It works.')).toBeVisible();
    await expect(page.getByLabel('Model', { exact: true })).toHaveValue(/^mdl_/);
    model.script('Still here.');
    await page.getByRole('textbox', { name: 'Message' }).fill('And now?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Still here.')).toBeVisible();
  },
);
