import path from 'node:path';
import type Sqlite from 'better-sqlite3';
import { failpoint } from '../../shared/failpoint';
import { createCounter } from '../counts/create-counter';
import { createFolder } from '../opening/create-folder';
import { watchOutages } from '../opening/watch-outages';
import type { Database } from '../ports/database';
import { DatabaseUnavailable, isToldAsOutage } from '../ports/database-unavailable.port';
import { noNotices } from '../ports/notices.port';
import { noRunQueue } from '../ports/run-queue.port';
import type { RunReader } from '../ports/run-reader.port';
import type { RunWriter } from '../ports/run-writer.port';
import { rememberFiles } from './file-identity';
import { keepPrivate } from './keep-private';
import { migrateSqlite } from './migrate-sqlite';
import { prepareRunReads, type RunReads } from './run-reads';
import { prepareRunStatements, type RunStatements } from './run-statements';
import { openStepConnection } from './step-connection';
import { toUnavailable } from './to-unavailable';
import { createTurns } from './turns';

/** A write waits this long, in milliseconds, while another process holds the write lock. */
const defaultLockWaitMs = 10_000;

/**
 * Counts milliseconds. The server notices a lost log after this time while nothing writes, and always on
 * folders without times.
 */
const checkEveryMs = 1_000;

/**
 * Opens the SQLite database in `file` with a write-ahead log and `synchronous=FULL`, so that an acknowledged
 * write survives a power cut. Throws if this does not hold.
 *
 * All writes share one connection, one transaction at a time (`createTurns`). Reads have their own
 * connection.
 */
