import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { owner } from './support/let-in';
import { openOwnApp, test } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, http } = openOwnApp(async () => ({ COUNTERSIGN_PROFILE: 'team' }));

/** Opens a browser that nobody has let in. The fixture's own context is the owner's. */
async function openStranger(browser: Browser, size = { width: 1280, height: 800 }): Promise<Page> {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  page.on('pageerror', (error) => expect(error).toBeNull());
  return page;
}
async function invite(email: string, role = 'operator'): Promise<string> {
  const { json } = await http.post('/api/people/invitations', { email, role });
  return json.address;
}
const changeRows = (statement: string) => {
  const database = new Sqlite(path.join(app.dataDir, 'countersign.db'));
  database.exec(statement);
  database.close();
};

test('a stranger signs in and comes to the page that was asked for', async ({ browser }) => {
  await http.get('/api/account');
  const page = await openStranger(browser);
  await page.goto(`${app.baseURL}/conversations?q=letter`);
  await expect(page).toHaveURL(`${app.baseURL}/sign-in?to=%2Fconversations%3Fq%3Dletter`);
  await expect(page).toHaveTitle('Sign in · Countersign');
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your e-mail address.')).toBeVisible();
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await page.getByLabel('E-mail address').fill('OWNER@example.com');
  await page.locator('input[name="password"]').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'The e-mail address or the password is wrong.',
  );
  await expect(page.getByLabel('E-mail address')).toHaveValue('OWNER@example.com');
  await page.locator('input[name="password"]').fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${app.baseURL}/conversations?q=letter`);
  await expect(page.getByRole('heading', { name: 'Conversations', level: 1 })).toBeVisible();
  await page.context().close();
});

test('an invitation makes an account, once, and then says that it was used', async ({ browser }) => {
  const email = `ben.${'with.a.long.name.'.repeat(6)}of@example.com`;
  const address = await invite(email, 'approver');
  const page = await openStranger(browser, { width: 390, height: 844 });
  await page.goto(address);
  await expect(page.getByText('Your role here: Approver.')).toBeVisible();
  const given = page.getByText(email);
  await expect(given).toBeVisible();
  // All of it is shown, on as many lines as it needs.
  expect(await given.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(email);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Join and sign in' }).click();
  await expect(page.getByText('Enter a name, on one line, that tells you from others.')).toBeVisible();
  await expect(page.getByText('Use at least 12 characters.')).toBeVisible();
  await page.getByLabel('Your name').fill('Ben');
  await page.locator('input[name="password"]').fill('twelve letters or more');
  await page.getByRole('button', { name: 'Join and sign in' }).click();
  await expect(page).toHaveURL(`${app.baseURL}/`);
  await expect(page.getByRole('heading', { name: 'Workflows' }).first()).toBeVisible();

  const late = await openStranger(browser);
  await late.goto(address);
  await expect(late.getByRole('heading', { name: 'This invitation is closed' })).toBeVisible();
  await expect(late.getByText('This invitation has been used.')).toBeVisible();
  await expectNoViolations(late);
  await late.goto(`${app.baseURL}/invitation`);
  await expect(late.getByText('The address of an invitation ends with a code.')).toBeVisible();
  await page.context().close();
  await late.context().close();
});

test('an invitation that ended, and one that nobody made, say so', async ({ browser }) => {
  const address = await invite('late@example.com');
  changeRows(`UPDATE OneTimeCode SET expiresAt = 0 WHERE kind = 'invitation' AND usedAt IS NULL`);
  const page = await openStranger(browser);
  await page.goto(address);
  await expect(page.getByText('This invitation has expired. Ask an admin for a new one.')).toBeVisible();
  await page.goto(`${app.baseURL}/reset#unknown`);
  await expect(page.getByRole('heading', { name: 'This link is closed' })).toBeVisible();
  await page.context().close();
});

test('a link gives an account a new password', async ({ browser }) => {
  const { json } = await http.get('/api/people');
  const me = json.people.find(({ isYou }: { isYou: boolean }) => isYou);
  const made = await http.post(`/api/people/${me.id}/reset`);
  const page = await openStranger(browser);
  await page.goto(made.json.address);
  await expect(page.getByText(`For ${owner.name}.`)).toBeVisible();
  await expectNoViolations(page);
  await page.locator('input[name="password"]').fill(owner.password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page).toHaveURL(`${app.baseURL}/`);
  // Everybody else of this account is out, and comes back by the same password.
  expect((await http.get('/api/account')).status).toBe(401);
  await page.context().close();
});

test.describe('before there is an owner', () => {
  // No test here uses the fixture's own browser, which would come in as the owner.
  const empty = openOwnApp(async () => ({ COUNTERSIGN_PROFILE: 'team' }));

  test('the first owner is made with the secret of the data folder', async ({ browser }) => {
    const { baseURL, dataDir } = empty.app;
    const page = await openStranger(browser, { width: 390, height: 844 });
    await page.goto(`${baseURL}/files`);
    await expect(page).toHaveURL(`${baseURL}/setup`);
    await expect(page.locator('input[name="secret"]')).toBeFocused();
    await page.locator('input[name="secret"]').fill('a guess');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.locator('input[name="password"]').fill('twelve letters or more');
    await page.getByRole('button', { name: 'Make the owner and sign in' }).click();
    await expect(page.locator('form').getByRole('alert')).toContainText('This setup secret is wrong.');
    await expect(page.getByLabel('Your name')).toHaveValue('Ada');
    await expectNoViolations(page);
    const secret = readFileSync(path.join(dataDir, 'setup.secret'), 'utf8').trim();
    await page.locator('input[name="secret"]').fill(secret);
    await page.getByRole('button', { name: 'Make the owner and sign in' }).click();
    await expect(page).toHaveURL(`${baseURL}/`);

    const late = await openStranger(browser);
    await late.goto(`${baseURL}/setup#${secret}`);
    await expect(late).toHaveURL(/\/sign-in/);
    await page.context().close();
    await late.context().close();
  });
});
