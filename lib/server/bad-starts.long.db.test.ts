import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Between, openRewriter, openTransactionPooler } from '../db/testing/between-postgresql';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { maintain } from './maintain-command';

/** These tests start the server's process with a PostgreSQL database that it cannot use. */

const script = path.resolve('lib/server/testing/start-on-request.ts');
const mayTakeMs = 90_000;

let server: TestServer;
let folder: string;
let url: string;
let between: (Between | { close(): unknown })[];
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-bad-start-'));
  url = await server.createDatabase();
  between = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of between) await one.close();
  await rm(folder, { recursive: true, force: true });
});

type Variables = Record<string, string>;
type Ended = { code: number; output: string; errors: string };

function start(variables: Variables): Promise<Ended> {
  const places = { DATA_DIR: path.join(folder, 'data'), WORKSPACE_DIR: path.join(folder, 'files') };
  const env = { ...process.env, ...places, PORT: '0', ...variables };
  return new Promise((resolve) =>
    execFile(process.execPath, ['--import', 'tsx', script], { env }, (error, output, errors) =>
      resolve({ code: Number(error ? error.code : 0), output, errors }),
    ),
  );
}

async function through(open: (port: number) => Promise<Between>): Promise<Variables> {
  const middle = await open(server.port);
  between.push(middle);
  return { DATABASE_URL: url.replace(`:${server.port}/`, `:${middle.port}/`) };
}

async function query(sql: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return String(Object.values(rows[0] ?? {})[0]);
}

/** Starts the server with a new secret, and returns the name of the file with it. */
async function startOnce(): Promise<string> {
  const file = path.join(folder, 'secret');
  await writeFile(file, randomBytes(32).toString('hex'));
  const { code, output, errors } = await start({ DATABASE_URL: url, COUNTERSIGN_SECRET_FILE: file });
  expect([code, output], errors).toEqual([0, expect.stringContaining('started')]);
  return file;
}

/** Starts a program that closes each connection, and returns its port. */
async function listenAndClose(): Promise<number> {
  const program = createServer((socket) => void socket.destroy());
  between.push({ close: () => program.close() });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  return (program.address() as { port: number }).port;
}

const at = (address: string) => async () => ({ DATABASE_URL: address });
const kinds =
  'DATABASE_URL must be a SQLite file, written as file:/path/to/countersign.db, or a PostgreSQL database, written as postgresql://user:password@host/name';
const unreachable = (place: string, code: string) =>
  `PostgreSQL cannot be reached at ${place} (${code}). Check that it runs and that DATABASE_URL has its address.`;

