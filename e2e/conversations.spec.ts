import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ask } from './support/pages';
import { call, looks } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

const longRun = `---
id: long-run
title: A long run
category: Tests
icon: wand
description: Many steps.
tools: [list_files]
limits:
  max_steps: 200
---
Look around.
`;

const { app, model, http } = openOwnApp(async () => {
  const workflows = await mkdtemp(path.join(tmpdir(), 'countersign-conversations-'));
  await writeFile(path.join(workflows, 'long-run.md'), longRun);
  const shortRun = longRun.replaceAll('long-run', 'short-run').replace('A long run', 'A short run');
  await writeFile(path.join(workflows, 'short-run.md'), shortRun.replace('max_steps: 200', 'max_steps: 8'));
  await writeFile(
    path.join(workflows, 'free-request.md'),
    await readFile('workflows/free-request.md', 'utf8'),
  );
  return { WORKFLOWS_DIR: workflows };
});

const belowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY);

async function chooseInMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('Enter that confirms a character of an input method sends nothing', async ({ page }) => {
  const { id } = (await http.post('/api/conversations', { title: 'Input method' })).json;
  await page.goto(`${app.baseURL}/conversations/${id}`);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('日本');
  const press = (how: { shiftKey?: boolean; isComposing?: boolean; keyCode?: number }) =>
    composer.evaluate((field, init) => {
      const key = { key: 'Enter', bubbles: true, cancelable: true, ...init };
      return field.dispatchEvent(new KeyboardEvent('keydown', key));
    }, how);
  // A key that no handler takes keeps its default: a line break, which a browser leaves out while it
  // composes.
  await expect(async () => expect(await press({ shiftKey: true })).toBe(true)).toPass();
  expect([await press({ isComposing: true }), await press({ keyCode: 229 })]).toEqual([true, true]);
  await expect(composer).toHaveValue('日本');
});

/** A page of ours may not read the clipboard, but a person may paste. */
async function expectCopied(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.focus();
  await page.keyboard.press('Control+v');
  await expect(composer).toHaveValue(text);
}

test.describe('the copy button of an answer', () => {
  const answer = '# Prices\n\nThey are **equal**:\n\n```ts\nconst price = 1;\n```';
  const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy the answer' });
  const isShown = (page: Page) =>
    copyButton(page).evaluate((button) => button.checkVisibility({ opacityProperty: true }));

  test(
    'copies its Markdown, and is quiet until the pointer or the focus is near',
    tour,
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-write'], { origin: app.baseURL });
      model.script(answer);
      await ask(page, app.baseURL, 'Compare the prices');
      await expect(copyButton(page)).toBeAttached();
      await page.mouse.move(0, 0);
      expect(await isShown(page)).toBe(false);
      await page.getByText('They are equal:').hover();
      expect(await isShown(page)).toBe(true);
      await page.mouse.move(0, 0);
      await copyButton(page).focus();
      expect(await isShown(page)).toBe(true);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeFocused();
      await expect(copyButton(page)).toBeFocused();
      await expectCopied(page, answer);
    },
  );

  test.describe('on a touch screen', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test('is always there', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-write'], { origin: app.baseURL });
      model.script(answer);
      await ask(page, app.baseURL, 'Compare the prices');
      await expect(copyButton(page)).toBeVisible();
      expect(await isShown(page)).toBe(true);
      await copyButton(page).tap();
      await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
      await expectCopied(page, answer);
    });
  });
});

test(
  'an unfinished message is there again after a reload; an emptied one leaves nothing',
  tour,
  async ({ page }) => {
    const { id } = (await http.post('/api/conversations', { title: 'Unfinished' })).json;
    const stored = () => page.evaluate((key) => sessionStorage.getItem(key), `countersign.draft.${id}`);
    const message = page.getByRole('textbox', { name: 'Message' });
    await page.goto(`${app.baseURL}/conversations/${id}`);
    await message.fill('Half a "sent');
    // Earlier versions stored the draft under the same name and in the same form.
    expect(await stored()).toBe(JSON.stringify('Half a "sent'));
    await page.reload();
    await expect(message).toHaveValue('Half a "sent');
    await message.fill('');
    expect(await stored()).toBeNull();
  },
);

