import path from 'node:path';
import { Client } from 'pg';
import { type Cluster, openCluster } from '../e2e/support/servers/cluster';
import { batchRows } from '../lib/db/moving/move-rows';
import { type Row, readAfter } from '../lib/db/moving/table-rows';
import { openDatabase } from '../lib/db/open-database';
import { atShare, figure, median, timeOf } from './figure';
import { startModelServer, toTask } from './model';
import { copyConversation } from './rows/copy-conversation';

/**
 * Measures the pages of a built server over 100,000 conversations with more than a million events on
 * PostgreSQL, of which 1,000 wait for a signature. The server writes one conversation of each kind, and
 * PostgreSQL copies their rows. Also: the sizes of tables and indexes, and the times of a vacuum and
 * of reading all events in batches.
 */
const conversations = 100_000;
const waiting = 1_000;
const times = 60;

const model = await startModelServer();
const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'bench' };
const cluster = await openCluster(1, env, { isDurable: true });
const client = new Client(cluster.databaseUrl);
await client.connect();
try {
  await fill(cluster);
  await measureSizes();
  await measurePages(cluster);
  await measureBatches();
} finally {
  await client.end();
  await cluster.close();
  model.close();
}

async function fill({ any }: Cluster): Promise<void> {
  const finished = await any.start('free-request', { request: toTask('list_files', 3) });
  await any.until(finished.runId, 'completed');
  const pending = await any.start('free-request', { request: toTask('write_file', 1) });
  await any.until(pending.runId, 'awaiting_approval');
  const ms = await timeOf(async () => {
    await copyConversation(client, finished.conversationId, conversations - waiting);
    await copyConversation(client, pending.conversationId, waiting);
  });
  // The oldest conversation alone has this word.
  await client.query(`UPDATE "SearchText" SET "text" = 'needle' WHERE "id" = (
    SELECT "id" FROM "Conversation" ORDER BY "updatedAt" LIMIT 1)`);
  figure(`${conversations} conversations: written by SQL`, ms / 1_000, 's');
  figure('… vacuum and analyze', (await timeOf(() => client.query('VACUUM (ANALYZE)'))) / 1_000, 's');
}

async function measureSizes(): Promise<void> {
  const { rows } = await client.query<{ name: string; rows: number; tableMb: number; indexMb: number }>(
    `SELECT relname AS "name", reltuples::float AS "rows", pg_table_size(oid) / 1048576.0 AS "tableMb",
      pg_indexes_size(oid) / 1048576.0 AS "indexMb"
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 1000
    ORDER BY pg_total_relation_size(oid) DESC`,
  );
  for (const { name, rows: count, tableMb, indexMb } of rows) {
    figure(`${name}: rows`, count);
    figure('… table', Number(tableMb), 'MB');
    figure('… indexes', Number(indexMb), 'MB');
  }
}

async function measurePages({ any }: Cluster): Promise<void> {
  const { json } = await any.get('/api/conversations');
  const [newest] = json.conversations;
  const deep = await deepCursor(any);
  const pages = {
    'conversations, first page': '/api/conversations',
    'conversations, page 20': `/api/conversations?cursor=${deep}`,
    'active conversations': '/api/conversations?active=true',
    'a conversation': `/api/conversations/${newest.id}`,
    'needs you, first page': '/api/approvals',
    'search for a word that all have': '/api/conversations?search=records',
    'usage of 30 days': '/api/usage?days=30',
    'the count of what needs you': '/api/health',
  };
  for (const [name, path] of Object.entries(pages)) await report(name, path, times);
  await report('search for a word that only the oldest has', '/api/conversations?search=needle', 5);
  await report('search in approvals', '/api/approvals?search=nothing-has-this', 20);
}

async function deepCursor(any: Cluster['any']): Promise<string> {
  let cursor = '';
  for (let page = 1; page < 20; page += 1) {
    const { json } = await any.get(`/api/conversations${cursor && `?cursor=${cursor}`}`);
    cursor = encodeURIComponent(json.nextCursor);
  }
  return cursor;
}

async function report(name: string, path: string, count: number): Promise<void> {
  const ask = async () => {
    const { status, text } = await cluster.any.get(path);
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
  };
  await ask();
  const measured: number[] = [];
  for (let time = 0; time < count; time += 1) measured.push(await timeOf(ask));
  figure(`${name}: p50`, median(measured), 'ms');
  figure('… p95', atShare(measured, 0.95), 'ms');
}

/** A backup and a move read all events so, each of them twice. */
async function measureBatches(): Promise<void> {
  const database = await openDatabase({ url: cluster.databaseUrl, prismaDir: path.resolve('prisma') });
  let last: Row | null = null;
  const ms = await timeOf(async () => {
    do last = (await readAfter(database.read, 'RunEvent', last, batchRows)).at(-1) ?? null;
    while (last);
  });
  figure('all events, read in batches like a backup', ms / 1_000, 's');
  await database.close();
}
