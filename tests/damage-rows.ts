import type Sqlite from 'better-sqlite3';

/** Describes one way to damage one row of a database by raw SQL. */
export type RowDamage = {
  /** Names the damage: "Run.stateJson: it is not JSON". */
  name: string;
  table: string;
  /** `gone` means that the app has nothing of the row, or does not know what it belongs to. */
  kind: 'value' | 'gone';
  /** Damages the row and returns a function that undoes the damage. */
  apply: () => () => void;
};

type Column = { name: string; type: string; pk: number };
type Row = Record<string, unknown>;

/**
 * These columns say what a row belongs to, or which setting it is. Without them, nobody can say whose page
 * misses the row.
 */
const references = new Set([
  'activeRunId',
  'approvalId',
  'callId',
  'conversationId',
  'key',
  'promptId',
  'runId',
]);

/** These columns have a fixed set of values. */
const chosen = new Set([
  'Approval.risk',
  'Approval.status',
  'ApprovalDecision.decision',
  'Message.author',
  'Run.kind',
  'Run.status',
  'RunEvent.type',
]);

/**
 * Lets every column hold NULL, as in a file that a disk has spoiled. Returns the columns that must not, as
 * "Run.title".
 */
export function allowNulls(database: Sqlite.Database): Set<string> {
  const required = database
    .prepare<[], string>(
      `SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c."notnull" = 1`,
    )
    .pluck()
    .all();
  database.unsafeMode(true);
  database.exec(`PRAGMA writable_schema=ON;
    UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table' AND name NOT LIKE '_prisma%';
    PRAGMA writable_schema=RESET;`);
  return new Set(required);
}

/**
 * Lists every kind of damage to every column of the row of `table` that `condition` finds, and the loss of
 * the row itself.
 */
export function listDamages(
  database: Sqlite.Database,
  required: ReadonlySet<string>,
  table: string,
  condition: string,
): RowDamage[] {
  database.pragma('foreign_keys=OFF');
  const columns = database.pragma(`table_info("${table}")`) as Column[];
  const row = database
    .prepare(`SELECT rowid AS row_id, * FROM "${table}" WHERE ${condition} LIMIT 1`)
    .get() as Row;
  if (!row) throw new Error(`No row of ${table} has ${condition}`);
  const rowId = row['row_id'];
  const values = columns.flatMap((column) => {
    // The app may have made a new row in place of the one it missed. That row goes when the first one is
    // back.
    const set = (value: unknown, expression = '?') =>
      database
        .prepare(`UPDATE OR REPLACE "${table}" SET "${column.name}" = ${expression} WHERE rowid = ?`)
        .run(value, rowId);
    const before = row[column.name];
    const name = `${table}.${column.name}`;
    if (before === null) return [];
    const toDamage = (what: string, damage: () => void): RowDamage => ({
      name: `${name}: ${what}`,
      table,
      kind: references.has(column.name) ? 'gone' : 'value',
      apply: () => {
        damage();
        return () => set(before);
      },
    });
    const damaged = Object.entries(damagedValues(name, column, before))
      .filter(([, value]) => value !== null || required.has(name))
      .map(([what, value]) => toDamage(what, () => set(value)));
    const noText = Buffer.from([...Buffer.from(String(before)).subarray(0, -1), 0xff]);
    const isTextKey = column.pk > 0 && column.type === 'TEXT';
    return isTextKey ? [...damaged, toDamage('no UTF-8', () => set(noText, 'CAST(? AS TEXT)'))] : damaged;
  });
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const places = columns.map(({ name }) => `@${name}`).join(', ');
  const { row_id: _, ...stored } = row;
  const gone: RowDamage = {
    name: `${table}: the row is gone`,
    table,
    kind: 'gone',
    apply: () => {
      database.prepare(`DELETE FROM "${table}" WHERE rowid = ?`).run(rowId);
      return () =>
        database
          .prepare(`INSERT OR REPLACE INTO "${table}" (rowid, ${names}) VALUES (${rowId}, ${places})`)
          .run(stored);
    },
  };
  return [...values, gone];
}

function damagedValues(name: string, { type }: Column, before: unknown): Record<string, unknown> {
  const bytes = { bytes: Buffer.from('ff00fe', 'hex'), null: null };
  if (type === 'DATETIME') return { ...bytes, 'no time': 'never' };
  if (type === 'INTEGER') return { ...bytes, 'no number': 'many', negative: -1, vast: 2n ** 63n - 1n };
  if (name.endsWith('Json')) {
    return {
      ...bytes,
      'no JSON': 'not JSON',
      'another shape': '[{"another":"shape"}]',
      'a JSON null': 'null',
      truncated: String(before).slice(0, -1),
    };
  }
  return chosen.has(name) ? { ...bytes, 'an unknown word': 'frobnicated' } : bytes;
}
