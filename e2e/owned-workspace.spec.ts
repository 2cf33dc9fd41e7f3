import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { cookieName } from '@/lib/auth/session-cookie';
import type { App } from './support/app';
import { placeIn } from './support/let-in';
import { type ScriptedModelServer, startScriptedModel } from './support/scripted-model';
import { type Cluster, openCluster } from './support/servers/cluster';
import { test } from './support/test';

/** Of two servers behind one address, only the first one, alpha, has the folder of the books. */

test.describe.configure({ mode: 'serial' });

let model: ScriptedModelServer;
let cluster: Cluster;
let folder: string;
const inBooks = (...names: string[]) => path.join(folder, 'books', ...names);

test.beforeAll(async () => {
  model = await startScriptedModel();
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-owned-'));
  for (const name of ['main', 'books', 'books/notes']) await mkdir(path.join(folder, name));
  await writeFile(inBooks('list.txt'), 'one book\n');
  await writeFile(
    path.join(folder, 'workspaces.yaml'),
    `- { id: main, name: Everyday, folder: main }\n- { id: books, name: Books, folder: books, server: alpha }\n`,
  );
  const port = await findFreePort();
  cluster = await openCluster(2, async (index) => ({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'scripted',
    WORKSPACES_FILE: path.join(folder, 'workspaces.yaml'),
    SERVER_NAME: index === 0 ? 'alpha' : 'beta',
    ...(index === 0 ? { PORT: port, SERVER_ADDRESS: `http://127.0.0.1:${port}` } : {}),
    // What alpha counts for a client, beta has counted before.
    MAX_READS_PER_ADDRESS: '400',
  }));
});
test.afterAll(async () => {
  await cluster.close();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});
test.afterEach(() => model.expectUsedUp());

/** Opens a link at one of the servers, as a browser does. */
async function comeIn(app: App | undefined) {
  const link = new URL((await cluster.any.post('/api/links')).json.address);
  const opened = await fetch(`${app?.baseURL}${link.pathname}${link.search}`, { redirect: 'manual' });
  const key = /#key=([\w-]+)$/.exec(opened.headers.get('location') ?? '')?.[1] ?? '';
  return { cookie: opened.headers.get('set-cookie') ?? '', key };
}

async function findFreePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

test('another server lists, opens and hands out the files, whole and in part', async () => {
  const beta = cluster.at(1);
  const { status, json } = await beta.get('/api/files?path=&workspace=books');
  expect([status, json.entries.map((entry: { path: string }) => entry.path)]).toEqual([
    200,
    ['notes', 'list.txt'],
  ]);
  expect((await beta.get('/api/files?path=list.txt&workspace=books')).text).toContain('one book');
  const raw = '/api/files/raw?path=list.txt&workspace=books';
  const [, other] = cluster.apps;
  const headers = { ...cluster.ownerHeaders(), range: 'bytes=4-7' };
  const part = await fetch(`${other?.baseURL}${raw}`, { headers });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 4-7/9',
    'book',
  ]);
  expect(part.headers.getSetCookie()).toEqual([]);
  expect((await beta.get('/api/files?path=nothing.txt&workspace=books')).status).toBe(404);
});

test('another server plans fixed steps and takes the consent', async () => {
  const beta = cluster.at(1);
  const parameters = { title: 'Plan', text: 'Text', date: '2026-11-29', folder: 'notes' };
  const plan = (await beta.post('/api/workflows/new-note/plan', { parameters, workspaceId: 'books' })).json;
  const { runId } = await beta.start('new-note', parameters, {
    consent: plan.planHash,
    workspaceId: 'books',
  });
  await beta.until(runId, 'completed');
  expect(await readFile(inBooks('notes', '2026-11-29 Plan.md'), 'utf8')).toContain('# Plan');
});

test('a page lists and opens the files, whichever server it comes from', async ({ browser }) => {
  const context = await browser.newContext();
  await placeIn(context, { baseURL: cluster.publicUrl }, await comeIn(cluster.apps[1]));
  const page = await context.newPage();
  for (let visit = 0; visit < 4; visit += 1) {
    await page.goto(`${cluster.publicUrl}/files?workspace=books`);
    await page.getByRole('main').getByRole('link', { name: 'list.txt' }).click();
    await expect(page.getByText('one book')).toBeVisible();
  }
  await context.close();
});

test('a browser changes files by the one address only with the key of its page', async () => {
  const [, beta] = cluster.apps;
  if (!beta) throw new Error('There is no second server');
  const { cookie, key } = await comeIn(beta);
  expect(cookie).toContain(cookieName(Number(new URL(cluster.publicUrl).port)));
  const send = (headers: Record<string, string>) =>
    fetch(`${beta.baseURL}/api/workflows/new-note/plan`, {
      method: 'POST',
      body: JSON.stringify({
        parameters: { title: 'B', text: 'C', date: '2026-11-29', folder: 'notes' },
        workspaceId: 'books',
      }),
      headers: {
        cookie: cookie.split(';', 1)[0] ?? '',
        origin: cluster.publicUrl,
        'content-type': 'application/json',
        ...headers,
      },
    });
  expect((await send({})).status).toBe(403);
  expect((await send({ 'x-countersign-key': key })).status).toBe(200);
  // Who only says that they are a server is nobody else for it.
  const forged = await fetch(`${cluster.apps[0]?.baseURL}/api/files?path=&workspace=books`, {
    headers: { 'x-countersign-server': 'guessed' },
  });
  expect(forged.status).toBe(401);
});

test('the files count where the client asked, and not again for the server that passed it on', async () => {
  const [alpha, beta] = [cluster.at(0), cluster.at(1)];
  const statuses = new Set<number>();
  for (let count = 0; count < 260; count += 1)
    statuses.add((await beta.get('/api/files?path=&workspace=books')).status);
  expect([...statuses]).toEqual([200]);
  expect((await alpha.get('/api/files?path=&workspace=books')).status).toBe(200);
});

test('while its owner is gone, each server says so in a sentence', async () => {
  await cluster.apps[0]?.stop();
  const { status, json } = await cluster.at(1).get('/api/files?path=&workspace=books');
  expect([status, json.error]).toEqual([
    409,
    {
      code: 'workspace_unavailable',
      message: 'These files are on the server “alpha”, which is not running. Try again when it is there.',
    },
  ]);
});
