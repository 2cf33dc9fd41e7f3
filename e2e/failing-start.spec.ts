import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { startApp } from './support/app';
import { test, tour } from './support/test';

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-start-'));
  await writeFile(path.join(folder, 'file'), '');
});
test.afterEach(() => rm(folder, { recursive: true }));

/** Returns all output of a start with this setting. Throws when the start does not fail. */
async function failToStart(env: Record<string, string>): Promise<string> {
  const failure = await startApp(env).catch((error: Error) => error.message);
  if (typeof failure === 'string') return failure;
  await failure.dispose();
  throw new Error('The app started');
}

test('a folder that cannot be used is named with its variable, without a stack', tour, async () => {
  await symlink(path.join(folder, 'loop'), path.join(folder, 'loop'));
  for (const variable of ['DATA_DIR', 'WORKSPACE_DIR']) {
    for (const name of ['file', 'loop']) {
      const output = await failToStart({ [variable]: path.join(folder, name, 'inner') });
      expect(output).toContain(`Set ${variable} to a folder that this user may write to.`);
      expect(output).not.toMatch(/^\s+at |FATAL|"level":60/m);
    }
  }
});

test('a data folder in use says so in one sentence, without a stack', async () => {
  const first = await startApp();
  const output = await failToStart({ DATA_DIR: first.dataDir });
  await first.dispose();
  expect(output).toContain(`Another Countersign is running on the data folder ${first.dataDir} (process `);
  expect(output).not.toMatch(/^\s+at |FATAL|"level":60/m);
});

test('a port in use is named, with the command for another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const output = await failToStart({ PORT: String(port) });
  other.close();
  expect(output).toMatch(new RegExp(`Port ${port} .* PORT=\\d+ npm start`));
  expect(output).not.toMatch(/^\s+at /m);
});

test('a port that another Countersign has is named so, with the command for another one', async () => {
  const first = await startApp();
  const { port } = new URL(first.baseURL);
  const output = await failToStart({ PORT: port });
  await first.dispose();
  expect(output).toContain(`Port ${port} is in use by another Countersign, with another data folder.`);
  expect(output).toContain(`PORT=${Number(port) + 1} npm start`);
});

for (const victim of ['start', 'npm'] as const) {
  test(`kill -9 of the ${victim} process ends the server, and the next start takes its place`, async () => {
    const variables = { DATA_DIR: path.join(folder, 'data'), WORKSPACE_DIR: path.join(folder, 'files') };
    const [program, args] = victim === 'npm' ? ['npm', ['start']] : [process.execPath, ['scripts/start.mjs']];
    const started = spawn(program, args, {
      env: { ...process.env, ...variables, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const address = await new Promise<string>((resolve) => {
      let output = '';
      started.stdout.on('data', (chunk) => {
        output += String(chunk);
        const ready = /Open this address: (\S+)/.exec(output);
        if (ready?.[1]) resolve(ready[1]);
      });
    });
    started.kill('SIGKILL');
    await expect(async () => {
      await expect(fetch(address)).rejects.toThrow();
    }).toPass();
    const next = await startApp({ ...variables, PORT: new URL(address).port });
    await next.dispose();
  });
}
