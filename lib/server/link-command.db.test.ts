import '../logging/testing/quiet-log';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyHeader } from '../auth/door';
import { startApp } from './app';
import { noteListeningPort } from './listening-port';
import { maintain } from './maintain-command';

let folder: string;
let app: Awaited<ReturnType<typeof startApp>>;
let said: string[];

const environment = () => ({
  DATA_DIR: path.join(folder, 'data'),
  WORKSPACE_DIR: path.join(folder, 'files'),
  PORT: '3456',
});
const readToken = async () =>
  (await readFile(path.join(folder, 'data', 'owner.token'), 'utf8')).replace(/\n$/, '');

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-link-'));
  said = [];
  noteListeningPort(3456);
  app = await startApp({ environment: environment() });
  for (const [name, value] of Object.entries(environment())) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

const command = (...words: string[]) =>
  maintain(words, { say: (line) => said.push(line), complain: (line) => said.push(line) });
const askAs = (token: string) =>
  app.door.ask({ method: 'POST', target: '/x', headers: { authorization: `Bearer ${token}` } });

it('a link that is made beside the server lets one browser in, which then may change something', async () => {
  expect(await command('link')).toBe(0);
  const target = /^http:\/\/localhost:3456(\/\?code=[\w-]+)$/m.exec(said.join('\n'))?.[1] ?? '';
  const opened = await app.door.ask({ method: 'GET', target, headers: { 'user-agent': 'Firefox' } });
  if (opened.type !== 'redirect') throw new Error(`The link was answered with ${opened.type}`);
  const [cookie] = opened.cookie?.split(';', 1) ?? [];
  expect(opened.cookie).toMatch(/; HttpOnly; SameSite=Strict/);
  const key = /#key=(.+)$/.exec(opened.location)?.[1];
  const headers = { cookie, [keyHeader]: key, origin: 'http://localhost:3456' };
  expect(await app.door.ask({ method: 'POST', target: '/x', headers })).toMatchObject({ type: 'let_in' });
  expect(await app.door.ask({ method: 'GET', target, headers: {} })).toEqual({
    type: 'outside',
    why: 'used',
  });
});

it('the token’s file is for the owner alone, and a new token makes the old one useless at once', async () => {
  const old = await readToken();
  expect((await stat(path.join(folder, 'data', 'owner.token'))).mode & 0o777).toBe(0o600);
  expect(await askAs(old)).toMatchObject({ type: 'let_in' });
  expect(await command('link', '--new-token')).toBe(0);
  expect(await askAs(old)).toMatchObject({ type: 'outside' });
  const renewed = await readToken();
  expect(await askAs(renewed)).toMatchObject({ type: 'let_in' });
  const { items } = await app.services.audit.list({ kind: null, by: null, cursor: null, limit: 10 });
  expect(items).toMatchObject([{ kind: 'owner_token_changed' }]);
  expect(await command('link', '--new-token')).toBe(0);
  expect(await askAs(renewed)).toMatchObject({ type: 'outside' });
});

it('the token lasts across starts, and another key has another one', async () => {
  const old = await readToken();
  await app.shutDown();
  app = await startApp({ environment: environment() });
  expect(await readToken()).toBe(old);
  await app.shutDown();
  await writeFile(path.join(folder, 'data', 'secret.key'), 'damaged');
  app = await startApp({ environment: environment() });
  const renewed = await readToken();
  expect(renewed).not.toBe(old);
  expect(await askAs(renewed)).toMatchObject({ type: 'let_in' });
  expect(await askAs(old)).toMatchObject({ type: 'outside' });
});
