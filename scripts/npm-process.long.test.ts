import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRunning } from './lib/npm-process.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-npm-'));
  await mkdir(path.join(folder, 'scripts'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function startWith(variables: Record<string, string>, [command, ...words]: string[] = ['npm', 'start']) {
  const child = spawn(command ?? '', words, {
    cwd: folder,
    env: { ...process.env, npm_config_update_notifier: 'false', ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  /** This resolves when all processes that hold the output have ended. */
  const ended = new Promise((resolve) => child.once('close', resolve));
  return { child, ended, said: () => said };
}

/** Finds the start command below this npm, with or without a shell between them. */
function findStart(npm: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const processes = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(row)?.slice(1) ?? []);
  const ours = new Set([npm]);
  for (const [pid, parent] of processes) if (ours.has(Number(parent))) ours.add(Number(pid));
  const start = processes.find(([pid, , args]) => ours.has(Number(pid)) && args === 'node scripts/start.mjs');
  return Number(start?.[0]);
}

it('what a script runs ends with it', async () => {
  const { child, ended, said } = startWith({}, [
    process.execPath,
    ...['--input-type=module', '-e'],
    `import { run } from ${JSON.stringify(pathToFileURL(path.resolve('scripts/lib/command.mjs')))};
     process.once('SIGUSR2', () => process.exit(1));
     await run(process.execPath, ['-e', "console.log('runs'); setTimeout(() => {}, 600_000)"]);`,
  ]);
  while (!said().includes('runs')) await sleep(20);
  child.kill('SIGUSR2');
  await ended;
  expect(said()).toBe('runs\n');
});

describe('npm start, when kill -9 ends npm', () => {
  it('while it installs: the start command ends', async () => {
    for (const name of ['scripts', 'package.json', 'package-lock.json'])
      cpSync(name, path.join(folder, name), { recursive: true });
    // This registry never answers.
    const registry = createServer().listen(0, '127.0.0.1');
    const isAsked = new Promise((resolve) => registry.once('request', resolve));
    await new Promise((resolve) => registry.once('listening', resolve));
    const { child, ended, said } = startWith({
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
      npm_config_cache: path.join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    });
    await isAsked;
    expect(said()).toContain('Installing packages to build and run the app');
    const start = findStart(child.pid ?? 0);
    child.kill('SIGKILL');
    while (isRunning(start)) await sleep(50);
    // Before npm ends, it waits for the registry's answers and takes back what it has begun.
    registry.closeAllConnections();
    registry.close();
    await ended;
  });

  /** Writes a start command that watches npm from SIGUSR2 on, for as long as it takes to look twice. */
  async function writeLateStart(): Promise<void> {
    await writeFile(
      path.join(folder, 'package.json'),
      '{ "scripts": { "start": "node scripts/start.mjs" } }',
    );
    const watching = pathToFileURL(path.resolve('scripts/lib/npm-process.mjs'));
    await writeFile(
      path.join(folder, 'scripts', 'start.mjs'),
      `import { whenNpmIsGone } from ${JSON.stringify(watching)};
       const told = new Promise((resolve) => process.once('SIGUSR2', resolve));
       const awake = setInterval(() => {}, 60_000);
       console.log('pid', process.pid);
       await told;
       clearInterval(awake);
       let look = () => {};
       globalThis.setInterval = (check) => { look = check; return { unref() {} }; };
       globalThis.clearInterval = () => {};
       whenNpmIsGone(() => { console.log('has noticed'); process.exit(); });
       look();
       look();
       console.log('has gone on');`,
    );
  }

  async function goOn({ said }: { said: () => string }): Promise<void> {
    while (!said().includes('pid')) await sleep(20);
    process.kill(Number(/pid (\d+)/.exec(said())?.[1]), 'SIGUSR2');
  }

  const untilExit = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

  it('before the start command has begun: it ends', async () => {
    await writeLateStart();
    const started = startWith({});
    while (!started.said().includes('pid')) await sleep(20);
    started.child.kill('SIGKILL');
    await untilExit(started.child);
    await goOn(started);
    await started.ended;
    expect(started.said()).toMatch(/has noticed\n$/);
  });

  it('never: it goes on, also without npm', async () => {
    await writeLateStart();
    for (const words of [
      ['npm', 'start'],
      [process.execPath, 'scripts/start.mjs'],
    ]) {
      const started = startWith({}, words);
      await goOn(started);
      await started.ended;
      expect(started.said()).toMatch(/has gone on\n$/);
    }
  });
});
