import { expect, type Page } from '@playwright/test';
import { httpClient } from './support/http-client';
import { approve, approveButton, dialogOf } from './support/pages';
import { addPeople, fetchAs, openPageOf, type Person } from './support/people';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, model } = openOwnApp(async () => ({ COUNTERSIGN_PROFILE: 'team' }));

const ann: Person = { name: 'Ann', role: 'operator' };
const pia: Person = { name: 'Pia', role: 'approver' };
const vic: Person = { name: 'Vic', role: 'viewer' };
test.beforeAll(() => addPeople(app, [ann, pia, vic]));

const clientOf = async (person: Person) => httpClient({ fetch: await fetchAs(app, person) });
const write = (name: string) => call('write_file', { path: name, content: 'hello\n' });

const menuOf = (page: Page) => page.getByRole('button', { name: 'Conversation menu' });

test('a viewer reads everything, is offered nothing else, and learns why', tour, async ({ browser }) => {
  const http = await clientOf(ann);
  model.script(write('viewed.txt'));
  const { runId, conversationId } = await http.start('free-request', { request: 'Write for all' });
  const { header } = await http.until(runId, 'awaiting_approval');
  const page = await openPageOf(browser, app, vic);

  await page.goto(app.baseURL);
  await expect(page.getByRole('heading', { name: 'What others are doing' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Waiting for others' })).toContainText('Write for all');
  await expect(page.getByRole('textbox', { name: 'What should be done?' })).toHaveCount(0);
  await expectNoViolations(page);

  await page.goto(`${app.baseURL}/workflows/free-request`);
  await expect(page.getByText('Your role can only read. An operator can start this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled();

  await page.goto(`${app.baseURL}/conversations`);
  await expect(page.getByRole('link', { name: /Write for all.*Ann/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New' })).toHaveCount(0);

  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  await expect(page.getByText('Started by Ann')).toBeVisible();
  await expect(page.getByText('An operator can reply here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await menuOf(page).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Export as Markdown', 'Export as JSON']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(dialogOf(page)).toContainText('Your role signs nothing. Ask an approver.');
  await expect(dialogOf(page).locator(approveButton)).toHaveCount(0);
  await expectNoViolations(page);

  await page.goto(`${app.baseURL}/approvals`);
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect(page.getByText('Waiting for others (1)')).toBeVisible();
  expect(await tooWide()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const tab = page.getByText('Waiting for others (1)');
  // It has room for one line here.
  expect((await tab.boundingBox())?.height).toBeLessThan(40);
  await page.setViewportSize({ width: 1280, height: 720 });
  expect((await tab.boundingBox())?.height).toBeLessThan(40);
  await tab.click();
  await page.getByRole('list', { name: 'Waiting for others' }).getByRole('button').click();
  await page.waitForURL(`${app.baseURL}/approvals/${header.approvalId}`);
  await expect(page.getByText('Your role signs nothing. Ask an approver.')).toBeVisible();

  await page.goto(`${app.baseURL}/settings`);
  await expect(page.getByRole('heading', { name: 'Browsers' })).toBeVisible();
  for (const name of ['Models', 'Prompts', 'Signing', 'Sample files', 'Audit log'])
    await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0);
  for (const name of ['audit', 'servers']) {
    await page.goto(`${app.baseURL}/settings/${name}`);
    await expect(page.getByRole('heading', { name: 'Only admins can see this' })).toBeVisible();
  }
  await page.context().close();
  expect((await http.post(`/api/runs/${runId}/stop`)).status).toBe(200);
});

test(
  'a private conversation is its owner’s alone, and an approver signs its request without reading it',
  tour,
  async ({ browser }) => {
    const http = await clientOf(ann);
    model.script(write('private.txt'), 'The file is there.');
    const { runId, conversationId } = await http.start('free-request', { request: 'Keep this secret' });
    const { header } = await http.until(runId, 'awaiting_approval');
    const [own, viewer, approver] = [
      await openPageOf(browser, app, ann),
      await openPageOf(browser, app, vic),
      await openPageOf(browser, app, pia),
    ];
    await viewer.goto(`${app.baseURL}/conversations/${conversationId}`);
    await expect(viewer.getByRole('heading', { level: 1 })).toContainText('Keep this secret');

    await own.goto(`${app.baseURL}/conversations/${conversationId}`);
    await expect(dialogOf(own)).toBeVisible();
    await own.keyboard.press('Escape');
    await expect(dialogOf(own)).toHaveCount(0);
    await menuOf(own).click();
    await own.getByRole('menuitem', { name: /^Make private/ }).click();
    await expect(own.getByText('Private: only you can read this.')).toBeVisible();
    await expectNoViolations(own);
    await own.goto(`${app.baseURL}/conversations`);
    await expect(own.getByRole('link', { name: /Private.*Keep this secret/ })).toBeVisible();

    await expect(
      viewer.getByText('This conversation was deleted, is private, or never existed.'),
    ).toBeVisible();
    await viewer.goto(`${app.baseURL}/conversations?search=secret`);
    await expect(viewer.getByText('No matches for “secret”')).toBeVisible();

    await approver.goto(`${app.baseURL}/approvals/${header.approvalId}`);
    await expect(approver.getByText('A private conversation')).toBeVisible();
    await expect(approver.getByText('Keep this secret')).toHaveCount(0);
    await expectNoViolations(approver);
    const button = approver.locator(approveButton);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await button.click();
    await http.until(runId, 'completed');
    await approver.goto(`${app.baseURL}/conversations/${conversationId}`);
    await expect(
      approver.getByText('This conversation was deleted, is private, or never existed.'),
    ).toBeVisible();

    await own.goto(`${app.baseURL}/conversations/${conversationId}`);
    await expect(own.getByText('The file is there.')).toBeVisible();
    await menuOf(own).click();
    await own.getByRole('menuitem', { name: /^Open to the team/ }).click();
    await expect(own.getByText('Private: only you can read this.')).toHaveCount(0);
    await viewer.goto(`${app.baseURL}/conversations/${conversationId}`);
    await expect(viewer.getByText('The file is there.')).toBeVisible();
    for (const page of [own, viewer, approver]) await page.context().close();
  },
);

test('an operator signs their own runs, and sees that others sign the rest', async ({ browser }) => {
  const http = await clientOf(pia);
  model.script(write('of-pia.txt'));
  const { runId, conversationId } = await http.start('free-request', { request: 'Pia’s file' });
  await http.until(runId, 'awaiting_approval');
  const page = await openPageOf(browser, app, ann);
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  await expect(page.getByRole('button', { name: 'Review' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Needs you' })).toHaveCount(0);

  model.script(write('of-ann.txt'), 'Done.');
  const own = await (await clientOf(ann)).start('free-request', { request: 'Ann’s file' });
  await page.goto(`${app.baseURL}/conversations/${own.conversationId}`);
  await approve(page);
  await expect(page.getByText('Done.')).toBeVisible();
  await page.goto(`${app.baseURL}/conversations`);
  await page.getByLabel('Started by me').check();
  await expect(page.getByRole('link', { name: /Ann’s file/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Pia’s file/ })).toHaveCount(0);
  await page.context().close();
  expect((await http.post(`/api/runs/${runId}/stop`)).status).toBe(200);
});

test(
  'who may not sign a call of their own run learns why, and sees it live when an approver has signed',
  tour,
  async ({ browser }) => {
    const http = await clientOf(ann);
    const write = call('write_file', { path: 'package.json', content: '{}\n' });
    model.script(write, 'The package is there.');
    const { runId, conversationId } = await http.start('free-request', { request: 'Make a package' });
    await http.until(runId, 'awaiting_approval');
    const [own, approver] = [await openPageOf(browser, app, ann), await openPageOf(browser, app, pia)];
    const address = `${app.baseURL}/conversations/${conversationId}`;
    await own.goto(address);
    await expect(own.getByTitle(/^Waits for others: Write/)).toBeVisible();
    await expect(own.getByText(/^The run waits for others\. The risk is high, and your role/)).toBeVisible();
    await expect(own.getByRole('textbox', { name: 'Message' })).toBeDisabled();
    await expect(own.getByRole('textbox', { name: 'Guidance for the model' })).toHaveCount(0);
    await expect(own.getByText('Needs you')).toHaveCount(0);
    // The request opens by itself only for those who may sign it.
    await expect(dialogOf(own)).toHaveCount(0);
    await expectNoViolations(own);

    await own.getByRole('button', { name: 'Review' }).click();
    await expect(dialogOf(own)).toContainText('Ask an approver.');
    await expect(dialogOf(own).getByRole('button', { name: 'Reject with guidance' })).toHaveCount(0);
    await own.keyboard.press('Escape');

    await approver.goto(address);
    await expect(approver.getByTitle(/^Needs you: Write/)).toBeVisible();
    await expect(dialogOf(approver)).toBeVisible();
    await approve(approver);
    await expect(own.getByText('The package is there.')).toBeVisible();
    await expect(own.getByRole('textbox', { name: 'Message' })).toBeEnabled();
    for (const page of [own, approver]) await page.context().close();
  },
);