test('a message that is sent again keeps its key, and other words get another one', async ({ page }) => {
  const { id } = (await http.post('/api/conversations', { title: 'Sent again' })).json;
  await page.goto(`${app.baseURL}/conversations/${id}`);
  const sent: { text: string; idempotencyKey: string }[] = [];
  await page.route('**/messages', async (route) => {
    sent.push(route.request().postDataJSON());
    const json = { error: { code: 'internal_error', message: `Refused ${sent.length}` } };
    await route.fulfill({ status: 500, json });
  });
  for (const [index, words] of ['Hello', 'Hello', 'Hello you', 'Hello'].entries()) {
    await page.getByRole('textbox', { name: 'Message' }).fill(words);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(`Refused ${index + 1}`)).toBeVisible();
  }
  expect(sent.map(({ text }) => text)).toEqual(['Hello', 'Hello', 'Hello you', 'Hello']);
  const [first, again, other, back] = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(again).toBe(first);
  expect(new Set([first, other, back]).size).toBe(3);
});

test('words typed while a message is being sent stay for the next one', async ({ page }) => {
  model.script('Fine.');
  const { id } = (await http.post('/api/conversations', { title: 'Typing on' })).json;
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/messages', async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.goto(`${app.baseURL}/conversations/${id}`);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('First');
  await page.getByRole('button', { name: 'Send' }).click();
  await message.fill('First and then more');
  letThrough();
  await expect(page.getByText('Fine.')).toBeVisible();
  await expect(message).toHaveValue('and then more');
});

test(
  'a printed conversation is the conversation, without what only a screen can use',
  tour,
  async ({ page }) => {
    const { id } = (await http.post('/api/conversations', { title: 'On paper ❤️' })).json;
    await page.goto(`${app.baseURL}/conversations/${id}`);
    await expect(page.getByRole('heading', { name: 'On paper ❤️' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'On paper ❤️' })).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await expect(page.getByRole('textbox').last()).toBeHidden();
    await page.goto(`${app.baseURL}/conversations`);
    await expect(page.getByText('On paper ❤️')).toBeVisible();
  },
);

