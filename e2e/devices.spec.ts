import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import type { App } from './support/app';
import { programClient } from './support/http-client';
import { openLink } from './support/let-in';
import { call } from './support/scripted-model';
import { localTour, openOwnApp, test } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, model } = openOwnApp();
/** The owner's script is no browser, so no list has it and nothing signs it out. */
const http = programClient(app, () => app.ownerHeaders().authorization);

const devices = (page: Page) => page.getByRole('region', { name: 'Devices' });
const rows = (page: Page) => devices(page).getByRole('list', { name: 'Browsers' }).getByRole('listitem');

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

test(
  'a link lets one more browser in, and signing it out ends its open page within seconds',
  localTour,
  async ({ page, browser }) => {
    await page.goto(`${app.baseURL}/settings`);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('This browser');
    await expect(devices(page)).toContainText('No other browser is signed in.');
    await devices(page).getByRole('button', { name: 'Make a link for another browser' }).click();
    const link = await devices(page).getByLabel('Link for another browser').inputValue();
    await expect(devices(page)).toContainText('It lets one browser in, once, and works for 10 min.');
    await expectNoViolations(page);

    model.script(call('write_file', { path: 'held.txt', content: 'held\n' }));
    const { runId, conversationId } = await http.start('free-request', { request: 'Write a file' });
    await http.until(runId, 'awaiting_approval');
    const context = await browser.newContext({ userAgent: firefox });
    const second = await context.newPage();
    await second.goto(link);
    await second.waitForURL(`${app.baseURL}/`);
    await second.goto(`${app.baseURL}/conversations/${conversationId}`);
    await expect(
      second.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }),
    ).toBeVisible();

    await page.reload();
    await devices(page).getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(second.getByRole('heading', { name: 'Open Countersign with a link' })).toBeVisible();
    await second.goto(link);
    await expect(second.getByRole('status')).toContainText('used');
    await context.close();
    await http.post(`/api/runs/${runId}/stop`);
    await page.goto(`${app.baseURL}/settings/audit?kind=browser_signed_out`);
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText(
      'You signed out the browser Firefox on Linux',
    );
  },
);

test('a person signs out all other browsers, and then this one after a warning', async ({ page }) => {
  await page.goto(`${app.baseURL}/settings`);
  for (let count = 0; count < 100; count += 1) await openLink(app);
  await page.reload();
  await expect(rows(page).first()).toContainText('This browser');
  const { length } = (await http.get('/api/sessions')).json.sessions;
  expect(length).toBeGreaterThan(100);
  await devices(page)
    .getByRole('button', { name: `Show all ${length} browsers` })
    .click();
  await expect(rows(page)).toHaveCount(length);
  await expectNoViolations(page);
  await devices(page).getByRole('button', { name: 'Sign out all others…' }).click();
  await expect(page.getByRole('dialog', { name: `Sign out ${length - 1} other browsers?` })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(rows(page)).toHaveCount(1);

  await devices(page).getByRole('button', { name: 'Sign out this browser' }).click();
  await expect(page.getByRole('dialog')).toContainText('npm run link');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(devices(page).getByRole('button', { name: 'Sign out this browser' })).toBeFocused();
  await devices(page).getByRole('button', { name: 'Sign out this browser' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Open Countersign with a link' })).toBeVisible();
});

test('an address with a false key, which any page can open, takes no key away', async ({ browser }) => {
  const { address } = (await http.post('/api/links')).json;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForURL(`${app.baseURL}/`);
  const keyOf = () => page.evaluate(() => localStorage.getItem('countersign-key'));
  const genuine = await keyOf();
  const makeLink = async () => {
    await page.goto(`${app.baseURL}/settings`);
    await devices(page).getByRole('button', { name: 'Make a link for another browser' }).click();
    await expect(devices(page).getByLabel('Link for another browser')).toBeVisible();
  };
  for (const letter of ['a', 'b']) {
    await page.goto('about:blank');
    // The browser keeps the cookie back, so the door page opens first.
    if (letter === 'a')
      await page.evaluate((url) => location.assign(url), `${app.baseURL}/#key=${letter.repeat(43)}`);
    else await page.goto(`${app.baseURL}/#key=${letter.repeat(43)}`);
    await page.waitForURL(`${app.baseURL}/`);
    expect(await keyOf()).toBe(letter.repeat(43));
    await makeLink();
    expect(await keyOf()).toBe(genuine);
  }
  await context.close();
});

test('a stream ends when its session is signed out, here or by another process, and the next request is refused', async () => {
  model.script(call('write_file', { path: 'held.txt', content: 'held\n' }));
  const { runId } = await http.start('free-request', { request: 'Write a file' });
  await http.until(runId, 'awaiting_approval');
  const ends = {
    here: async () => http.post('/api/sessions/sign-out-others'),
    elsewhere: async () => removeSessions(app),
  };
  for (const end of Object.values(ends)) {
    const { cookie } = await openLink(app);
    const headers = { cookie: cookie.split(';', 1)[0] ?? '' };
    const address = `${app.baseURL}/api/runs/${runId}/events`;
    const stream = await fetch(address, { headers });
    expect(stream.status).toBe(200);
    await end();
    // The text is complete only when the server has closed the stream.
    expect(await stream.text()).toContain('awaiting_approval');
    expect((await fetch(address, { headers })).status).toBe(401);
  }
  await http.post(`/api/runs/${runId}/stop`);
});

test('browsers of others are as missing as browsers that never were', async () => {
  const answers = await Promise.all(
    ['ses_nothing', `ses_${'0'.repeat(32)}`, 'usr_local'].map((id) => http.remove(`/api/sessions/${id}`)),
  );
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    answers.map(() => [404, answers[0]?.text]),
  );
});

/** Removes every session beside the server. */
function removeSessions({ dataDir }: Pick<App, 'dataDir'>): void {
  const database = new Sqlite(path.join(dataDir, 'countersign.db'), { timeout: 5_000 });
  database.exec('DELETE FROM "Session"');
  database.close();
}
