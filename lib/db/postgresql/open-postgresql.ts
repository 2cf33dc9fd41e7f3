import type { PoolClient } from 'pg';
import { failpoint } from '../../shared/failpoint';
import { createCounter } from '../counts/create-counter';
import { watchOutages } from '../opening/watch-outages';
import type { Database, WriteTransaction } from '../ports/database';
import { isToldAsOutage } from '../ports/database-unavailable.port';
import type { RunReader } from '../ports/run-reader.port';
import type { RunWriter } from '../ports/run-writer.port';
import { migratePostgresql } from './migrate-postgresql';
import { openNotices } from './notices';
import { openPools } from './pools';
import { createRepeater } from './repeat-conflicts';
import { type Enqueue, openRunQueue } from './run-queue';
import { createRunReader } from './run-reads';
import { createRunWriter, isOneStatement } from './run-statements';
import { toUnavailable } from './server-error';
import { openSharedCounts } from './shared-counts';
import { createQuery } from './statements';
import { createClient, createTransactions, type NoteRead, watchReads } from './write-client';

/**
 * Opens the PostgreSQL database at `url` and brings it up to date. Transactions that write are serializable, and
 * run again after a conflict, which `onRepeat` hears of. Throws `OpeningRefused`.
 */
export async function openPostgresql(
  url: string,
  prismaDir: string,
  onRepeat?: () => void,
): Promise<Database> {
  failpoint('migrating');
  const { appliedMigrations, settings } = await migratePostgresql(url, prismaDir);
  failpoint('migrated');
  const notices = await openNotices(url);
  const runQueue = await openRunQueue(url);
  const pools = openPools(url);
  const counts = openSharedCounts(url);
  const reader = createClient(pools.reading);
  const transactions = createTransactions(pools.writing);
  const repeat = createRepeater(onRepeat);
  let isClosed = false;

  const note = (error: unknown, access: 'write' | 'read'): unknown => {
    const unavailable = toUnavailable(error, access);
    if (isToldAsOutage(unavailable) && !isClosed) outages.note(unavailable);
    return unavailable ?? error;
  };
  const noteWrite = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      const result = await repeat(write);
      outages.note(null);
      return result;
    } catch (error) {
      throw note(error, 'write');
    }
  };
  const noteRead = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      throw note(error, 'read');
    }
  };

  const write: Database['write'] = (work) =>
    noteWrite(() =>
      transactions.run(async (transaction, connection) => {
        const { runs, end } = joinRuns(connection, runQueue.enqueue);
        try {
          return await work(transaction, runs);
        } finally {
          end();
        }
      }),
    );
  const alone = createRunWriter(createQuery(pools.writing), async () => {
    throw new Error('A request for a driver needs a transaction');
  });
  const together = <T>(call: (runs: RunWriter) => Promise<T>): Promise<T> =>
    noteWrite(() => inTransaction(() => pools.writing.connect(), runQueue.enqueue, call));
  const single = <T>(call: () => Promise<T>): Promise<T> => noteWrite(call);
  const outages = watchOutages(() => write(emitRecord));
  return {
    read: watchReads(reader, noteRead),
    runReads: toRunReader(createRunReader(createQuery(pools.reading)), noteRead),
    write,
    runs: {
      insert: (rows) => together((runs) => runs.insert(rows)),
      apply: (change) =>
        isOneStatement(change) ? single(() => alone.apply(change)) : together((runs) => runs.apply(change)),
      claim: (...parameters) => single(() => alone.claim(...parameters)),
      renewLease: (...parameters) => single(() => alone.renewLease(...parameters)),
      releaseLease: (...parameters) => together((runs) => runs.releaseLease(...parameters)),
      index: (row) => single(() => alone.index(row)),
    },
    outages,
    notices,
    runQueue,
    counter: createCounter(counts.limiter),
    durability: { kind: 'postgresql', settings },
    files: [],
    appliedMigrations,
    async close() {
      if (isClosed) return;
      isClosed = true;
      outages.close();
      await Promise.all([notices.close(), runQueue.close()]);
      await Promise.all([reader.$disconnect(), transactions.close()]);
      await Promise.all([pools.close(), counts.close()]);
    },
  };
}

/** Nothing reads this record of the log, but it is a write like any other. */
async function emitRecord(transaction: WriteTransaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_logical_emit_message(true, 'countersign', '')`;
}

/** Makes the writer of runs a part of the transaction on this connection until `end`. */
function joinRuns(connection: PoolClient, enqueue: Enqueue): { runs: RunWriter; end(): void } {
  let isOver = false;
  const query = createQuery(connection);
  const runs = createRunWriter(
    (statement, values) => {
      if (isOver) throw new Error('The transaction of this writer is over');
      return query(statement, values);
    },
    (runId) => enqueue(connection, runId),
  );
  const end = () => {
    isOver = true;
  };
  return { runs, end };
}

/** Runs our own statements as one transaction, without Prisma. */
async function inTransaction<T>(
  connect: () => Promise<PoolClient>,
  enqueue: Enqueue,
  work: (runs: RunWriter) => Promise<T>,
): Promise<T> {
  const connection = await connect();
  let broken: Error | undefined;
  try {
    await connection.query('BEGIN');
    const result = await work(
      createRunWriter(createQuery(connection), (runId) => enqueue(connection, runId)),
    );
    failpoint('turn_uncommitted');
    await connection.query('COMMIT');
    failpoint('turn_committed');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    // The pool closes a connection that cannot even end its transaction.
    connection.release(broken);
  }
}

function toRunReader(reads: RunReader, noteRead: NoteRead): RunReader {
  return {
    now: () => noteRead(() => reads.now()),
    findRun: (...parameters) => noteRead(() => reads.findRun(...parameters)),
    listVersions: (...parameters) => noteRead(() => reads.listVersions(...parameters)),
    listEvents: (...parameters) => noteRead(() => reads.listEvents(...parameters)),
    listSizes: (...parameters) => noteRead(() => reads.listSizes(...parameters)),
    findSnapshot: (...parameters) => noteRead(() => reads.findSnapshot(...parameters)),
    findApproval: (...parameters) => noteRead(() => reads.findApproval(...parameters)),
    findPlace: (...parameters) => noteRead(() => reads.findPlace(...parameters)),
    findApprovalRow: (...parameters) => noteRead(() => reads.findApprovalRow(...parameters)),
    listRules: () => noteRead(() => reads.listRules()),
  };
}
