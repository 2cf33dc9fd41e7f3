import { Prisma } from '../generated/client';
import type { Database, WriteTransaction } from '../ports/database';
import { orNull } from '../rows/sound-rows';

/**
 * A conversation whose final removal has begun has this `deletedAt`. Nothing brings it back, and its runs may
 * have lost events.
 */
export const purgeBegunAt = new Date(0);

/** One transaction removes at most this much. Removing a megabyte takes 1.7 ms (docs/performance.md). */
const mostBytes = 4_000_000;
const mostRows = 500;
const mostRuns = 20;
/** Each row counts this much, whatever it holds, because many small rows take as long. */
const rowBytes = 2_000;

type Weighed<Key> = { key: Key; bytes: number };

/**
 * Removes a conversation whose removal has begun, with all its rows, in many small transactions, so that
 * others write in between. When a process ends midway, the next try removes the rest. Returns false when
 * another process has removed the conversation.
 */
export async function purgeConversation({ read, write }: Database, id: string): Promise<boolean> {
  await removeEach(
    () => weighRuns(read, id),
    async (runIds, [first]) => {
      if (first && first.bytes > mostBytes) await thinRun({ read, write }, first.key);
      await write((transaction) => removeRuns(transaction, runIds));
    },
  );
  // This also removes the rest: rows that their keys do not find.
  const { count } = await write((transaction) =>
    transaction.conversation.deleteMany({ where: { id, deletedAt: purgeBegunAt } }),
  );
  return count === 1;
}

/** Removes the large rows of a run, so that the rest is light. */
async function thinRun({ read, write }: Pick<Database, 'read' | 'write'>, runId: string): Promise<void> {
  await removeEach(
    () => weighEvents(read, runId),
    (versions) =>
      write(({ runEvent }) => runEvent.deleteMany({ where: { runId, version: { in: versions } } })),
  );
  await removeEach(
    () => weighCalls(read, runId),
    (ids) => write(({ toolCall }) => toolCall.deleteMany({ where: { runId, id: { in: ids } } })),
  );
}

/**
 * Removes rows until none is left, or until a key does not find its row. That row goes with its owner, in one
 * piece.
 */
async function removeEach<Key>(
  weigh: () => Promise<Weighed<Key>[]>,
  remove: (keys: Key[], rows: Weighed<Key>[]) => Promise<unknown>,
): Promise<void> {
  let before: Key | undefined;
  for (;;) {
    const rows = await weigh();
    const [first] = rows;
    if (!first || first.key === before) return;
    await remove(takeLight(rows), rows);
    before = first.key;
  }
}

async function removeRuns(transaction: WriteTransaction, runIds: string[]): Promise<void> {
  await transaction.message.deleteMany({ where: { runId: { in: runIds } } });
  await transaction.searchText.deleteMany({ where: { id: { in: runIds } } });
  await transaction.run.deleteMany({ where: { id: { in: runIds } } });
}

/** Returns the keys of the first rows: as many as one transaction removes, and at least one. */
function takeLight<Key>(rows: readonly Weighed<Key>[]): Key[] {
  let sum = 0;
  const end = rows.findIndex(({ bytes }, index) => {
    sum += bytes;
    return index > 0 && sum > mostBytes;
  });
  return rows.slice(0, end === -1 ? rows.length : end).map(({ key }) => key);
}

/**
 * Weighs some runs. The database stores a request and an answer three times: with the run, as a message, and
 * for the search.
 */
function weighRuns(read: Database['read'], conversationId: string): Promise<Weighed<string>[]> {
  return list(
    (key): key is string => typeof key === 'string',
    read.$queryRaw`
      SELECT "id" AS "key",
        3 * (octet_length("parametersJson") + octet_length("stateJson")) + octet_length("planJson")
        + coalesce((SELECT sum(octet_length("payloadJson") + ${rowBytes}) FROM "RunEvent" WHERE "runId" = "Run"."id"), 0)
        + coalesce((SELECT octet_length("messagesJson") FROM "PromptSnapshot" WHERE "runId" = "Run"."id"), 0)
        + coalesce((SELECT sum(${bytesOfCall}) FROM ${calls} WHERE "runId" = "Run"."id"), 0) AS "bytes"
      FROM "Run" WHERE "conversationId" = ${conversationId} LIMIT ${mostRuns}`,
  );
}

function weighEvents(read: Database['read'], runId: string): Promise<Weighed<number>[]> {
  return list(
    (key): key is number => typeof key === 'number',
    read.$queryRaw`
      SELECT "version" AS "key", octet_length("payloadJson") + ${rowBytes} AS "bytes" FROM "RunEvent"
      WHERE "runId" = ${runId} ORDER BY "version" LIMIT ${mostRows}`,
  );
}

function weighCalls(read: Database['read'], runId: string): Promise<Weighed<string>[]> {
  return list(
    (key): key is string => typeof key === 'string',
    read.$queryRaw`
      SELECT "id" AS "key", ${bytesOfCall} AS "bytes" FROM ${calls} WHERE "runId" = ${runId} LIMIT ${mostRows}`,
  );
}

const calls = Prisma.sql`"ToolCall" LEFT JOIN "CallPreview" ON "callId" = "id"`;
const bytesOfCall = Prisma.sql`octet_length("parametersJson") + coalesce(octet_length("outcomeJson"), 0)
  + coalesce(octet_length("previewJson"), 0) + ${rowBytes}`;

/** Lists the rows whose key can be read. */
async function list<Key>(
  isKey: (key: unknown) => key is Key,
  query: Promise<unknown>,
): Promise<Weighed<Key>[]> {
  const rows = ((await orNull(query)) ?? []) as { key: unknown; bytes: unknown }[];
  return rows.flatMap(({ key, bytes }) => {
    const plain = typeof key === 'bigint' ? Number(key) : key;
    return isKey(plain) ? [{ key: plain, bytes: Number(bytes ?? 0) }] : [];
  });
}
