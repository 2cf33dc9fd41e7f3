import '../logging/testing/quiet-log';
import { execFile } from 'node:child_process';
import { link, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, startApp } from './app';

let folder: string;
const apps: App[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-one-'));
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

const settings = (name: string, database?: string) => ({
  DATA_DIR: path.join(folder, name),
  WORKSPACE_DIR: path.join(folder, 'files'),
  ...(database ? { DATABASE_URL: `file:${path.join(folder, database)}` } : {}),
});

const start = async (name: string, database?: string) => {
  apps.push(await startApp({ environment: settings(name, database) }));
};

/** Starts another process that needs the database for itself. */
const repair = (name: string, database: string) =>
  new Promise<string>((resolve) => {
    const words = ['--import', 'tsx', 'scripts/maintain.ts', 'doctor', '--repair'];
    execFile(
      process.execPath,
      words,
      { env: { ...process.env, ...settings(name, database) } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });

describe('one database', () => {
  it('has one server, whatever data folder another one has and whatever the file is called there', async () => {
    await start('a');
    await mkdir(path.join(folder, 'elsewhere'));
    await symlink(path.join(folder, 'a', 'countersign.db'), path.join(folder, 'elsewhere', 'linked.db'));
    const inUse =
      /Another Countersign uses the database .*\.db \(process \d+.* or set DATABASE_URL to another file/;
    await expect(start('b', 'a/countersign.db')).rejects.toThrow(inUse);
    await expect(start('b', 'elsewhere/linked.db')).rejects.toThrow(inUse);
    expect(await repair('c', 'elsewhere/linked.db')).toMatch(inUse);
  }, 60_000);

  it('with a second name is refused, by either name, until it has one again', async () => {
    await start('a', 'shared/one.db');
    await apps.pop()?.shutDown();
    const second = path.join(folder, 'shared', 'two.db');
    await link(path.join(folder, 'shared', 'one.db'), second);
    const hasNames = /The database .* has 2 names \(hard links\)[\s\S]*find \/ -xdev -samefile/;
    await expect(start('a', 'shared/one.db')).rejects.toThrow(hasNames);
    await expect(start('b', 'shared/two.db')).rejects.toThrow(hasNames);
    expect(await repair('c', 'shared/two.db')).toMatch(hasNames);
    await rm(second);
    await start('a', 'shared/one.db');
  }, 60_000);

  it('of another name has its own lock: two of them in one folder serve two servers', async () => {
    await start('a', 'shared/one.db');
    await expect(start('b', 'shared/one.db')).rejects.toThrow('Another Countersign uses the database');
    await start('b', 'shared/two.db');
    expect(apps).toHaveLength(2);
  });

  it('can be taken by another server when the first one has ended', async () => {
    await start('a', 'shared/one.db');
    await apps.pop()?.shutDown();
    await start('b', 'shared/one.db');
    expect(apps).toHaveLength(1);
  });
});
