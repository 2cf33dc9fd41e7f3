import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { type ApprovalId, createId } from '../../shared/ids';
import { createRunStore } from '../ledger/run-store';
import { openDatabase } from '../open-database';
import { writeRuns } from './write-runs';

const tables = [
  'Conversation',
  'Message',
  'SearchText',
  'Run',
  'RunEvent',
  'PromptSnapshot',
  'ToolCall',
  'CallPreview',
  'Approval',
] as const;

/**
 * Writes `count` runs that wait for a signature into the database in `file`, each in its own conversation.
 * The store writes one, and the others are copies of its rows with other ids. `expiresAt` says when each
 * expires (null means never).
 */
export async function fillPending(
  file: string,
  count: number,
  expiresAt: (index: number) => Date | null = () => null,
): Promise<ApprovalId[]> {
  const database = await openDatabase({ url: `file:${file}`, prismaDir: path.resolve('prisma') });
  const first = await writeRuns(createRunStore(database)).pending({}, {}, new Date(0));
  await database.close();
  const sqlite = new Sqlite(file);
  const rows = tables.map((table) => ({
    table,
    rows: sqlite.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[],
  }));
  const ids = [first.run.id, first.run.conversationId, first.call.id, first.approvalId];
  const messageIds = rows.flatMap(({ table, rows: own }) =>
    table === 'Message' ? own.map(({ id }) => String(id)) : [],
  );
  const statements = new Map(
    rows.map(({ table, rows: [row = {}] }) => {
      const names = Object.keys(row);
      const values = names.map((name) => `@${name}`).join();
      return [table, sqlite.prepare(`INSERT INTO "${table}" (${names.join()}) VALUES (${values})`)];
    }),
  );
  const copy = (index: number): ApprovalId => {
    const approvalId = createId('apr');
    const fresh = [createId('run'), createId('cnv'), createId('call'), approvalId];
    const replaced = [...ids, ...messageIds].map(
      (id, place) => [id, fresh[place] ?? createId('msg')] as const,
    );
    const expiry = expiresAt(index);
    const renew = (value: unknown) =>
      typeof value === 'string'
        ? replaced.reduce((text, [from, to]) => text.replaceAll(from, to), value)
        : value;
    for (const { table, rows: originals } of rows) {
      for (const original of originals) {
        const row = Object.fromEntries(Object.entries(original).map(([name, value]) => [name, renew(value)]));
        statements.get(table)?.run(withExpiry(row, expiry));
      }
    }
    return approvalId;
  };
  const approvalIds = sqlite.transaction(() => {
    const copied = Array.from({ length: count }, (_, index) => copy(index));
    for (const table of tables.toReversed())
      sqlite.exec(
        `DELETE FROM "${table}" WHERE rowid IN (SELECT rowid FROM "${table}" ORDER BY rowid LIMIT ${
          rows.find((one) => one.table === table)?.rows.length ?? 0
        })`,
      );
    return copied;
  })();
  sqlite.close();
  return approvalIds;
}

/** Changes the time in the approval, in the state of its run and in the event that asked. */
function withExpiry(row: Record<string, unknown>, expiry: Date | null): Record<string, unknown> {
  const changed = { ...row };
  if ('expiresAt' in row) changed['expiresAt'] = expiry?.toISOString().replace('Z', '+00:00') ?? null;
  for (const name of ['stateJson', 'payloadJson']) {
    const json = row[name];
    if (typeof json !== 'string' || !json.includes('"expiresAt"')) continue;
    changed[name] = JSON.stringify({ ...JSON.parse(json), expiresAt: expiry ?? undefined });
  }
  return changed;
}
