import '../logging/testing/quiet-log';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { tables } from '../db/moving/table-keys';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { localActor } from '../domain/actor';
import { createConversation } from '../use-cases/conversations';
import { startApp } from './app';
import { maintain } from './maintain-command';

let server: TestServer;
let folder: string;
let said: string[];
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-move-'));
  said = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const places = (url = '') => ({
  DATA_DIR: path.join(folder, 'data'),
  WORKSPACE_DIR: path.join(folder, 'files'),
  DATABASE_URL: url,
});
async function move(from: string, ...words: string[]): Promise<number> {
  for (const [name, value] of Object.entries(places(from))) vi.stubEnv(name, value);
  const output = { say: (line: string) => said.push(line), complain: (line: string) => said.push(line) };
  return maintain(['move-database', ...words], output);
}

const writeServer = `
  import { Client } from 'pg';
  const client = new Client(process.env.TARGET);
  await client.connect();
  const now = "(clock_timestamp() AT TIME ZONE 'UTC')";
  await client.query(\`INSERT INTO "Server" ("id", "host", "processId", "version", "startedAt", "heartbeatAt", "isDraining", "activeRuns", "waitingRuns")
    VALUES ('starting', 'other-machine', 7, '0', \${now}, \${now}, false, 0, 0)\`);
  await client.end();
`;

it('moves everything to PostgreSQL and back, after which servers work on either', async () => {
  const first = await startApp({ environment: places() });
  const { id } = await createConversation(first.services, localActor, {});
  await first.services.conversations.rename(id as never, 'Plans', localActor);
  await first.shutDown();
  const file = new Sqlite(path.join(folder, 'data', 'countersign.db'));
  // An older build stored texts that PostgreSQL refuses.
  file.prepare('UPDATE "Conversation" SET "title" = ?').run('Plans\0 of Ann');
  file.close();

  const url = await server.createDatabase();
  expect(await move('', '--to', url), said.join('\n')).toBe(0);
  expect(said.join('\n')).toMatch(new RegExp(`Moved and compared \\d+ rows in ${tables.length} tables\\.`));
  expect(said.join('\n')).not.toContain('for-tests');
  const second = await startApp({ environment: places(url) });
  expect(await second.services.conversations.find(id as never)).toMatchObject({ title: 'Plans␀ of Ann' });
  await second.services.conversations.rename(id as never, 'Moved', localActor);
  await second.shutDown();

  const back = `file:${path.join(folder, 'back.db')}`;
  expect(await move(url, '--to', back), said.join('\n')).toBe(0);
  const third = await startApp({ environment: places(back) });
  expect(await third.services.conversations.find(id as never)).toMatchObject({ title: 'Moved' });
  await third.shutDown();
});

it('says in a sentence what cannot be done', async () => {
  const app = await startApp({ environment: places() });
  const url = await server.createDatabase();
  expect(await move('', '--to', url)).toBe(1);
  expect(said.pop()).toContain('Another Countersign');
  await createConversation(app.services, localActor, {});
  await app.shutDown();
  const other = await server.createDatabase();
  expect(await move('', '--to', other)).toBe(0);
  const changed = await startApp({ environment: places() });
  await createConversation(changed.services, localActor, {});
  await changed.shutDown();
  for (const [words, sentence] of [
    [[], 'Give the address of the new database'],
    [['--to'], 'Give the address of the new database'],
    [['--to', 'mysql://x'], 'The new address must be a SQLite file'],
    [['--to', 'postgresql://ann:secret@host'], 'The new address names no database'],
    [['--to', `file:${path.join(folder, 'data', 'countersign.db')}`], 'that of the present database'],
    [['--to', other], 'The database that you move to is in use'],
    [['--to', url.replace(/[^/]+$/, 'na%me')], 'has no database na%me'],
    [['--end'], 'there is nothing to end'],
    [['--to', url.replace('for-tests', 'wrong-one')], 'refuses the user postgres or the password'],
    [['--to', url.replace(/[^/]+$/, 'missing')], 'has no database missing'],
    [['--to', 'postgresql://ann:secret@127.0.0.1:1/x'], 'PostgreSQL cannot be reached at 127.0.0.1:1'],
  ] as const) {
    expect(await move('', ...words), sentence).toBe(1);
    expect(said.at(-1)).toContain(sentence);
    expect(said.at(-1)).not.toMatch(/secret|for-tests|wrong-one|\n {4}at /);
  }
});

it('that has ended says so when it is repeated', async () => {
  const app = await startApp({ environment: places() });
  await createConversation(app.services, localActor, {});
  await app.shutDown();
  const url = await server.createDatabase();
  expect(await move('', '--to', url), said.join('\n')).toBe(0);
  said = [];
  expect(await move('', '--to', url), said.join('\n')).toBe(0);
  expect(said[1]).toContain('has ended before');
  expect(said[2]).toMatch(/^Compared \d+ rows/);
  expect(said[3]).toContain('Set DATABASE_URL to the new address');
});

