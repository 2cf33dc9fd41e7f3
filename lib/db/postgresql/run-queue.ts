import type { ClientBase } from 'pg';
import { PgBoss, type Queue } from 'pg-boss';
import { isId, type RunId } from '../../shared/ids';
import type { RunQueue } from '../ports/run-queue.port';
import { explainRefusal } from './explain-refusal';
import { toConfig } from './pools';

const queue = 'runs';
/** Prisma's migrations own the usual schema and compare it with the models. */
const schema = 'countersign_queue';
/** A job only says that a run needs a driver, so nothing of it is worth keeping. */
const keepSeconds = 60;
/** A server asks again at once after a full answer, and only then, so it takes more than one and not many. */
const jobsAtOnce = 2;

const settings: Omit<Queue, 'name'> = {
  policy: 'short',
  notify: true,
  retryLimit: 0,
  expireInSeconds: keepSeconds,
  deleteAfterSeconds: keepSeconds,
};

/** Puts a run into the queue, as a part of the transaction on this connection. */
export type Enqueue = (connection: Pick<ClientBase, 'query'>, runId: string) => Promise<void>;

/**
 * Opens the queue of pg-boss in the database at `url`. PostgreSQL wakes the servers by LISTEN and NOTIFY; besides,
 * each asks every `pollSeconds`. A run waits in the queue at most once. Throws `OpeningRefused`.
 */
export async function openRunQueue(
  url: string,
  pollSeconds = 30,
): Promise<RunQueue & { enqueue: Enqueue; close(): Promise<void> }> {
  const { connectionString, application_name } = toConfig(url);
  const boss = new PgBoss({
    connectionString: connectionString ?? url,
    application_name: application_name ?? 'countersign',
    max: 2,
    schema,
    schedule: false,
    useListenNotify: true,
    // By default, it deletes the jobs that are due once a day.
    maintenanceIntervalSeconds: keepSeconds,
  });
  // It reports what it tries again by itself, such as a connection that broke. The sweep finds the runs meanwhile.
  boss.on('error', () => {});
  try {
    await boss.start();
    await boss.createQueue(queue, settings);
  } catch (error) {
    throw explainRefusal(error, url) ?? error;
  }
  let isClosed = false;
  return {
    async enqueue(connection, runId) {
      const db = { executeSql: (text: string, values?: unknown[]) => connection.query(text, values) };
      await boss.send(queue, { runId }, { db, singletonKey: runId });
    },
    receive(take) {
      let worker: Promise<string> | null = null;
      const work = () =>
        boss.work<{ runId?: unknown }>(
          queue,
          {
            batchSize: jobsAtOnce,
            burstWhenBatchFull: true,
            pollingIntervalSeconds: pollSeconds,
            notifyPollingIntervalSeconds: pollSeconds,
          },
          (jobs) => take(jobs.map(({ data }) => data?.runId).filter(isRunId)),
        );
      return {
        setRoom(hasRoom) {
          if (isClosed || hasRoom === (worker !== null)) return;
          if (hasRoom) worker = work();
          else {
            const ended = worker;
            worker = null;
            void ended?.then((id) => boss.offWork(queue, { id, wait: false })).catch(() => {});
          }
        },
      };
    },
    async close() {
      isClosed = true;
      await boss.stop({ graceful: true, timeout: 1_000 }).catch(() => {});
    },
  };
}

const isRunId = (value: unknown): value is RunId => typeof value === 'string' && isId('run', value);
