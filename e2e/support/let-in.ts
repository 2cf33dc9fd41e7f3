import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { createSecret, hashSecret } from '@/lib/auth/secret-text';
import { addLinkSqlite } from '@/lib/db/upkeep/link-sqlite';
import { localActor } from '@/lib/domain/actor';
import type { App } from './app';

export type Entered = Pick<App, 'baseURL' | 'dataDir' | 'profile'>;
type Came = { cookie: string; key: string };

/** Every app that runs lets in every context that is open, whichever comes first. */
export const runningApps = new Set<App>();
export const openContexts = new Set<BrowserContext>();

const insideOf = new WeakMap<BrowserContext, Set<App>>();

/** Lets the context in, unless it has been: a session lasts when the app starts again. */
export async function letInto(context: BrowserContext, app: App): Promise<void> {
  const inside = insideOf.get(context) ?? new Set();
  insideOf.set(context, inside);
  if (inside.has(app)) return;
  inside.add(app);
  await letIn(context, app);
}

/** Comes in as a browser does, and gives the context what a browser has afterwards. */
export async function letIn(context: BrowserContext, app: Entered): Promise<void> {
  await placeIn(context, app, await comeIn(app));
}

/** Gives the context the cookie and the key of somebody who came in. */
export async function placeIn(
  context: BrowserContext,
  app: Pick<App, 'baseURL'>,
  { cookie, key }: Came,
): Promise<void> {
  const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
  await context.addCookies([{ name, value, url: app.baseURL, httpOnly: true, sameSite: 'Strict' }]);
  await context.addInitScript(
    ([origin = '', pageKey = '']) => {
      if (location.origin === origin) localStorage.setItem('countersign-key', pageKey);
    },
    [app.baseURL, key],
  );
}

/** Opens a context that the app lets in, beside the one of the test. */
export async function openContext(
  browser: Browser,
  app: Entered,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await letIn(context, app);
  return context;
}

/** Opens a context in which somebody else came in. */
export async function openContextAs(
  browser: Browser,
  app: Entered,
  came: Came,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await placeIn(context, app, came);
  return context;
}

/** Makes a link beside the server, as `npm run link` does, and opens it. */
export async function openLink({ baseURL, dataDir }: Pick<App, 'baseURL' | 'dataDir'>): Promise<Came> {
  const code = createSecret();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 600_000);
  const file = path.join(dataDir, 'countersign.db');
  addLinkSqlite(file, { codeHash: hashSecret(code), actorId: localActor.id, createdAt, expiresAt });
  const response = await fetch(`${baseURL}/?code=${code}`, { redirect: 'manual' });
  const cookie = response.headers.get('set-cookie') ?? '';
  const key = /#key=([\w-]+)$/.exec(response.headers.get('location') ?? '')?.[1] ?? '';
  if (response.status !== 303 || key === '') throw new Error(`The link was answered with ${response.status}`);
  return { cookie, key };
}

/** The first owner of a team has the name that the one person of the local profile has. */
export const owner = { name: 'You', email: 'owner@example.com', password: 'a password for tests' };

/** Comes in as the owner. */
export const comeIn = (app: Entered): Promise<Came> =>
  app.profile === 'team' ? signInAsOwner(app) : openLink(app);

/** Makes the first owner of a team, or signs in when there is one. */
async function signInAsOwner(app: Entered): Promise<Came> {
  const { email, password } = owner;
  const secret = await readFile(path.join(app.dataDir, 'setup.secret'), 'utf8').catch(() => null);
  const made = secret && (await postToDoor(app, 'setup', { secret: secret.trim(), ...owner }));
  return made || signIn(app, { email, password });
}

/** Signs in with a password, as the page does. Throws when the server refuses. */
export async function signIn(
  app: Pick<App, 'baseURL'>,
  account: { email: string; password: string },
): Promise<Came> {
  const came = await postToDoor(app, 'sign-in', account);
  if (came === null) throw new Error(`${account.email} was not let in`);
  return came;
}

/** Sends a form of the door (`/api/door/…`). Returns null when it lets nobody in. */
export async function postToDoor(
  { baseURL }: Pick<App, 'baseURL'>,
  route: string,
  body: object,
): Promise<Came | null> {
  const response = await fetch(`${baseURL}/api/door/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseURL },
    body: JSON.stringify(body),
  });
  if (!response.ok) return null;
  const { key } = (await response.json()) as { key: string };
  return { key, cookie: response.headers.get('set-cookie') ?? '' };
}