test('the title of a conversation comes with the page, the rest when it is there', async ({ page }) => {
  const { id } = (await http.post('/api/conversations', { title: 'Budget <of> the "bakery"' })).json;
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(`**/api/conversations/${id}`, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.goto(`${app.baseURL}/conversations/${id}`);
  await expect(page.getByRole('heading', { name: 'Budget <of> the "bakery"' })).toBeVisible();
  await expect(page).toHaveTitle('Budget <of> the "bakery" · Countersign');
  await expect(page.getByText('Nothing here yet')).toBeHidden();
  letThrough();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Conversation menu' })).toBeVisible();
});

test('the page of a deleted conversation reveals nothing about it', async ({ page }) => {
  const { id } = (await http.post('/api/conversations', { title: 'Secret bakery' })).json;
  const contentOf = async (where: string) => (await page.request.get(`${app.baseURL}${where}`)).text();
  expect(await contentOf(`/conversations/${id}`)).toContain('Secret bakery');
  await http.remove(`/api/conversations/${id}`);
  expect(await contentOf(`/conversations/${id}`)).not.toContain('Secret bakery');
  await page.goto(`${app.baseURL}/conversations/no-such-id`);
  await expect(page.getByText('This conversation was deleted, is private, or never existed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Conversations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible();
  await page.goto(`${app.baseURL}/approvals/no-such-id`);
  await expect(page.getByText('This request was deleted, is private, or never existed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.getByRole('alert').getByRole('link', { name: 'Approvals' })).toBeVisible();
});

test('a conversation is renamed, found by its title or its words, and exported', tour, async ({ page }) => {
  model.script('Water the Märzenbecher.');
  await ask(page, app.baseURL, 'Look at the budget');
  await chooseInMenu(page, 'Rename');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  // The page selects the old title, so typing replaces it.
  await page.keyboard.type('Budget of the bakery');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'Budget of the bakery' })).toBeVisible();

  await page.getByRole('button', { name: 'Conversation menu' }).click();
  for (const [format, part] of [
    ['Markdown', '# Budget of the bakery'],
    ['JSON', '"title": "Budget of the bakery"'],
  ] as const) {
    const item = page.getByRole('menuitem', { name: `Export as ${format}` });
    const exported = await page.request.get(`${app.baseURL}${await item.getAttribute('href')}`);
    expect(exported.headers()['content-disposition']).toMatch(
      /^attachment; filename="Budget of the bakery \d{4}-\d\d-\d\d\.(md|json)"/,
    );
    expect(await exported.text()).toContain(part);
  }

  await page.goto(`${app.baseURL}/conversations`);
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('the bak');
  await expect(page.getByRole('link', { name: /Budget of the bakery/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('MÄRZEN');
  await expect(
    page.getByRole('link', { name: /Budget of the bakery.*Water the Märzenbecher/ }),
  ).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('zebra');
  await expect(page.getByText('No matches for “zebra”')).toBeVisible();
});

test('a deletion is undone with one press, and an old link says that it is gone', tour, async ({ page }) => {
  model.script('Done.');
  await ask(page, app.baseURL, `Delete me ${'and everything that was said '.repeat(8)}`);
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  const address = page.url();
  await chooseInMenu(page, 'Delete');
  await expect(page).toHaveURL(/\/conversations$/);
  await expect(page.getByRole('link', { name: /Delete me/ })).toHaveCount(0);
  expect((await page.request.get(address.replace('/conversations', '/api/conversations'))).status()).toBe(
    404,
  );

  const undo = page.getByRole('button', { name: 'Undo' });
  expect(await undo.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true);
  await undo.click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();

  await chooseInMenu(page, 'Delete');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.goto(address);
  await expect(page.getByText('The conversation could not be loaded')).toBeVisible();
});

test('the offer to undo stays while it has the focus, also when the pointer leaves it, and then leaves by itself', async ({
  page,
}) => {
  await page.clock.install();
  model.script('Done.');
  await ask(page, app.baseURL, 'Delete me soon');
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  await chooseInMenu(page, 'Delete');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await undo.hover();
  await page.mouse.move(0, 0);
  await page.clock.runFor('01:00');
  await expect(undo).toBeVisible();
  await undo.blur();
  await page.clock.runFor('01:00');
  await expect(undo).toHaveCount(0);
});

test('an undo that failed is not said of the next deletion', async ({ page }) => {
  model.script('Done.', 'Done.');
  for (const request of ['The first of two', 'The second of two']) {
    await ask(page, app.baseURL, request);
    await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  }
  await chooseInMenu(page, 'Delete');
  const bar = page.getByRole('region', { name: 'Deleted' });
  await expect(bar).toContainText('The second of two” was deleted.');
  await page.route('**/restore', (route) => route.abort());
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(bar).not.toContainText('was deleted');
  await page.getByRole('link', { name: /The first of two/ }).click();
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  await chooseInMenu(page, 'Delete');
  await expect(bar).toContainText('The first of two” was deleted.');
});

test('deleting a running conversation asks first, and stops the run', tour, async ({ page }) => {
  model.script(call('delete_file', { path: 'README.md' }));
  await ask(page, app.baseURL, 'Wait for me');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await chooseInMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop and delete' }).click();
  await expect(page).toHaveURL(/\/conversations$/);
  expect((await http.get('/api/approvals?status=pending')).json.pendingCount).toBe(0);
  expect((await http.get('/api/health')).json.activeRuns).toBe(0);
});

test('a long run folds its middle; the end stays in view and all of it can be opened', async ({ page }) => {
  const [firstLook = '', ...otherLooks] = looks(120);
  model.script({ hold: firstLook }, ...otherLooks, 'That is all.');
  const { runId, conversationId } = await http.start('long-run', {});
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  // The test waits here, because a run that ends before its page is there opens at its start.
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  model.release();
  await http.until(runId, 'completed');
  await expect(page.getByText('That is all.')).toBeInViewport();
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(3 + 1 + 77);
  await page.getByRole('button', { name: 'Show 40 more in between' }).click();
  await expect(steps).toHaveCount(120);
});

test('a thousand conversations are paged, and searched on the server', async ({ page }) => {
  test.setTimeout(120_000);
  for (let number = 0; number < 1_000; number += 25) {
    const titles = Array.from({ length: 25 }, (_, index) => `Kept number ${number + index}`);
    await Promise.all(titles.map((title) => http.post('/api/conversations', { title })));
  }
  await page.goto(`${app.baseURL}/conversations`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await page.route('**/api/conversations?cursor=*', (route) => route.abort());
  await page.getByRole('button', { name: 'Load more' }).click();
  const problem = page.getByText('More could not be loaded.');
  await expect(problem).toBeVisible({ timeout: 15_000 });
  await expect(rows).toHaveCount(50);
  await page.unroute('**/api/conversations?cursor=*');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(problem).toBeHidden();
  await expect(rows).toHaveCount(100);
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('Kept number 17');
  await expect(rows).toHaveCount(11);
  await expect(page.getByRole('link', { name: /^Kept number 17 / })).toBeVisible();
});

test('New opens the one empty conversation, and its first message names it', tour, async ({ page }) => {
  for (let times = 0; times < 2; times += 1) {
    await page.goto(`${app.baseURL}/conversations`);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect(page.getByPlaceholder('Describe what you need…')).toBeVisible();
  }
  const { conversations } = (await http.get('/api/conversations')).json;
  expect(conversations.filter(({ title }: { title: string }) => title === 'New conversation')).toHaveLength(
    1,
  );
  model.script('It is fine.');
  await page.getByLabel('Message').fill('Look at `budget.csv`\nand tell me');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It is fine.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Look at budget.csv' })).toBeVisible();
});

test('one’s own message comes into view, and Continue at the end is followed', async ({ page }) => {
  const long = `# A long answer\n\n${'One more paragraph.\n\n'.repeat(40)}`;
  for (let round = 0; round < 3; round += 1) {
    model.script(...looks(8));
    const { runId, conversationId } = await http.start('short-run', {});
    await http.until(runId, 'failed');
    await page.goto(`${app.baseURL}/conversations/${conversationId}`);
    const goOn = page.getByRole('button', { name: /^Continue/ });
    await goOn.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 10_000);
    model.script(...looks(2), `${long}The end of it.`);
    await goOn.click();
    await expect(page.getByText('The end of it.')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  }
  await page.mouse.wheel(0, -10_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  model.script(`${long}The second end.`);
  await page.getByLabel('Message').fill('Once more, please');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The second end.')).toBeInViewport();
});

test('a reader near the end comes to the end when the page becomes shorter', async ({ page }) => {
  const { id } = (await http.post('/api/conversations', { title: 'Becomes shorter' })).json;
  await page.goto(`${app.baseURL}/conversations/${id}`);
  for (const end of ['The first end.', 'The second end.']) {
    model.script(`# A long answer\n\n${'One more paragraph.\n\n'.repeat(40)}${end}`);
    await page.getByLabel('Message').fill('Please');
    await page.keyboard.press('Enter');
    await expect(page.getByText(end)).toBeInViewport();
    await expect(page.getByLabel('Message')).toBeEnabled();
  }
  await expect.poll(() => belowPx(page)).toBeLessThanOrEqual(1);
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -600);
  await expect.poll(() => belowPx(page)).toBeGreaterThan(500);
  await page.mouse.wheel(0, 540);
  await expect.poll(() => belowPx(page)).toBeLessThan(100);
  expect(await belowPx(page)).toBeGreaterThan(20);
  // The page gets shorter like this when an answer gets its final form. The browser alone would keep the
  // place.
  await page
    .getByText('One more paragraph.')
    .last()
    .evaluate((paragraph) => paragraph.remove());
  await expect.poll(() => belowPx(page), 'pixels below the window').toBeLessThanOrEqual(1);
});

test('a pinned workflow is at the top of the page, even after a reload', tour, async ({ page }) => {
  await page.goto(app.baseURL);
  await page.getByRole('region', { name: 'Tests' }).getByRole('button', { name: 'Pin A long run' }).click();
  const pinned = page.getByRole('region', { name: 'Pinned and recent' });
  await expect(pinned.getByRole('link', { name: /A long run/ })).toBeVisible();
  await page.reload();
  const unpin = pinned.getByRole('button', { name: 'Pin A long run', pressed: true });
  await unpin.click();
  await expect(unpin).toHaveCount(0);
});
