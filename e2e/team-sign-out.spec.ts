import { type Browser, expect, type Page } from '@playwright/test';
import { keyHeader } from '@/lib/auth/door';
import { owner } from './support/let-in';
import { openOwnApp, test } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, http } = openOwnApp(async () => ({ COUNTERSIGN_PROFILE: 'team' }));

// The first request of this client makes the owner.
test.beforeEach(() => http.get('/api/account'));

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Opens a browser that nobody has let in. The fixture's own context is the owner's. */
async function openStranger(browser: Browser, viewport = desk): Promise<{ page: Page; errors: string[] }> {
  const page = await (await browser.newContext({ viewport })).newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The browser itself notes every refused request.
    if (message.type() === 'error' && !message.text().includes('status of 401')) errors.push(message.text());
  });
  return { page, errors };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(owner.email);
  await page.getByLabel(/^Password/).fill(owner.password);
  await page.keyboard.press('Enter');
}

const endedNote = (page: Page) => page.getByRole('note').filter({ hasText: 'You are signed out.' });

test('a person signs out in the rail, and only this browser is out', async ({ browser }) => {
  const { page, errors } = await openStranger(browser);
  await page.goto(`${app.baseURL}/usage`);
  await signIn(page);
  await expect(page).toHaveURL(`${app.baseURL}/usage`);
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.getByRole('link', { name: owner.name, exact: true })).toHaveAttribute(
    'href',
    '/settings#account',
  );
  await expectNoViolations(page);
  await page.goto(`${app.baseURL}/files`);
  await rail.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  // The next person comes to the first page, not to the one of the person before.
  await expect(page).toHaveURL(`${app.baseURL}/sign-in`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(endedNote(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('countersign-key'))).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(`${app.baseURL}/sign-in?to=%2Fusage`);
  expect((await http.get('/api/account')).status).toBe(200);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a person signs out on a phone, in the settings', async ({ browser }) => {
  const { page } = await openStranger(browser, phone);
  await page.goto(`${app.baseURL}/settings`);
  await signIn(page);
  await expect(page).toHaveURL(`${app.baseURL}/settings`);
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(`${app.baseURL}/sign-in`);
  await page.context().close();
});

test('a session that ended elsewhere leads to the sign-in page and back, and drafts stay', async ({
  browser,
}) => {
  const { page, errors } = await openStranger(browser);
  await page.goto(`${app.baseURL}/conversations?q=letter`);
  await signIn(page);
  await expect(page).toHaveURL(`${app.baseURL}/conversations?q=letter`);
  await page.evaluate(() => sessionStorage.setItem('countersign.draft.message', '"half a sentence"'));
  await http.post('/api/sessions/sign-out-others');
  // The open page notices it without a click.
  await expect(page).toHaveURL(`${app.baseURL}/sign-in?to=%2Fconversations%3Fq%3Dletter`);
  await expect(endedNote(page)).toBeVisible();
  await expectNoViolations(page);
  await signIn(page);
  await expect(page).toHaveURL(`${app.baseURL}/conversations?q=letter`);
  expect(await page.evaluate(() => sessionStorage.getItem('countersign.draft.message'))).toBe(
    '"half a sentence"',
  );
  // The sign-in page is for strangers.
  await page.goto(`${app.baseURL}/sign-in?to=%2Ffiles`);
  await expect(page).toHaveURL(`${app.baseURL}/files`);
  await page.goto(`${app.baseURL}/sign-in?to=%2F%2Fexample.com`);
  await expect(page).toHaveURL(`${app.baseURL}/`);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a person who signs out takes along what they typed, in every tab, and is asked first', async ({
  browser,
}) => {
  const { page, errors } = await openStranger(browser);
  await page.goto(`${app.baseURL}/workflows/free-request`);
  await signIn(page);
  const request = (tab: Page) => tab.getByRole('textbox', { name: /^What would you like done/ });
  await request(page).fill('only for my eyes');
  const other = await page.context().newPage();
  await other.goto(`${app.baseURL}/workflows/free-request`);
  await request(other).fill('for my eyes, too');
  const kept = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(() => kept(other)).toContain('for my eyes');

  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out of this browser?' });
  await expect(dialog).toContainText('You typed something that you have not sent.');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused();
  await expect(request(page)).toHaveValue('only for my eyes');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${app.baseURL}/sign-in`);
  await expect(other).toHaveURL(new RegExp(`^${app.baseURL}/sign-in`));
  await expect(endedNote(other)).toHaveCount(0);
  for (const tab of [page, other]) expect(await kept(tab)).not.toContain('my eyes');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('signing this browser out in the settings removes what was typed, too', async ({ browser }) => {
  const { page } = await openStranger(browser);
  await page.goto(`${app.baseURL}/settings`);
  await signIn(page);
  await page.evaluate(() => sessionStorage.setItem('countersign.draft.message', '"half a sentence"'));
  await page.getByRole('button', { name: 'Sign out this browser' }).click();
  await expect(page.getByRole('dialog')).toContainText('What you typed here but did not send is removed.');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${app.baseURL}/sign-in`);
  expect(await page.evaluate(() => sessionStorage.getItem('countersign.draft.message'))).toBeNull();
  await page.context().close();
});

test('the button for passkeys signs a person in', async ({ browser }) => {
  const { page, errors } = await openStranger(browser);
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(app.baseURL);
  await signIn(page);
  await expect(page).toHaveURL(`${app.baseURL}/`);
  await page.evaluate(async (name) => {
    const headers = {
      'content-type': 'application/json',
      [name]: localStorage.getItem('countersign-key') ?? '',
    };
    const post = async (path: string, body: object) =>
      (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const { code, options } = await post('/api/account/passkeys/options', {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    await post('/api/account/passkeys', { code, response: made.toJSON(), name: 'Test device' });
  }, keyHeader);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(`${app.baseURL}/`);
  await expect(page.getByRole('heading', { name: 'Workflows' }).first()).toBeVisible();
  expect(errors).toEqual([]);
  await page.context().close();
});

test.describe('before there is an owner', () => {
  const empty = openOwnApp(async () => ({ COUNTERSIGN_PROFILE: 'team' }));

  test('a wrong secret in the address leaves it, and the page asks for the right one', async ({
    browser,
  }) => {
    const { page } = await openStranger(browser);
    await page.goto(`${empty.app.baseURL}/setup#not-the-secret`);
    await expect(page).toHaveURL(`${empty.app.baseURL}/setup`);
    await expect(page.getByLabel(/^Setup secret/)).toHaveCount(0);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel(/^Password/).fill('twelve letters or more');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This setup secret is wrong.');
    await expect(page.getByLabel(/^Setup secret/)).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Ada');
    await page.context().close();
  });
});
