import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { httpClient } from './support/http-client';
import { approve, approveButton, ask, dialogOf, openPalette, press } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, test } from './support/test';

/** This is long enough to look at an active run in two themes, and short enough to wait for. */
const timeLimitMs = 14_000;

let workflowsDir: string;
/** These are the states that axe checked in both themes, and their addresses. */
const looks: string[] = [];
const addresses = new Set<string>();

// Each of these tours asks axe about many states, twice.
test.describe.configure({ timeout: 150_000 });

const { app, model } = openOwnApp(async () => {
  workflowsDir = await mkdtemp(path.join(tmpdir(), 'countersign-workflows-'));
  await cp('workflows', workflowsDir, { recursive: true });
  return { AGENT_MAX_STEPS: '2', AGENT_TIMEOUT_MS: String(timeLimitMs), WORKFLOWS_DIR: workflowsDir };
});
test.afterAll(async () => {
  await rm(workflowsDir, { recursive: true, force: true });
});

/** Expects that axe finds nothing serious or critical in either theme. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // axe usually opens a second tab, which would take the focus away from the state under test.
    const { violations, passes } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] })
      .analyze();
    expect(passes.length, `${name}: axe looked at something`).toBeGreaterThan(5);
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
    expect.soft(serious, `${name}, ${colorScheme}`).toEqual([]);
  }
  looks.push(name);
  addresses.add(new URL(page.url()).pathname);
}

const go = (page: Page, where: string) => page.goto(`${app.baseURL}${where}`);
const write = (name: string) => call('write_file', { path: name, content: 'one\ntwo\n' });

test('empty: first visit, no conversations, nothing waiting, nothing decided', async ({ page }) => {
  await go(page, '/');
  await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible();
  await look(page, 'home, first visit');
  await page.getByLabel('Search workflows').fill('nothing has this name');
  await expect(page.getByText('No workflow matches')).toBeVisible();
  await look(page, 'home, nothing found');
  await go(page, '/conversations');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await look(page, 'conversations, none');
  await go(page, '/approvals');
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await look(page, 'approvals, nothing waiting');
  await page.getByText('Decided', { exact: true }).click();
  await expect(page.getByText('No decisions yet')).toBeVisible();
  await look(page, 'approvals, nothing decided');
});

test('pages that do not exist', async ({ page }) => {
  await go(page, '/no/such/page');
  await expect(page.getByText('Page not found')).toBeVisible();
  await look(page, 'not found');
  await go(page, '/workflows/no-such-workflow');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This workflow was removed or never existed' }),
  ).toBeVisible();
  await look(page, 'no such workflow');
  await go(page, '/conversations/cnv_00000000000000000000000000000000');
  await expect(
    page.getByRole('heading', { level: 1, name: 'The conversation could not be loaded' }),
  ).toBeVisible();
  await look(page, 'no such conversation');
  await go(page, '/approvals/apr_00000000000000000000000000000000');
  await expect(page.getByText('The request could not be loaded')).toBeVisible();
  await look(page, 'no such request');
});

test('files: a folder, a document, a table, code, a picture, and a missing file', async ({ page }) => {
  await writeFile(path.join(app.workspaceDir, 'table.csv'), 'name,price\napple,1.5\npear,2\n');
  await writeFile(
    path.join(app.workspaceDir, 'drawing.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
  );
  await go(page, '/files');
  await expect(page.getByRole('list', { name: 'Files' })).toBeVisible();
  await look(page, 'files, a folder');
  await go(page, '/files?path=README.md');
  await expect(page.getByRole('article', { name: 'README.md' })).toBeVisible();
  await look(page, 'files, a document');
  await page.getByText('Source', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'README.md' })).toBeVisible();
  await look(page, 'files, a source');
  await go(page, '/files?path=table.csv');
  await expect(page.getByRole('columnheader', { name: 'price' })).toBeVisible();
  await look(page, 'files, a table');
  await go(page, '/files?path=drawing.svg');
  await expect(page.getByRole('img', { name: 'drawing.svg' })).toBeVisible();
  await look(page, 'files, a picture');
  await go(page, '/files?path=notes/none.md');
  await expect(page.getByText('There is no notes/none.md')).toBeVisible();
  await look(page, 'files, nothing there');
});

test('every form: empty, and with its mistakes', async ({ page }) => {
  const ids = (await readdir('workflows'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.replace('.md', ''));
  expect(ids.length).toBeGreaterThan(5);
  for (const id of ids) {
    await go(page, `/workflows/${id}`);
    await expect(page.getByRole('heading', { name: 'What may happen' })).toBeVisible();
    await look(page, `form ${id}`);
  }
  await go(page, '/workflows/compare-documents');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Fix 2 fields' })).toBeVisible();
  await look(page, 'form with mistakes');
});

test('the consent to a direct workflow', async ({ page }) => {
  await go(page, '/workflows/create-project');
  await page.getByLabel('Project name').fill('Garden shed');
  await page.getByLabel('Folder').first().fill('projects/garden-shed');
  await page.getByLabel('Goal').fill('Keep the tools dry.');
  await page.getByLabel('Owner').fill('Mara');
  await page.getByRole('button', { name: 'Review what it will do' }).click();
  await expect(page.getByRole('heading', { name: '4 changes' })).toBeVisible();
  await look(page, 'consent');
  await page.getByLabel('I’ve reviewed these 4 changes.').check();
  await look(page, 'consent given');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Done ·').first()).toBeVisible();
  await look(page, 'direct conversation, done');
  await page
    .getByRole('button', { name: /README\.md/ })
    .first()
    .click();
  await expect(page.getByText('Garden shed').last()).toBeVisible();
  await look(page, 'step opened');
});

test('signing: a diff, both ways to reject, and the decisions', async ({ page }) => {
  await writeFile(path.join(app.workspaceDir, 'signed.ts'), 'const a = 1;\nconst b = 2;\n');
  model.script(
    `I will change it.\n${call('edit_file', { path: 'signed.ts', old_text: 'const b = 2;', new_text: 'const b = "three";' })}`,
    '# Done\n\nIt is **changed**, see [the file](https://example.org):\n\n```ts\nconst b = "three"; // new\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] one\n- [ ] two',
  );
  await ask(page, app.baseURL, 'Change it');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  await look(page, 'dialog with diff, not armed or armed');
  await dialogOf(page).getByText('Details', { exact: true }).click();
  await look(page, 'dialog with context');
  await press(page, 'Reject');
  await expect(dialogOf(page).getByLabel('Why? (optional)')).toBeVisible();
  await look(page, 'dialog, reject');
  await dialogOf(page).getByRole('button', { name: 'Back' }).click();
  await press(page, 'Reject with guidance');
  await expect(dialogOf(page).getByLabel('What should it do instead?')).toBeVisible();
  await look(page, 'dialog, reject with guidance');
  await dialogOf(page).getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Close without deciding' }).click();
  await expect(dialogOf(page)).toBeHidden();
  await look(page, 'conversation, waiting');
  const conversation = new URL(page.url()).pathname;

  await go(page, '/');
  await expect(page.getByRole('region', { name: 'Needs you' })).toBeVisible();
  await look(page, 'home, something waiting');
  await go(page, '/approvals');
  await expect(page.getByRole('article').locator(approveButton)).toBeVisible();
  await look(page, 'approvals, waiting');
  await page.getByRole('list', { name: 'Waiting' }).getByRole('button').first().click();
  await openPalette(page);
  await look(page, 'palette');
  await page.getByRole('combobox').fill('summar');
  await look(page, 'palette, searching');
  await page.getByRole('combobox').fill('zzzz');
  await expect(page.getByText('No matches for “zzzz”')).toBeVisible();
  await look(page, 'palette, nothing found');

  await go(page, conversation);
  await approve(page);
  await expect(page.getByText('Countersigned by you').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await look(page, 'conversation, completed');
  await page
    .getByRole('button', { name: /signed\.ts/ })
    .first()
    .click();
  await expect(page.getByText('const b').last()).toBeVisible();
  await look(page, 'conversation, diff of a step');
  await page.getByRole('link', { name: /Signed/ }).click();
  await expect(page.getByRole('heading', { name: 'Approval', exact: true })).toBeVisible();
  await expect(page.getByText(/^(Done|Ran)/)).toBeVisible();
  await look(page, 'one decision');
  await go(page, '/approvals');
  await page.getByText('Decided', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Decided' })).toBeVisible();
  await look(page, 'approvals, decided');
});

test('signing: a command and its output', async ({ page }) => {
  model.script(call('run_command', { command: 'echo out; echo err >&2; exit 3' }), 'It failed.');
  await ask(page, app.baseURL, 'Run it');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  await look(page, 'dialog with command');
  await approve(page);
  await expect(page.getByText('It failed.')).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await page
    .getByRole('button', { name: /Run .*echo/ })
    .first()
    .click();
  await expect(page.getByText('err', { exact: true }).first()).toBeVisible();
  await look(page, 'output of a command');
});

test('a conversation while it runs, and out of time', async ({ page }) => {
  model.script({ hold: 'Let me think about this for a very long time' });
  await ask(page, app.baseURL, 'Think');
  await expect(page.getByText('Let me think')).toBeVisible();
  await look(page, 'conversation, running');
  await expect(page.getByText('Time limit reached', { exact: true })).toBeVisible({ timeout: 20_000 });
  model.release();
  await look(page, 'conversation, out of time');
});

test('every other end of a run', async ({ page }) => {
  model.script(write('rejected.txt'));
  await ask(page, app.baseURL, 'Write');
  await press(page, 'Reject');
  await dialogOf(page).getByLabel('Why? (optional)').fill('wrong folder');
  await dialogOf(page).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await look(page, 'conversation, rejected');

  model.script(write('stopped.txt'));
  await ask(page, app.baseURL, 'Write');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('You stopped it').first()).toBeVisible();
  await look(page, 'conversation, stopped');

  const list = call('list_files', { path: '.' });
  model.script(list, list);
  await ask(page, app.baseURL, 'Look');
  await expect(page.getByText('Step limit reached', { exact: true })).toBeVisible();
  await look(page, 'conversation, out of steps');

  model.script('{"tool": ', '{"tool": ', '{"tool": ');
  await ask(page, app.baseURL, 'Do something');
  await expect(page.getByText('wasn’t valid').first()).toBeVisible();
  await look(page, 'conversation, malformed replies');

  model.script({ status: 401, body: '{"error":{"message":"no"}}' });
  await ask(page, app.baseURL, 'Hello');
  await expect(page.getByText('The model could not be used', { exact: true })).toBeVisible();
  await look(page, 'conversation, no model');
});

test('an unknown outcome, and a server that cannot be reached', async ({ page, context }) => {
  model.script(call('run_command', { command: 'sleep 2.5' }));
  await ask(page, app.baseURL, 'Sleep');
  await approve(page);
  await expect(page.getByText(/Running: Run/).first()).toBeVisible();
  await app.stop('SIGKILL');
  await app.start();
  await page.reload();
  await expect(page.getByText('Did this step finish?')).toBeVisible();
  await look(page, 'conversation, outcome unknown');
  await page.getByRole('button', { name: 'It worked…' }).click();
  await look(page, 'conversation, outcome described');
  await context.setOffline(true);
  await expect(page.getByText(/Countersign cannot be reached/)).toBeVisible();
  await look(page, 'offline');
  await context.setOffline(false);
  await expect(page.getByText(/Countersign cannot be reached/)).toBeHidden();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'End the run' }).click();
  await expect(page.getByText('Did this step finish?')).toBeHidden();
});

test('conversations: the list, a new one, its menu and dialogs', async ({ page }) => {
  await go(page, '/conversations');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await look(page, 'conversations');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.waitForURL(/\/conversations\/cnv_/);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await look(page, 'conversation, new');
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, 'conversation menu');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(dialogOf(page).getByLabel('Title')).toBeVisible();
  await look(page, 'rename');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await look(page, 'deleted, with undo');
});

test('settings: models, one to add, one to remove, one to pick; an edited prompt', async ({ page }) => {
  await go(page, '/settings');
  await expect(page.getByRole('region', { name: 'This installation' }).getByText('Version')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible();
  await look(page, 'settings');
  await page.getByRole('button', { name: 'Add a model' }).click();
  await page.getByLabel('Address').fill('http://127.0.0.1:9/v1');
  await page.getByRole('combobox', { name: 'Model' }).fill('small');
  await page.getByRole('button', { name: 'Check the model', exact: true }).click();
  await expect(page.getByText('It does not fit')).toBeVisible();
  await page.getByText('More settings').click();
  await page.getByRole('button', { name: 'Add a header' }).click();
  await page.getByRole('button', { name: 'Add a parameter' }).click();
  await page.getByLabel('Temperature').fill('3');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Fix \d fields/)).toBeVisible();
  await look(page, 'settings, model server with errors');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const added = { provider: 'openai_compatible', baseUrl: 'http://127.0.0.1:9/v1' };
  for (const name of ['One', 'Two'])
    await httpClient(app).post('/api/settings/models', { ...added, model: 'small', name });
  await page.reload();
  await page.getByRole('button', { name: 'Remove Two' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove Two?' })).toBeVisible();
  await look(page, 'settings, a model to remove');
  await go(page, '/workflows/free-request');
  await expect(page.getByLabel('Model', { exact: true })).toBeVisible();
  await look(page, 'form with a choice of models');
  const { models } = (await httpClient(app).get('/api/settings/model')).json;
  for (const { id, source } of models)
    if (source === 'settings') await httpClient(app).remove(`/api/settings/models/${id}`);
  await go(page, '/settings');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeVisible();
  await look(page, 'settings, prompt');
  await go(page, '/settings/audit');
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('You added the model Two');
  await look(page, 'audit log');
  await go(page, '/settings/servers');
  await expect(page.getByRole('list', { name: 'Servers' })).toContainText('This server');
  await look(page, 'servers');
});

test('usage, with what the runs before used', async ({ page }) => {
  await go(page, '/usage');
  await expect(page.getByText(/Servers reported no tokens/)).toBeVisible();
  await look(page, 'usage');
});

test('home with a history, and with a broken workflow file', async ({ page }) => {
  await writeFile(
    path.join(workflowsDir, 'broken.md'),
    '---\nid: broken\ntitle: Broken\nparameters: nonsense\n---\nDo it.\n',
  );
  await app.stop();
  await app.start();
  await go(page, '/');
  await expect(page.getByText('1 workflow file has a mistake')).toBeVisible();
  await look(page, 'home, history and a broken file');
});

test('every page was checked', async () => {
  const files = await readdir('app/(pages)', { recursive: true });
  const routes = files
    .filter((name) => path.basename(name) === 'page.tsx')
    .map((name) => `/${path.dirname(name).replaceAll(path.sep, '/')}`.replace(/\/\.$/, '/'));
  expect(routes.length).toBeGreaterThanOrEqual(7);
  const toPattern = (route: string) => new RegExp(`^${route.replaceAll(/\[[^\]]+\]/g, '[^/]+')}$`);
  expect(routes.filter((route) => ![...addresses].some((address) => toPattern(route).test(address)))).toEqual(
    [],
  );
  expect(looks.length).toBeGreaterThanOrEqual(55);
});
