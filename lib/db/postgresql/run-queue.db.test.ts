import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createId } from '../../shared/ids';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { openRunQueue } from './run-queue';

/** No test lasts so long, so whatever arrives was announced. */
const neverPollSeconds = 3_600;
const patience = { timeout: 20_000, interval: 20 };

type Queue = Awaited<ReturnType<typeof openRunQueue>>;

let server: TestServer;
let url: string;
let client: Client;
let queues: Queue[];
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  url = await server.createDatabase();
  queues = [];
  client = new Client(url);
  client.on('error', () => {});
  await client.connect();
});
afterEach(async () => {
  await Promise.all([client.end(), ...queues.map((queue) => queue.close())]);
});

/** Opens the queue as one more server that has room, and keeps what it gets. */
async function join(hasRoom = true) {
  const queue = await openRunQueue(url, neverPollSeconds);
  queues.push(queue);
  const got: string[] = [];
  const { setRoom } = queue.receive(async (runIds) => {
    got.push(...runIds);
  });
  setRoom(hasRoom);
  return { got, setRoom, enqueue: queue.enqueue };
}

const inTransaction = async (work: () => Promise<void>, end: 'COMMIT' | 'ROLLBACK' = 'COMMIT') => {
  await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
  await work();
  await client.query(end);
};
const createRunIds = (count: number) => Array.from({ length: count }, () => createId('run'));

it('wakes one server for each run, once its transaction has committed, without polling', async () => {
  const servers = await Promise.all([join(), join(), join()]);
  const runIds = createRunIds(30);
  for (const runId of runIds) await inTransaction(() => servers[0].enqueue(client, runId));
  await vi.waitFor(
    () => expect(servers.flatMap(({ got }) => got).toSorted()).toEqual(runIds.toSorted()),
    patience,
  );
});

it('tells nobody of a run whose transaction was rolled back', async () => {
  const { got, enqueue } = await join();
  const [lost, kept] = createRunIds(2) as [string, string];
  await inTransaction(() => enqueue(client, lost), 'ROLLBACK');
  await inTransaction(() => enqueue(client, kept));
  await vi.waitFor(() => expect(got).toEqual([kept]), patience);
});

it('holds a run once while all servers are full, and gives it to the first that has room again', async () => {
  const [full, other] = await Promise.all([join(false), join(false)]);
  const runIds = createRunIds(7);
  for (const runId of [...runIds, ...runIds]) await inTransaction(() => full.enqueue(client, runId));
  expect([full.got, other.got]).toEqual([[], []]);
  other.setRoom(true);
  await vi.waitFor(() => expect(other.got).toHaveLength(7), patience);
  other.setRoom(false);
  const [late] = createRunIds(1) as [string];
  full.setRoom(true);
  await inTransaction(() => full.enqueue(client, late));
  await vi.waitFor(() => expect(full.got).toEqual([late]), patience);
  expect(other.got.toSorted()).toEqual(runIds.toSorted());
});

it('hears again after PostgreSQL ended every connection', async () => {
  const { got, enqueue } = await join();
  await server.crash();
  client = new Client(url);
  await client.connect();
  const [runId] = createRunIds(1) as [string];
  await inTransaction(() => enqueue(client, runId));
  await vi.waitFor(() => expect(got).toContain(runId), patience);
  const [next] = createRunIds(1) as [string];
  await inTransaction(() => enqueue(client, next));
  await vi.waitFor(() => expect(got).toContain(next), patience);
});

it('passes on no job of a stranger that names no run', async () => {
  const { got, enqueue } = await join();
  for (const runId of ['', 'run_x', `run_${'0'.repeat(31)}`])
    await inTransaction(() => enqueue(client, runId));
  const [runId] = createRunIds(1) as [string];
  await inTransaction(() => enqueue(client, runId));
  await vi.waitFor(() => expect(got).toEqual([runId]), patience);
});

it('deletes the jobs that are over each minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const { got, enqueue } = await join();
    const runIds = createRunIds(5);
    for (const runId of runIds) await inTransaction(() => enqueue(client, runId));
    const countOver = async () => {
      const { rows } = await client.query(
        `SELECT count(*)::int AS "jobs" FROM countersign_queue.job WHERE state = 'completed'`,
      );
      return rows[0].jobs;
    };
    await vi.waitFor(async () => expect([got.length, await countOver()]).toEqual([5, 5]), patience);
    // The fake timers are of this process, so the times of the database move back instead.
    await client.query(
      `UPDATE countersign_queue.job SET completed_on = completed_on - interval '61 seconds'`,
    );
    await client.query(`UPDATE countersign_queue.queue SET maintain_on = now() - interval '61 seconds'`);
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(async () => expect(await countOver()).toBe(0), patience);
  } finally {
    vi.useRealTimers();
  }
});

it('says in one sentence that the user may not create its tables', async () => {
  const name = `plain_${crypto.randomUUID().replaceAll('-', '')}`;
  await server.query(`CREATE ROLE ${name} LOGIN PASSWORD 'x'`);
  const asPlain = new URL(url);
  asPlain.username = name;
  asPlain.password = 'x';
  await expect(openRunQueue(asPlain.href)).rejects.toThrow(`The user ${name} may not create tables`);
});
