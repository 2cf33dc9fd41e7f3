import type { Client } from 'pg';

/** Each table has this way to the rows of a conversation, parents first. */
const tables: [table: string, rows: string][] = [
  ['Conversation', '"id" = $1'],
  ['Message', '"conversationId" = $1'],
  ['SearchText', '"conversationId" = $1'],
  ['Run', '"conversationId" = $1'],
  ['Usage', '"runId" IN (SELECT "id" FROM "Run" WHERE "conversationId" = $1)'],
  ['RunEvent', '"runId" IN (SELECT "id" FROM "Run" WHERE "conversationId" = $1)'],
  ['PromptSnapshot', '"runId" IN (SELECT "id" FROM "Run" WHERE "conversationId" = $1)'],
  ['ToolCall', '"runId" IN (SELECT "id" FROM "Run" WHERE "conversationId" = $1)'],
  [
    'CallPreview',
    '"callId" IN (SELECT "ToolCall"."id" FROM "ToolCall" JOIN "Run" ON "Run"."id" = "runId" WHERE "conversationId" = $1)',
  ],
  ['Approval', '"conversationId" = $1'],
];

const quarterMinutes = 15;

/**
 * Copies all rows of a conversation so often, each time with other ids and a minute older. PostgreSQL makes the
 * copies, so a million rows take a minute or two.
 */
export async function copyConversation(client: Client, id: string, times: number): Promise<void> {
  const ids = await listIds(client, id);
  for (const [table, rows] of tables) {
    const { rows: columns } = await client.query<{ name: string; type: string }>(
      `SELECT column_name AS "name", data_type AS "type" FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
      [table],
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const { rows: originals } = await client.query<Record<string, unknown>>(
      `SELECT * FROM "${table}" WHERE ${rows}`,
      [id],
    );
    const values = columns
      .map(({ name, type }) => {
        // To replace an id that is not there would take most of the time.
        const found = ids.filter((one) => originals.some((row) => String(row[name]).includes(one)));
        return toCopy(`original."${name}"`, name, type, found);
      })
      .join(', ');
    await client.query(
      `INSERT INTO "${table}" (${names})
      SELECT ${values} FROM (SELECT * FROM "${table}" WHERE ${rows}) AS original, generate_series(1, ${times}) AS copy`,
      [id],
    );
  }
}

/** Lists the ids that the copies must not share. */
async function listIds(client: Client, id: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT $1 AS "id" UNION SELECT "id" FROM "Run" WHERE "conversationId" = $1
    UNION SELECT "id" FROM "Message" WHERE "conversationId" = $1
    UNION SELECT "id" FROM "Approval" WHERE "conversationId" = $1
    UNION SELECT "ToolCall"."id" FROM "ToolCall" JOIN "Run" ON "Run"."id" = "runId" WHERE "conversationId" = $1`,
    [id],
  );
  return rows.map((row) => row.id);
}

function toCopy(column: string, name: string, type: string, ids: readonly string[]): string {
  if (name === 'quarter')
    return `${column} - (copy / ${quarterMinutes}) * interval '${quarterMinutes} minutes'`;
  if (type.startsWith('timestamp')) return `${column} - copy * interval '1 minute'`;
  if (type !== 'text') return column;
  return ids.reduce((sql, id) => {
    const prefix = id.slice(0, id.indexOf('_') + 1);
    return `replace(${sql}, '${id}', '${prefix}' || md5('${id}' || copy))`;
  }, column);
}
