import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { startOpenIdServer, testClient } from '@/lib/accounts/testing/open-id-server';
import { keyHeader } from '@/lib/auth/door';
import { type App, createApp } from './support/app';
import { httpClient } from './support/http-client';
import { owner } from './support/let-in';
import { test } from './support/test';

let app: App;
let provider: Awaited<ReturnType<typeof startOpenIdServer>>;
test.beforeAll(async () => {
  const port = await findFreePort();
  const redirectUri = `http://localhost:${port}/api/door/provider/callback`;
  // For a browser, this is another site than localhost.
  provider = await startOpenIdServer(redirectUri, {}, '127.0.0.1');
  app = createApp(async () => ({
    COUNTERSIGN_PROFILE: 'team',
    PORT: String(port),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: testClient.clientId,
    OIDC_CLIENT_SECRET: testClient.clientSecret,
    OIDC_NAME: 'Example',
  }));
  await app.start();
});
test.afterAll(async () => {
  await app.dispose();
  await provider.stop();
});

/** The app leads the provider back to its address, so the provider has to know its port before it starts. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const me = async (page: Page) => {
  const response = await page.request.get(`${app.baseURL}/api/account`);
  return response.ok() ? ((await response.json()) as { email: string }).email : response.status();
};

test('a person signs in at the provider’s site and comes back to the page that they wanted', async ({
  browser,
  context: _ownerIsIn,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  provider.state.visitor = { sub: 'owner', email: owner.email, email_verified: true };
  await page.goto(`${app.baseURL.replace('localhost', '127.0.0.1')}/api/door/provider?to=/usage`);
  await page.waitForURL((url) => url.origin === app.baseURL && url.pathname === '/usage');
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
  expect(await me(page)).toBe(owner.email);
  await page.waitForURL((url) => url.hash === '');
  // The key of this browser came along, so it may change something.
  const key = await page.evaluate(() => localStorage.getItem('countersign-key') ?? '');
  const headers = { [keyHeader]: key, origin: app.baseURL };
  const renamed = await page.request.patch(`${app.baseURL}/api/account`, {
    headers,
    data: { name: 'Ada' },
  });
  expect(renamed.status()).toBe(200);
  await context.close();
});

test('somebody whom nobody has invited reads so, and stays outside', async ({
  browser,
  context: _ownerIsIn,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const [email_verified, words] of [
    [true, 'Nobody has invited the e-mail address that Example has for you.'],
    [false, 'Example has not checked your e-mail address.'],
  ] as const) {
    provider.state.visitor = { sub: `eve ${email_verified}`, email: 'eve@example.com', email_verified };
    await page.goto(`${app.baseURL}/api/door/provider?to=/usage`);
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await expect(page.getByText(words)).toBeVisible();
    expect(await me(page)).toBe(401);
    await context.clearCookies();
  }
  await context.close();
});

test('an invitation goes to the provider without its code, which a log on the way could keep', async ({
  browser,
  context: _ownerIsIn,
}) => {
  const { json } = await httpClient(app).post('/api/people/invitations', {
    email: 'grace@example.com',
    role: 'viewer',
  });
  const outside = await browser.newContext();
  const page = await outside.newPage();
  await page.goto(json.address);
  const link = page.getByRole('link', { name: 'Continue with Example' });
  await expect(link).toHaveAttribute('href', /[?&]invitation=[\da-f]{64}$/);
  provider.state.visitor = { sub: 'eve', email: 'eve@example.com', email_verified: true };
  await link.click();
  await page.waitForURL((url) => url.search === '?problem=other_invitation');
  await outside.close();
});

test('a browser’s own passkey is added and signs in, with the headers that pages have', async ({
  browser,
  context,
}) => {
  const inside = await context.newPage();
  const tools = await context.newCDPSession(inside);
  await tools.send('WebAuthn.enable');
  const device = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', { options: device });
  await inside.goto(`${app.baseURL}/usage`);
  const added = await inside.evaluate(async (name) => {
    const headers = {
      'content-type': 'application/json',
      [name]: localStorage.getItem('countersign-key') ?? '',
    };
    const post = async (path: string, body: object) =>
      (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const { code, options } = await post('/api/account/passkeys/options', {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return post('/api/account/passkeys', { code, response: made.toJSON(), name: 'Test device' });
  }, keyHeader);
  expect(added.passkeys).toEqual([expect.objectContaining({ name: 'Test device', lastUsedAt: null })]);
  const { credentials } = await tools.send('WebAuthn.getCredentials', { authenticatorId });

  const outside = await browser.newContext();
  const page = await outside.newPage();
  const otherTools = await outside.newCDPSession(page);
  await otherTools.send('WebAuthn.enable');
  const other = await otherTools.send('WebAuthn.addVirtualAuthenticator', { options: device });
  for (const credential of credentials)
    await otherTools.send('WebAuthn.addCredential', { authenticatorId: other.authenticatorId, credential });
  await page.goto(`${app.baseURL}/sign-in`);
  const letIn = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const post = async (path: string, body: object) =>
      (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const { code, options } = await post('/api/door/passkey/options', {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const answer = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return post('/api/door/passkey', { code, response: answer.toJSON() });
  });
  expect(letIn).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await me(page)).toBe(owner.email);
  await outside.close();
});
