import type Sqlite from 'better-sqlite3';
import { drivenStatuses } from '../../domain/run';
import type { StoredTable } from '../rows/stored-rows';
import type { AsideRows } from './aside-rows';
import { examine } from './examine';
import { type Finding, findRow, type RowKeys, readRows } from './raw-rows';

/** A group has rows that belong together, and the reasons to set them aside. `rows` counts them by table. */
export type AsideGroup = { what: string; problems: string[]; rows: Partial<Record<StoredTable, number>> };

const ofRun: [StoredTable, string][] = [
  ['ApprovalDecision', 'approvalId IN (SELECT id FROM Approval WHERE runId = ?)'],
  ['Approval', 'runId = ?'],
  ['CallPreview', 'callId IN (SELECT id FROM ToolCall WHERE runId = ?)'],
  ['ToolCall', 'runId = ?'],
  ['RunEvent', 'runId = ?'],
  ['PromptSnapshot', 'runId = ?'],
  ['DriveRequest', 'runId = ?'],
  ['Message', 'runId = ?'],
  ['SearchText', 'id = ?'],
  ['Run', 'id = ?'],
];

const ofConversation: [StoredTable, string][] = [
  ['Approval', 'conversationId = ?'],
  ['Message', 'conversationId = ?'],
  ['SearchText', 'conversationId = ?'],
  ['Conversation', 'id = ?'],
];

type NumberedGroup = AsideGroup & { number: number };

const tablesOfRuns: readonly StoredTable[] = ofRun.slice(0, 6).map(([table]) => table);

/**
 * Takes every damaged row out of the database, with the rows that are useless without it: a complete run, or
 * a conversation with its runs. It moves the rows to `aside`, where the number of a group is its place in the
 * answer. Call it in a transaction.
 */
export function setAside(database: Sqlite.Database, aside: AsideRows): AsideGroup[] {
  const groups = new Map<string, NumberedGroup>();
  freeConversations(database);
  // A removal may leave other rows without their parent.
  for (let findings = listFindings(database); findings.length > 0; findings = listFindings(database)) {
    for (const finding of findings) takeAway(database, finding, groups, aside);
    mend(database);
  }
  return [...groups.values()].map(({ number: _number, ...group }) => group);
}

function listFindings(database: Sqlite.Database): Finding[] {
  return examine(database).findings.filter(({ isMendable }) => !isMendable);
}

/** Frees the conversations whose run is gone. */
function freeConversations(database: Sqlite.Database): void {
  database.exec('UPDATE Conversation SET activeRunId = NULL WHERE activeRunId NOT IN (SELECT id FROM Run)');
}

/** Frees conversations, and asks for a driver for every run that needs one. */
function mend(database: Sqlite.Database): void {
  freeConversations(database);
  const statuses = drivenStatuses.map((status) => `'${status}'`).join(', ');
  database.exec(`
    INSERT INTO DriveRequest (runId, requestedAt) SELECT id, updatedAt FROM Run
      WHERE status IN (${statuses}) AND leaseOwner IS NULL AND id NOT IN (SELECT runId FROM DriveRequest);`);
}

function takeAway(
  database: Sqlite.Database,
  finding: Finding,
  groups: Map<string, NumberedGroup>,
  aside: AsideRows,
): void {
  const { table, row, name, problem } = finding;
  const runId = tablesOfRuns.includes(table) ? runOf(database, table, row) : null;
  const what = runId !== null ? `run ${runId}` : `${table} ${name}`;
  const group = groups.get(what) ?? { number: groups.size, what, problems: [], rows: {} };
  groups.set(what, group);
  group.problems.push(`${table} ${name}: ${problem}`);
  const take = (from: StoredTable, condition: string, ...values: unknown[]) => {
    for (const { raw } of readRows(database, from, condition, ...values)) {
      aside.add(group.number, from, raw);
      group.rows[from] = (group.rows[from] ?? 0) + 1;
      database.prepare(`DELETE FROM "${from}" WHERE rowid = ?`).run(raw._rowid);
    }
  };
  const takeRun = (id: unknown) => {
    for (const [from, condition] of ofRun) take(from, condition, id);
  };
  if (runId !== null) takeRun(runId);
  if (table === 'Conversation') {
    const id = row.id;
    for (const run of database.prepare('SELECT id FROM Run WHERE conversationId = ?').pluck().all(id))
      takeRun(run);
    for (const [from, condition] of ofConversation) take(from, condition, id);
  }
  // The conditions above do not find a row by a damaged key.
  if (findRow(database, table, row._rowid)) take(table, 'rowid = ?', row._rowid);
}

function runOf(database: Sqlite.Database, table: StoredTable, row: RowKeys): string | null {
  const id =
    table === 'Run'
      ? row.id
      : table === 'ApprovalDecision'
        ? database.prepare('SELECT runId FROM Approval WHERE id = ?').pluck().get(row.approvalId)
        : row.runId;
  return typeof id === 'string' ? id : null;
}
