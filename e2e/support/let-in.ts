import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { createSecret, hashSecret } from '@/lib/auth/secret-text';
import { addLinkSqlite } from '@/lib/db/upkeep/link-sqlite';
import { localActor } from '@/lib/domain/actor';
import type { App } from './app';

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

/** Opens a link of the app as a browser does, and gives the context what a browser has afterwards. */
export async function letIn(context: BrowserContext, app: Pick<App, 'baseURL' | 'dataDir'>): Promise<void> {
  const { cookie, key } = await openLink(app);
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
  app: Pick<App, 'baseURL' | 'dataDir'>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await letIn(context, app);
  return context;
}

/** Makes a link beside the server, as `npm run link` does, and opens it. */
export async function openLink({
  baseURL,
  dataDir,
}: Pick<App, 'baseURL' | 'dataDir'>): Promise<{ cookie: string; key: string }> {
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