/** An older build left this when a database moved to itself. */
async function markOwnMove(url: string, source: string): Promise<void> {
  const { openDatabase } = await import('../db/open-database');
  const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
  const mark = { key: 'moving', valueJson: JSON.stringify({ movesFrom: source }) };
  await database.write(({ setting }) =>
    setting.create({ data: { ...mark, updatedById: 'usr_system', updatedAt: new Date() } }),
  );
  await database.close();
}

it('never moves a database to itself, however its address is written, and changes nothing', async () => {
  const url = await server.createDatabase();
  const file = path.join(folder, 'data', 'countersign.db');
  await symlink(path.join(folder, 'data'), path.join(folder, 'linked'));
  for (const [from, others] of [
    [
      url,
      [
        url.replace('postgresql:', 'postgres:'),
        url.replace('127.0.0.1', 'localhost'),
        `${url}?application_name=x`,
      ],
    ],
    ['', [`file:${path.join(folder, 'linked', 'countersign.db')}`]],
  ] as const) {
    const app = await startApp({ environment: places(from) });
    const { id } = await createConversation(app.services, localActor, {});
    await app.shutDown();
    for (const other of others) {
      expect(await move(from, '--to', other), other).toBe(1);
      expect(said.at(-1)).toContain('that of the present database, written differently');
    }
    await (await startApp({ environment: places(from) })).shutDown();
    const name = from
      ? `the PostgreSQL database ${new URL(url).pathname.slice(1)} at ${new URL(url).host}`
      : file;
    await markOwnMove(from || `file:${file}`, name);
    await expect(startApp({ environment: places(from) })).rejects.toThrow('npm run move-database -- --end');
    expect(await move(from, '--end'), said.join('\n')).toBe(0);
    const after = await startApp({ environment: places(from) });
    expect(await after.services.conversations.find(id as never)).not.toBeNull();
    await after.shutDown();
  }
});

it('waits until no server works on either database', async () => {
  const url = await server.createDatabase();
  const app = await startApp({ environment: places(url) });
  await vi.waitFor(async () => expect(await app.services.servers.list()).toHaveLength(1), 10_000);
  // Another folder stands for another machine.
  const elsewhere = { ...places(), DATA_DIR: path.join(folder, 'elsewhere') };
  for (const [from, to] of [
    [url, `file:${path.join(folder, 'new.db')}`],
    ['', url],
  ]) {
    for (const [name, value] of Object.entries({ ...elsewhere, DATABASE_URL: from })) vi.stubEnv(name, value);
    const output = { say: (line: string) => said.push(line), complain: (line: string) => said.push(line) };
    expect(await maintain(['move-database', '--to', to ?? ''], output)).toBe(1);
    expect(said.at(-1)).toMatch(/A server works on the database \(process \d+ on .+\)\. Stop it\./);
  }
  await app.shutDown();
  const onFile = await startApp({ environment: places() });
  const file = path.join(folder, 'data', 'countersign.db');
  for (const [name, value] of Object.entries({ ...elsewhere, DATABASE_URL: url })) vi.stubEnv(name, value);
  const output = { say: (line: string) => said.push(line), complain: (line: string) => said.push(line) };
  expect(await maintain(['move-database', '--to', `file:${file}`], output)).toBe(1);
  expect(said.at(-1)).toContain(`Another Countersign uses the database ${file} (process ${process.pid}`);
  await onFile.shutDown();
});

it('does not end while a server that was just starting works on the old database', async () => {
  const url = await server.createDatabase();
  await (await startApp({ environment: places(url) })).shutDown();
  for (const [name, value] of Object.entries({ ...places(url), DATA_DIR: path.join(folder, 'elsewhere') }))
    vi.stubEnv(name, value);
  // The move has looked for servers when it says this, and it waits for the row.
  const say = (line: string) => {
    said.push(line);
    if (line.startsWith('Moving'))
      execFileSync(process.execPath, ['--input-type=module', '--eval', writeServer], {
        env: { ...process.env, TARGET: url },
      });
  };
  const target = `file:${path.join(folder, 'new.db')}`;
  const words = ['move-database', '--to', target];
  expect(await maintain(words, { say, complain: (line) => said.push(line) })).toBe(1);
  expect(said.at(-1)).toContain('A server works on the database (process 7 on other-machine). Stop it.');
  await expect(startApp({ environment: places(target) })).rejects.toThrow('has not ended');
});

it('that did not end keeps servers from starting on the target', async () => {
  const app = await startApp({ environment: places() });
  await app.services.conversations.create('A title', 'main', localActor);
  await app.shutDown();
  const url = await server.createDatabase();
  await (await startApp({ environment: places(url) })).shutDown();
  const { Client } = await import('pg');
  const client = new Client(url);
  await client.connect();
  const mark = JSON.stringify({ movesFrom: path.join(folder, 'data', 'countersign.db') });
  await client.query(
    `INSERT INTO "Setting" ("key", "valueJson", "updatedById", "updatedAt") VALUES ('moving', $1, 'usr_system', now())`,
    [mark],
  );
  await client.end();
  await expect(startApp({ environment: places(url) })).rejects.toThrow(
    'A move into this database has not ended.',
  );
  expect(await move('', '--to', url), said.join('\n')).toBe(0);
  await (await startApp({ environment: places(url) })).shutDown();
});