/** Each has the variables of a start, and what a person reads. Words in capitals stand for those of the test. */
const badStarts: [name: string, prepare: () => Promise<Variables>, sentence: string][] = [
  ['another scheme', at('mysql://ann:for-tests@host/name'), kinds],
  [
    'no database',
    at('postgresql://ann:for-tests@host'),
    'DATABASE_URL names no database. Write its name after the host, as in postgresql://host/countersign',
  ],
  [
    'names that have a bare percent sign',
    at('postgresql://a%nn:100%for-tests@127.0.0.1:1/na%me'),
    unreachable('127.0.0.1:1', 'ECONNREFUSED'),
  ],
  [
    'a server that does not run',
    at('postgresql://ann:for-tests@127.0.0.1:1/name'),
    unreachable('127.0.0.1:1', 'ECONNREFUSED'),
  ],
  [
    'a host that does not exist',
    at('postgresql://ann:for-tests@nowhere.invalid/name'),
    unreachable('nowhere.invalid:5432', 'ENOTFOUND'),
  ],
  [
    'a program that closes each connection',
    async () => ({ DATABASE_URL: `postgresql://ann:for-tests@127.0.0.1:${await listenAndClose()}/name` }),
    'PostgreSQL cannot be reached at 127.0.0.1:PORT',
  ],
  [
    'a wrong password',
    async () => ({ DATABASE_URL: url.replace(':for-tests@', ':wrong-for-tests@') }),
    'PostgreSQL at 127.0.0.1:PORT refuses the user postgres or the password. Correct them in DATABASE_URL.',
  ],
  [
    'no password',
    async () => ({ DATABASE_URL: url.replace(':for-tests@', '@') }),
    'PostgreSQL at 127.0.0.1:PORT asks for the password of the user postgres, and DATABASE_URL has none. Write it there, as in postgresql://user:password@host/name.',
  ],
  [
    'a password that has a bare slash after digits',
    at('postgresql://ann:2024/for-tests@127.0.0.1/name'),
    'DATABASE_URL has an @ after a /, a ? or a #: write these characters as %2F, %3F and %23 in a password or a user name, and an @ as %40',
  ],
  [
    'a database that does not exist',
    async () => ({ DATABASE_URL: url.replace(/[^/]+$/, 'missing') }),
    'PostgreSQL at 127.0.0.1:PORT has no database missing. Create it, or correct its name in DATABASE_URL.',
  ],
  [
    'a certificate file that is missing',
    async () => ({ DATABASE_URL: `${url}?sslrootcert=${path.join(folder, 'missing.crt')}` }),
    'The file FOLDER/missing.crt, which DATABASE_URL names, cannot be read (ENOENT). Correct its name or its rights.',
  ],
  [
    'a server without TLS, which is asked for',
    async () => ({ DATABASE_URL: `${url}?sslmode=require` }),
    'PostgreSQL at 127.0.0.1:PORT and DATABASE_URL disagree about TLS (The server does not support SSL connections). Correct sslmode in DATABASE_URL.',
  ],
  [
    'a server older than 14',
    async () => {
      const real = await query('SHOW server_version_num');
      return through((port) => openRewriter(port, real, '130022'));
    },
    'Countersign needs PostgreSQL 14 or newer; the server at 127.0.0.1:PORT is 13. Update it, or set DATABASE_URL to another server.',
  ],
  [
    'a pooler that lends by the transaction',
    () => through(openTransactionPooler),
    'The pooler at 127.0.0.1:PORT lends connections of PostgreSQL by the transaction, and Countersign needs sessions. Set it to its session mode, or write the address of PostgreSQL itself in DATABASE_URL.',
  ],
  [
    'a user who may create nothing',
    async () => {
      await server.query(`DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'for-tests'`);
      return { DATABASE_URL: url.replace('//postgres:', '//guest:') };
    },
    'The user guest may not create tables in the database NAME at 127.0.0.1:PORT. Make this user the owner of the database.',
  ],
  [
    'a database of a newer Countersign',
    async () => {
      await startOnce();
      await query(
        `UPDATE "_prisma_migrations" SET "migration_name" = '29990101000000_later' WHERE "migration_name" LIKE '%_initial'`,
      );
      return { DATABASE_URL: url };
    },
    'The database NAME at 127.0.0.1:PORT was made by a newer Countersign: this one does not know its migration 29990101000000_later. Update Countersign, or restore a backup that was made before.',
  ],
  [
    'the secret of another database',
    async () => {
      const file = await startOnce();
      await writeFile(file, randomBytes(32).toString('hex'));
      return { DATABASE_URL: url, COUNTERSIGN_SECRET_FILE: file };
    },
    'The secret in FOLDER/secret is not the one of this database.',
  ],
];

describe('a start with', () => {
  it.each(badStarts)(
    '%s ends with 1, and says why and what to do, without a stack or the password',
    async (_name, prepare, sentence) => {
      const variables = await prepare();
      const { code, output, errors } = await start(variables);
      const { port, pathname } = new URL(variables['DATABASE_URL'] ?? '');
      const expected = sentence
        .replace('PORT', port)
        .replace('FOLDER', folder)
        .replace('NAME', pathname.slice(1));
      expect(errors).toContain(`\nCountersign cannot start: ${expected}`);
      expect(code).toBe(1);
      expect(output + errors).not.toMatch(/for-tests|2024|\n {4}at |"stack"|started/);
    },
    mayTakeMs,
  );
});

it('the doctor names a pooler that lends by the transaction, too, and exits with 2', async () => {
  const places = { DATA_DIR: path.join(folder, 'data'), ...(await through(openTransactionPooler)) };
  for (const [name, value] of Object.entries(places)) vi.stubEnv(name, value);
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  expect(await maintain(['doctor'], { say, complain: say })).toBe(2);
  expect(said.join('\n')).toMatch(/^\nThe pooler at 127\.0\.0\.1:\d+ lends connections [^\n]+$/);
});