export async function openSqlite(
  file: string,
  prismaDir: string,
  { lockWaitMs = defaultLockWaitMs, template = null }: { lockWaitMs?: number; template?: string | null } = {},
): Promise<Database> {
  await createFolder(path.dirname(file));
  const files = listFiles(file);
  await keepPrivate(files);
  failpoint('migrating');
  const appliedMigrations = await migrateSqlite(file, prismaDir, template);
  failpoint('migrated');

  const writing = await openStepConnection(file, ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']);
  const reading = await openStepConnection(file, ['query_only=ON', 'foreign_keys=ON', 'busy_timeout=100']);
  const durability = readDurability(file, writing.driver);
  await reading.client.$connect();
  // SQLite opens the log at a connection's first read.
  for (const { driver } of [writing, reading]) driver.prepare('SELECT 1 FROM sqlite_schema').get();
  const opened = rememberFiles(file, () => saveLog(reading.driver));
  const noteUnavailable = (error: unknown, access: 'write' | 'read') => {
    const unavailable = toUnavailable(error, access, opened.explainFault);
    if (isToldAsOutage(unavailable)) outages.note(unavailable);
    return unavailable ?? error;
  };
  const noteWrite = async <T>(write: Promise<T>): Promise<T> => {
    try {
      const result = await write;
      outages.note(null);
      return result;
    } catch (error) {
      throw noteUnavailable(error, 'write');
    }
  };
  const turns = createTurns(writing.driver, {
    lockWaitMs,
    checkFile: opened.checkWrite,
    onLongWait: (error) => outages.note(error),
  });
  const statements = prepareRunStatements(writing.driver);
  const write: Database['write'] = (work, options) =>
    noteWrite(
      turns.alone(async (pause) => {
        const { transaction, throwIfOver, end } = writing.join();
        const runs = toRunWriter(statements, async (call) => {
          throwIfOver();
          await pause();
          return call();
        });
        try {
          return await work(transaction, runs);
        } finally {
          end();
        }
      }, options),
    );
  // Nothing reads this number, but setting it is a write like any other.
  const outages = watchOutages(() => write(async () => writing.driver.pragma('user_version=0')));
  const noteRead: NoteRead = async (read) => {
    try {
      opened.checkRead();
      return await read();
    } catch (error) {
      throw noteUnavailable(error, 'read');
    }
  };
  const checking = setInterval(() => {
    try {
      opened.checkFiles();
    } catch (error) {
      noteUnavailable(error, 'write');
    }
  }, checkEveryMs).unref();
  return {
    read: reading.watch(noteRead),
    runReads: toRunReader(prepareRunReads(reading.driver), noteRead),
    write,
    runs: toRunWriter(statements, (call) => noteWrite(turns.shared(call))),
    outages,
    notices: noNotices,
    runQueue: noRunQueue,
    counter: createCounter(),
    durability: { kind: 'sqlite', settings: durability },
    files,
    appliedMigrations,
    close: async () => {
      clearInterval(checking);
      outages.close();
      for (const connection of [reading, writing]) await connection.close();
    },
  };
}

/**
 * Copies data that only the log has into the database's file, and returns when it is on disk. It does not use
 * the writing connection, which may be in a transaction. Throws `DatabaseUnavailable` while another process
 * blocks the copy.
 */
function saveLog(reading: Sqlite.Database): void {
  const answers = reading.pragma('wal_checkpoint(PASSIVE)') as Record<
    'busy' | 'log' | 'checkpointed',
    bigint
  >[];
  const isDone = answers.every(({ busy, log, checkpointed }) => busy === 0n && checkpointed === log);
  if (!isDone) throw new DatabaseUnavailable('busy', 'write');
}

/** Offers the statements as promises. `run` decides which transaction executes them. */
function toRunWriter(statements: RunStatements, run: <T>(call: () => T) => Promise<T>): RunWriter {
  return {
    insert: (rows) => run(() => statements.insert(rows)),
    apply: (change) => run(() => statements.apply(change)),
    claim: (...parameters) => run(() => statements.claim(...parameters)),
    renewLease: (...parameters) => run(() => statements.renewLease(...parameters)),
    releaseLease: (...parameters) => run(() => statements.releaseLease(...parameters)),
    index: (row) => run(() => statements.index(row)),
  };
}

function toRunReader(reads: RunReads, run: NoteRead): RunReader {
  return {
    now: () => run(() => reads.now()),
    findRun: (...parameters) => run(() => reads.findRun(...parameters)),
    listVersions: (...parameters) => run(() => reads.listVersions(...parameters)),
    listEvents: (...parameters) => run(() => reads.listEvents(...parameters)),
    listSizes: (...parameters) => run(() => reads.listSizes(...parameters)),
    findSnapshot: (...parameters) => run(() => reads.findSnapshot(...parameters)),
    findApproval: (...parameters) => run(() => reads.findApproval(...parameters)),
    findPlace: (...parameters) => run(() => reads.findPlace(...parameters)),
    findApprovalRow: (...parameters) => run(() => reads.findApprovalRow(...parameters)),
    listRules: () => run(() => reads.listRules()),
  };
}

type NoteRead = <T>(read: () => Promise<T> | T) => Promise<T>;

/** Lists the database file first, then the files that SQLite puts next to it. */
function listFiles(file: string): [string, ...string[]] {
  return [file, `${file}-wal`, `${file}-shm`, `${file}-journal`];
}

const synchronousNames: Record<string, string> = { '0': 'OFF', '1': 'NORMAL', '2': 'FULL', '3': 'EXTRA' };

function readDurability(file: string, driver: Sqlite.Database): Record<string, string> {
  const journalMode = String(driver.pragma('journal_mode', { simple: true }));
  const synchronous = synchronousNames[String(driver.pragma('synchronous', { simple: true }))] ?? 'unknown';
  if (journalMode === 'wal' && synchronous === 'FULL') return { journalMode, synchronous };
  throw new Error(
    `The database at ${file} runs with journal_mode=${journalMode} and synchronous=${synchronous}; ` +
      'Countersign needs WAL and FULL so that nothing acknowledged is lost. Put DATA_DIR on a local disk.',
  );
}
