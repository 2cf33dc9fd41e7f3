import { expect, type Page } from '@playwright/test';
import { ask, openPalette } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';

const { app, model, http } = openSharedApp();

/** Makes a request and rejects it. */
async function decide(name: string) {
  model.script(call('write_file', { path: name, content: 'hello\n' }));
  const { runId } = await http.start('free-request', { request: `Write ${name}` });
  const { header } = await http.until(runId, 'awaiting_approval');
  await http.post(`/api/approvals/${header.approvalId}/decision`, { decision: 'reject' });
}

async function choosePage(page: Page, name: string) {
  await openPalette(page);
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

const decisions = (page: Page) => page.getByRole('searchbox', { name: 'Search decisions' });
const tab = (page: Page, name: string) => page.getByRole('radio', { name });

test('Back after Delete says that the conversation is gone, and Undo brings it back without an error', async ({
  page,
}) => {
  model.script('Done.');
  await ask(page, app.baseURL, 'Delete me and go back');
  const answer = page.getByText('Done.', { exact: true });
  await expect(answer).toBeVisible();
  const address = page.url();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenErrors: seen });
    new MutationObserver(() => {
      const error = document.querySelector('main [role="alert"]');
      if (error?.textContent) seen.push(error.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  const seenErrors = () => page.evaluate(() => Reflect.get(window, 'seenErrors'));
  const remove = async () => {
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/conversations$/);
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(address);
  await expect(answer).toBeVisible();
  expect(await seenErrors()).toEqual([]);

  await remove();
  expect(await seenErrors()).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('The conversation could not be loaded')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Delete me and go back' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(answer).toBeVisible();
  await expect(page.getByText('The conversation could not be loaded')).toHaveCount(0);
});

test('links to the two lists of Approvals work on that page, too', async ({ page }) => {
  await page.goto(`${app.baseURL}/approvals`);
  await expect(tab(page, 'Waiting')).toBeChecked();
  await choosePage(page, 'Decided approvals');
  await expect(tab(page, 'Decided')).toBeChecked();
  await expect(page).toHaveURL(/\/approvals\?tab=decided$/);
  await page.goBack();
  await expect(tab(page, 'Waiting')).toBeChecked();
  await page.getByText('Decided', { exact: true }).click();
  await expect(page).toHaveURL(/\/approvals\?tab=decided$/);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Approvals/ })
    .click();
  await expect(tab(page, 'Waiting')).toBeChecked();
  await expect(page).toHaveURL(/\/approvals$/);
  await page.goBack();
  await expect(tab(page, 'Decided')).toBeChecked();
});

test(
  'Back from a decision returns to the same search and filter, and so does a reload',
  tour,
  async ({ page }) => {
    await decide('first.txt');
    await decide('second.txt');
    await page.goto(`${app.baseURL}/approvals`);
    const list = page.getByRole('list', { name: 'Decided' });
    const isSamePlace = async () => {
      await expect(tab(page, 'Decided')).toBeChecked();
      await expect(decisions(page)).toHaveValue('second');
      await expect(page.getByRole('combobox', { name: 'Which decisions' })).toHaveValue('rejected');
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(list).toContainText('second.txt');
    };
    await page.getByText('Decided', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Which decisions' }).selectOption('Rejected');
    await decisions(page).fill('second');
    await isSamePlace();
    await list.getByRole('link').click();
    await expect(page).toHaveURL(/\/approvals\/apr_/);
    await page.goBack();
    await isSamePlace();
    await page.reload();
    await isSamePlace();
    // The address has one entry, however much the person typed.
    await page.goBack();
    await expect(page).not.toHaveURL(/approvals/);
  },
);

test('Back from a conversation returns to the same search', async ({ page }) => {
  for (const title of ['Kept by the search', 'Another one']) await http.post('/api/conversations', { title });
  await page.goto(`${app.baseURL}/conversations`);
  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.fill('kept by');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kept by the search' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('kept by');
  await expect(rows).toHaveCount(1);
});

for (const [what, address, field] of [
  ['decisions', '/approvals?tab=decided', 'Search decisions'],
  ['conversations', '/conversations', 'Search conversations'],
] as const) {
  test(`typing into the search of ${what} keeps each letter and the focus, and asks once`, async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto(`${app.baseURL}${address}`);
    const search = page.getByRole('searchbox', { name: field });
    await expect(search).toBeVisible();
    const asked: string[] = [];
    const loaded: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.searchParams.has('_rsc')) loaded.push(url.href);
      if (url.pathname.startsWith('/api/') && url.searchParams.has('search'))
        asked.push(url.searchParams.get('search') ?? '');
    });
    // A page from the server has no handlers at first. These requests end before the test types the words.
    await expect(async () => {
      await search.fill('a');
      await expect(page).toHaveURL(/search=a$/, { timeout: 500 });
    }).toPass();
    await expect.poll(() => asked).toEqual(['a']);
    await search.fill('');
    await expect(page).not.toHaveURL(/search/);
    asked.length = 0;
    loaded.length = 0;
    const words = 'no such words & “quotes” in here';
    // The test ends the pause after the last letter, however slow the machine is.
    await page.clock.pauseAt(Date.now() + 60_000);
    await search.pressSequentially(words);
    await expect(search).toBeFocused();
    await expect(search).toHaveValue(words);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(words);
    expect(asked).toEqual([]);
    await page.clock.resume();
    await expect.poll(() => asked).toEqual([words]);
    expect(loaded.filter((href) => href.includes('search='))).toEqual([]);
    await expect(search).toHaveValue(words);
  });
}
