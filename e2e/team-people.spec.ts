import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openContextAs, owner, postToDoor, signIn } from './support/let-in';
import { approve, ask, dialogOf, press } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, http, model } = openOwnApp(async () => ({ COUNTERSIGN_PROFILE: 'team' }));

const password = 'another password for tests';
const people = (page: Page) => page.getByRole('region', { name: 'People' });
const account = (page: Page) => page.getByRole('region', { name: 'My account' });
const row = (page: Page, name: string) =>
  people(page)
    .getByRole('list', { name: 'People' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const settings = (page: Page) => page.goto(`${app.baseURL}/settings`);
const codeOf = (address: string) => new URL(address).hash.slice(1);
const statusFor = async (page: Page, path: string) =>
  (await page.request.get(`${app.baseURL}${path}`)).status();

/** Invites a person and accepts, without a page. Returns what their browser has then. */
async function join(name: string, role: string, email = `${name.toLowerCase()}@example.com`) {
  const { json } = await http.post('/api/people/invitations', { email, role });
  const came = await postToDoor(app, 'invitation/accept', { code: codeOf(json.address), name, password });
  if (!came) throw new Error(`${name} was not let in`);
  return { came, email };
}

async function act(page: Page, name: string, item: string) {
  await row(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
  // A menu that closes is still there for a moment, outside of every landmark.
  await expect(page.getByRole('menu')).toHaveCount(0);
}

async function expectSignedOut(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(`${app.baseURL}/usage`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await page.close();
}

test(
  'an admin invites a person, whose role counts at once and who is out when removed',
  tour,
  async ({ page, browser }) => {
    await settings(page);
    await expect(people(page)).toContainText('You are the only one so far.');
    await people(page).getByRole('button', { name: 'Invite someone' }).click();
    const address = people(page).getByLabel('E-mail address');
    await address.fill('ada');
    await people(page).getByRole('button', { name: 'Make the invitation' }).click();
    await expect(address).toBeFocused();
    await expect(people(page)).toContainText('Enter an address such as ada@example.com.');
    await expectNoViolations(page);
    await address.fill('ada@example.com');
    await people(page).getByRole('radio', { name: 'Operator' }).check();
    await people(page).getByRole('button', { name: 'Make the invitation' }).click();
    const link = await people(page).getByLabel('Invitation link for ada@example.com').inputValue();
    expect(link).toMatch(new RegExp(`^${app.baseURL}/invitation#[\\w-]{43}$`));
    const open = people(page).getByRole('list', { name: 'Open invitations' });
    await expect(open).toContainText('ada@example.com');
    await expect(open).toContainText('Operator · Invited by You');
    await expectNoViolations(page);

    const came = await postToDoor(app, 'invitation/accept', { code: codeOf(link), name: 'Ada', password });
    expect(came).not.toBeNull();
    const context = await openContextAs(browser, app, came ?? { cookie: '', key: '' });
    const ada = await context.newPage();
    await settings(ada);
    await expect(account(ada)).toContainText('You sign in as ada@example.com.');
    await expect(account(ada)).toContainText('Operator: Starts runs');
    await expect(people(ada)).toHaveCount(0);
    await expect(ada.getByRole('button', { name: 'Make a link for another browser' })).toHaveCount(0);

    await page.reload();
    await expect(row(page, 'Ada')).toContainText('ada@example.com');
    await expect(open).toHaveCount(0);
    const role = row(page, 'Ada').getByLabel('Role of Ada');
    await role.selectOption('Admin');
    await expect(row(page, 'Ada')).toContainText('Admin: Does what an approver does');
    expect(await statusFor(ada, '/api/people')).toBe(403);
    await expectNoViolations(page);
    await row(page, 'Ada').getByRole('button', { name: 'Save the role' }).click();
    await expect(row(page, 'Ada').getByRole('button', { name: 'Save the role' })).toHaveCount(0);
    await expect(role).toHaveValue('admin');
    await expect(role).toBeFocused();
    // Her open page learns of it by itself.
    await expect(account(ada)).toContainText('Admin: Does what an approver does');
    await expect(people(ada)).toBeVisible();
    await expect(ada.getByRole('button', { name: 'Make a link for another browser' })).toHaveCount(0);
    expect(await statusFor(ada, '/api/people')).toBe(200);

    await act(page, 'Ada', 'Remove…');
    const dialog = page.getByRole('dialog', { name: 'Remove Ada?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(row(page, 'Ada')).toHaveCount(0);
    await expect(people(page)).toBeFocused();
    expect(await statusFor(ada, '/api/account')).toBe(401);
    await expectSignedOut(context);
    expect(await postToDoor(app, 'sign-in', { email: 'ada@example.com', password })).toBeNull();
    await context.close();
    await page.goto(`${app.baseURL}/settings/audit`);
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText('Ada');
  },
);

test('two people see each other’s decisions without a reload, and who is removed sees nothing from then on', async ({
  page,
  browser,
}) => {
  const { came } = await join('Margaret', 'approver');
  const context = await openContextAs(browser, app, came);
  const margaret = await context.newPage();
  const write = (name: string) => call('write_file', { path: name, content: 'hello\n' });

  // She starts a run, and the owner signs it.
  model.script(write('of-margaret.txt'), 'Your file is there.');
  await ask(margaret, app.baseURL, 'Write my file');
  await expect(dialogOf(margaret)).toBeVisible();
  await page.goto(margaret.url());
  await expect(dialogOf(page)).toBeVisible();
  await approve(page);
  await expect(margaret.getByText('Your file is there.')).toBeVisible();
  await expect(dialogOf(margaret)).toContainText('This was decided elsewhere while you had it open.');
  await margaret.keyboard.press('Escape');
  await expect(margaret.getByRole('link', { name: /Signed/ })).toBeVisible();

  // The owner starts a run, and she rejects it.
  model.script(write('of-owner.txt'));
  await ask(page, app.baseURL, 'Write the owner’s file');
  await expect(dialogOf(page)).toBeVisible();
  await margaret.goto(page.url());
  await expect(dialogOf(margaret)).toBeVisible();
  await press(margaret, 'Reject');
  await dialogOf(margaret).getByLabel('Why? (optional)').fill('not this one');
  await dialogOf(margaret).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(dialogOf(page)).toContainText('not this one');
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();

  // Her page is open while a run works. Removing her ends its stream, and the page goes to the door.
  model.script({ hold: 'Working on it' });
  const { conversationId } = await http.start('free-request', { request: 'Go on working' });
  await margaret.goto(`${app.baseURL}/conversations/${conversationId}`);
  await expect(margaret.getByText('Working on it')).toBeVisible();
  await settings(page);
  await act(page, 'Margaret', 'Remove…');
  await page
    .getByRole('dialog', { name: 'Remove Margaret?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect(row(page, 'Margaret')).toHaveCount(0);
  await margaret.waitForURL(`${app.baseURL}/sign-in**`);
  await expect(margaret.getByText('Working on it')).toHaveCount(0);
  model.release();
  await context.close();
});

test('the only admin stays one', async ({ page }) => {
  await settings(page);
  const own = row(page, owner.name);
  await own.getByLabel(`Role of ${owner.name}`).selectOption('Viewer');
  await expect(own).toContainText('This is your own role.');
  await own.getByRole('button', { name: 'Save the role' }).click();
  await expect(own.getByRole('alert')).toContainText('This is the only admin.');
  await own.getByRole('button', { name: 'Cancel' }).click();
  await expect(own.getByLabel(`Role of ${owner.name}`)).toHaveValue('admin');
  await expect(own.getByLabel(`Role of ${owner.name}`)).toBeFocused();
  await expect(own.getByRole('button', { name: `More for ${owner.name}` })).toHaveCount(0);
});

test('an admin who gives up the role sees no people from then on', async ({ page, browser }) => {
  const { came } = await join('Grace', 'admin');
  const context = await openContextAs(browser, app, came);
  const grace = await context.newPage();
  const writing = await context.newPage();
  const { json } = await http.post('/api/conversations', { title: 'A plan' });
  await writing.goto(`${app.baseURL}/conversations/${json.id}`);
  await writing.getByRole('textbox', { name: 'Message' }).fill('half a thought');
  await settings(grace);
  await row(grace, 'Grace').getByLabel('Role of Grace').selectOption('Viewer');
  await expect(row(grace, 'Grace')).toContainText('Your private runs are stopped');
  await row(grace, 'Grace').getByRole('button', { name: 'Save the role' }).click();
  await expect(account(grace)).toContainText('Viewer: Reads');
  await expect(grace.getByRole('region', { name: 'Models' })).toHaveCount(0);
  await expect(people(grace)).toHaveCount(0);
  // What was typed before is not lost, although no message can be sent.
  await expect(writing.getByText('Your role can only read. An operator can reply here.')).toBeVisible();
  await expect(writing.getByText('You had written: “half a thought”')).toBeVisible();
  await context.close();
  await settings(page);
  await expect(row(page, 'Grace').getByLabel('Role of Grace')).toHaveValue('viewer');
});

test('a withdrawn invitation lets nobody in', async ({ page }) => {
  const { json } = await http.post('/api/people/invitations', { email: 'eve@example.com', role: 'admin' });
  await settings(page);
  await people(page).getByRole('button', { name: 'Withdraw the invitation for eve@example.com' }).click();
  await expect(people(page).getByRole('list', { name: 'Open invitations' })).toHaveCount(0);
  await expect(people(page)).toBeFocused();
  const body = { code: codeOf(json.address), name: 'Eve', password };
  expect(await postToDoor(app, 'invitation/accept', body)).toBeNull();
});

test('a reset link gives a person a new password, and signing out everywhere ends their browsers', async ({
  page,
  browser,
}) => {
  const { came, email } = await join('Alan', 'approver');
  const context = await openContextAs(browser, app, came);
  await settings(page);
  await act(page, 'Alan', 'Sign out everywhere…');
  await page
    .getByRole('dialog', { name: 'Sign out Alan everywhere?' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(row(page, 'Alan')).toContainText('Not signed in');
  await expectSignedOut(context);
  await act(page, 'Alan', 'Make a reset link');
  const link = await row(page, 'Alan').getByLabel('Reset link for Alan').inputValue();
  await expectNoViolations(page);
  await row(page, 'Alan').getByRole('button', { name: 'Hide the link' }).click();
  await expect(row(page, 'Alan').getByLabel('Reset link for Alan')).toHaveCount(0);
  await expect(row(page, 'Alan')).toBeFocused();
  const next = 'a password that Alan chose';
  expect(await postToDoor(app, 'reset/accept', { code: codeOf(link), password: next })).not.toBeNull();
  expect(await postToDoor(app, 'sign-in', { email, password })).toBeNull();
  expect(await postToDoor(app, 'sign-in', { email, password: next })).not.toBeNull();
  await context.close();
});

test('a person changes their name and their password, which signs out their other browsers', async ({
  page,
  browser,
}) => {
  const { came, email } = await join('Barbara', 'operator');
  const here = await openContextAs(browser, app, came);
  const there = await openContextAs(browser, app, await signIn(app, { email, password }));
  const inside = await here.newPage();
  await settings(inside);
  await account(inside).getByLabel('Name', { exact: true }).fill('Barbara L.');
  await account(inside).getByRole('button', { name: 'Save the name' }).click();
  await expect(account(inside).getByRole('button', { name: 'Save the name' })).toHaveCount(0);
  await expect(account(inside).getByLabel('Name', { exact: true })).toBeFocused();
  await settings(page);
  await expect(row(page, 'Barbara L.')).toBeVisible();

  const devices = inside.getByRole('list', { name: 'Browsers' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await account(inside).getByRole('button', { name: 'Change your password' }).click();
  const next = 'a password that is new';
  await account(inside)
    .getByRole('textbox', { name: /Current password/ })
    .fill('wrong');
  await account(inside)
    .getByRole('textbox', { name: /New password/ })
    .fill('short');
  await account(inside).getByRole('button', { name: 'Save the password' }).click();
  await expect(account(inside)).toContainText('Use 12 characters or more.');
  await account(inside)
    .getByRole('textbox', { name: /New password/ })
    .fill(next);
  await account(inside).getByRole('button', { name: 'Save the password' }).click();
  await expect(account(inside)).toContainText('The current password is wrong.');
  await expectNoViolations(inside);
  await account(inside)
    .getByRole('textbox', { name: /Current password/ })
    .fill(password);
  await account(inside).getByRole('button', { name: 'Save the password' }).click();
  await expect(account(inside).getByRole('button', { name: 'Change your password' })).toBeFocused();
  await expect(devices).toHaveCount(1);
  await expectSignedOut(there);
  expect(await statusFor(inside, '/api/account')).toBe(200);
  expect(await postToDoor(app, 'sign-in', { email, password })).toBeNull();
  expect(await postToDoor(app, 'sign-in', { email, password: next })).not.toBeNull();
  await here.close();
  await there.close();
});

test('a person adds a passkey under a name, and removes it', async ({ browser }) => {
  const { came } = await join('Edsger', 'viewer');
  const context = await openContextAs(browser, app, came);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
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
  await settings(page);
  const add = async (name: string) => {
    await account(page).getByRole('button', { name: 'Add a passkey' }).click();
    await account(page).getByLabel('Name of the passkey').fill(name);
    await account(page).getByRole('button', { name: 'Add the passkey' }).click();
  };
  await add('My phone');
  const passkeys = account(page).getByRole('list', { name: 'Passkeys' });
  await expect(passkeys).toContainText('My phone');
  await expect(passkeys).toContainText('Never used');
  await add('My phone again');
  await expect(account(page)).toContainText('This device already has a passkey for you.');
  await expectNoViolations(page);
  await account(page).getByRole('button', { name: 'Cancel' }).click();
  await account(page).getByRole('button', { name: 'Remove the passkey My phone' }).click();
  await page
    .getByRole('dialog', { name: 'Remove My phone?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect(passkeys).toHaveCount(0);
  await context.close();
});

test('many people are searched, and long names fit a phone', async ({ page, browser }) => {
  const long = 'Hieronymus'.repeat(6);
  const { came } = await join(long, 'operator', `${'long'.repeat(14)}@${'a'.repeat(60)}.example`);
  for (let count = 1; count <= 10; count += 1)
    await join(`Worker ${count}`, 'operator', `w${count}@a.example`);
  await http.post('/api/people/invitations', {
    email: `${'x'.repeat(60)}@${'y'.repeat(60)}.example`,
    role: 'viewer',
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await settings(page);
  const rows = people(page).getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(people(page).getByRole('button', { name: /^Show all \d+ people$/ })).toBeVisible();
  await people(page).getByLabel('Search people').fill('HIERONYMUS');
  await expect(rows).toHaveCount(1);
  await row(page, long).getByLabel(`Role of ${long}`).selectOption('Approver');
  await act(page, long, 'Make a reset link');
  await expect(row(page, long).getByLabel(`Reset link for ${long}`)).toBeVisible();
  const wide = (shown: Page) => shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wide(page)).toBeLessThanOrEqual(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page);
  }
  await people(page).getByLabel('Search people').fill('nobody here');
  await expect(people(page)).toContainText('No name or address has “nobody here”.');

  // The person of the long name reaches every button, too.
  const context = await openContextAs(browser, app, came, { viewport: { width: 320, height: 640 } });
  const own = await context.newPage();
  await settings(own);
  await expect(own.getByRole('button', { name: 'Sign out', exact: true })).toBeInViewport({ ratio: 1 });
  expect(await wide(own)).toBeLessThanOrEqual(0);
  model.script('Done.');
  await ask(own, app.baseURL, 'Write');
  await expect(own.getByText('Done ·').first()).toBeVisible();
  expect(await wide(own)).toBeLessThanOrEqual(0);
  await context.close();
});

test('a link that nothing can show again stays while the list is searched and other people are invited', async ({
  page,
}) => {
  for (let count = 1; count <= 11; count += 1)
    await join(`Zoe ${count}`, 'viewer', `zoe${count}@example.com`);
  await settings(page);
  const search = people(page).getByRole('searchbox', { name: 'Search people' });
  await search.fill('zoe11@');
  await act(page, 'Zoe 11', 'Make a reset link');
  const link = row(page, 'Zoe 11').getByLabel('Reset link for Zoe 11');
  const address = await link.inputValue();
  await search.fill('zoe10@');
  await expect(row(page, 'Zoe 10')).toBeVisible();
  await expect(link).toHaveValue(address);
  await search.fill('');
  await expect(link).toHaveValue(address);
  await row(page, 'Zoe 11').getByRole('button', { name: 'Hide the link' }).click();
  await expect(row(page, 'Zoe 11')).toHaveCount(0);

  await people(page).getByRole('button', { name: 'Invite someone' }).click();
  await people(page).getByLabel('E-mail address').fill('first@example.com');
  await page.keyboard.press('Enter');
  const invitation = people(page).getByLabel('Invitation link for first@example.com');
  await expect(invitation).toBeVisible();
  await people(page).getByRole('button', { name: 'Invite someone else' }).click();
  await people(page).getByLabel('E-mail address').fill('no address');
  await page.keyboard.press('Enter');
  await expect(people(page)).toContainText('Enter an address such as');
  await expect(invitation).toBeVisible();
});
