import { Prisma } from '../generated/client';
import type { Database } from '../ports/database';
import { toSoundText } from '../rows/sound-text';
import { type Table, tables } from './table-keys';
import { isSameRow, nameKey, type Row, readAfter, readSame, rowsOf, whereSame } from './table-rows';

/** Reports a move that cannot be done. Its message says why, in a sentence. */
export class MoveRefused extends Error {}

/** Rows come from here. A transaction can be a source, too. */
export type RowSource = Pick<Database, 'read'>;
/** Rows go here. */
export type RowTarget = Pick<Database, 'read' | 'write'>;

/** Says how many of all rows are copied and compared. */
export type MoveProgress = { done: number; total: number };

export type MoveOptions = {
  /** Names the database that the rows come from. It must be the same when a move goes on. */
  fromName: string;
  /** Throws when somebody may have written to `from` since the move began. A snapshot needs no such check. */
  requireStopped?(): Promise<void>;
  onProgress(progress: MoveProgress): void;
};

/** `hadEnded` says that the target held all rows already, because an earlier move has ended. */
export type MoveReport = { rows: Record<Table, number>; hadEnded: boolean };

/** Prisma reports this code when a foreign key leads nowhere. */
const withoutParent = 'P2003';

/** So many rows are read and written at once. The largest rows have some megabytes. */
export const batchRows = 50;

/** The target has this setting from the first row of a move to the last comparison. */
const markKey = 'moving';

/** A move into a database has begun. Older builds did not check that it comes from another database. */
export type Move = { movesFrom: string; isFromOther?: true };

/** Finds the move into this database that has begun and not ended. */
export async function findMove({ read }: RowSource): Promise<Move | null> {
  const mark = await read.setting.findUnique({ where: { key: markKey } });
  return mark && JSON.parse(mark.valueJson);
}

/** Says why nobody may work on the database `name`, into which a move has not ended. */
export function explainMove(move: Move, name: string): string {
  return isOwnMove(move, name)
    ? 'A move of this database to itself has not ended. It has changed nothing. End it: npm run move-database -- --end'
    : 'A move into this database has not ended. Run npm run move-database again with the settings of the old one.';
}

/**
 * An older build let a database move to itself by another address. Such a move changes nothing and never ends.
 * The name alone is not enough: another database may have got the name of the source since.
 */
const isOwnMove = ({ movesFrom, isFromOther }: Move, name: string) => !isFromOther && movesFrom === name;

/** Ends a move of the database `name` to itself. Throws `MoveRefused` for any other move, which has to go on. */
export async function endOwnMove(database: RowTarget, name: string): Promise<void> {
  const move = await findMove(database);
  if (!move) throw new MoveRefused('No move into this database has begun, so there is nothing to end.');
  if (!isOwnMove(move, name))
    throw new MoveRefused(
      `The move into this database comes from ${move.movesFrom}, so rows may be missing here. Run npm run move-database again with the settings of the old one.`,
    );
  await removeMark(database);
}

/**
 * Copies all rows of `from` into `to`, compares every row, and counts. A move that was interrupted at any moment
 * goes on when it is called again, and one that has ended is only compared again. `to` may hold only what a new
 * server writes at its first start. Nobody writes to either of them meanwhile. They must be two databases. Throws
 * `MoveRefused`, or `UnreadableRows` for a damaged row of `from`.
 */
export async function moveRows(from: RowSource, to: RowTarget, options: MoveOptions): Promise<MoveReport> {
  const unfinished = await findMove(from);
  if (unfinished)
    throw new MoveRefused(
      `The database to copy cannot be used. ${explainMove(unfinished, options.fromName)}`,
    );
  const rows = await countRows(from);
  if ((await begin(to, options.fromName)) === 'in_use') {
    if (!(await isWhole(from, to, rows, options)))
      throw new MoveRefused(
        'The database that you move to is in use: it has conversations or people. Name an empty one. If you have moved to it before, set DATABASE_URL to its address instead.',
      );
    return { rows, hadEnded: true };
  }
  // Each row is copied, and then compared.
  const note = countProgress(2 * sumOf(rows), options);
  // What the target has beyond the source could be in the way of a unique column.
  for (const table of tables) await removeOthers(from, to, table);
  for (const table of tables) await copyTable(from, to, table, note);
  for (const table of tables) await compareTable(from, to, table, note);
  // A server that was just starting when the move began had not told anybody yet.
  await options.requireStopped?.();
  await removeMark(to);
  return { rows, hadEnded: false };
}

const sumOf = (rows: Record<Table, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0);

function countProgress(total: number, { onProgress }: MoveOptions): (count: number) => void {
  let done = 0;
  return (count) => {
    done += count;
    onProgress({ done, total });
  };
}

function removeMark(to: RowTarget): Promise<unknown> {
  return to.write(({ setting }) => setting.deleteMany({ where: { key: markKey } }));
}

/** Marks the target, unless it is in use by others. */
async function begin(to: RowTarget, fromName: string): Promise<'begun' | 'in_use'> {
  return to.write(async (transaction) => {
    const { setting, conversation, run, account } = transaction;
    const move = await findMove({ read: transaction });
    if (move && move.movesFrom !== fromName)
      throw new MoveRefused(`A move from ${move.movesFrom} into this database has begun. Let it end first.`);
    if (move) return 'begun';
    const found = (await conversation.count()) + (await run.count()) + (await account.count());
    if (found > 0) return 'in_use';
    const mark: Move = { movesFrom: fromName, isFromOther: true };
    const data = {
      key: markKey,
      valueJson: JSON.stringify(mark),
      updatedById: 'usr_system',
    };
    await setting.create({ data: { ...data, updatedAt: new Date() } });
    return 'begun';
  });
}

async function countRows({ read }: RowSource): Promise<Record<Table, number>> {
  const counts = {} as Record<Table, number>;
  for (const table of tables) counts[table] = await rowsOf(read, table).count();
  return counts;
}

const isMark = (table: Table, row: Row) => table === 'Setting' && row['key'] === markKey;

async function forEachBatch(
  { read }: RowSource,
  table: Table,
  work: (rows: Row[]) => Promise<void>,
): Promise<void> {
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await readAfter(read, table, last, batchRows);
    last = rows.at(-1) ?? null;
    if (last === null) return;
    await work(rows);
  }
}

/** Removes the rows that the source does not have. */
async function removeOthers(from: RowSource, to: RowTarget, table: Table): Promise<void> {
  await forEachBatch(to, table, async (rows) => {
    const known = await readSame(from.read, table, rows);
    const others = rows.filter((row) => !known.has(nameKey(table, row)) && !isMark(table, row));
    await deleteRows(to, table, others);
  });
}

async function deleteRows(to: RowTarget, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await to.write((transaction) => rowsOf(transaction, table).deleteMany({ where: whereSame(table, rows) }));
}

/** A row that is there and differs is of an earlier attempt, or of the target's first start. */
async function copyTable(
  from: RowSource,
  to: RowTarget,
  table: Table,
  note: (count: number) => void,
): Promise<void> {
  await forEachBatch(from, table, async (rows) => {
    const wanted = rows.map((row) => toSoundRow(row));
    const there = await readSame(to.read, table, rows);
    const isThere = (row: Row) => {
      const found = there.get(nameKey(table, row));
      return found !== undefined && isSameRow(row, found);
    };
    const missing = wanted.filter((row) => !isThere(row));
    if (missing.length > 0) await putRows(to, table, missing);
    note(rows.length);
  });
}

async function putRows(to: RowTarget, table: Table, rows: Row[]): Promise<void> {
  try {
    await to.write(async (transaction) => {
      const target = rowsOf(transaction, table);
      await target.deleteMany({ where: whereSame(table, rows) });
      await target.createMany({ data: rows });
    });
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== withoutParent) throw error;
    throw new MoveRefused(`A row of the table ${table} belongs to a row that does not exist.`, {
      cause: error,
    });
  }
}

/** Tells whether the target holds exactly the rows of the source: a move has ended, and nothing came after. */
async function isWhole(
  from: RowSource,
  to: RowSource,
  rows: Record<Table, number>,
  options: MoveOptions,
): Promise<boolean> {
  const there = await countRows(to);
  if (tables.some((table) => there[table] !== rows[table])) return false;
  const note = countProgress(sumOf(rows), options);
  for (const table of tables) if (!(await hasSameRows(from, to, table, note))) return false;
  return true;
}

async function hasSameRows(
  from: RowSource,
  to: RowSource,
  table: Table,
  note: (count: number) => void,
): Promise<boolean> {
  let isSame = true;
  await forEachBatch(from, table, async (rows) => {
    const there = await readSame(to.read, table, rows);
    isSame &&= rows.every((row) => {
      const found = there.get(nameKey(table, row));
      return found !== undefined && isSameRow(toSoundRow(row), found);
    });
    note(rows.length);
  });
  return isSame;
}

async function compareTable(
  from: RowSource,
  to: RowTarget,
  table: Table,
  note: (count: number) => void,
): Promise<void> {
  if (!(await hasSameRows(from, to, table, note)))
    throw new MoveRefused(`A row of ${table} is not the same after the move. Run the move again.`);
  const [before, after] = [await rowsOf(from.read, table).count(), await rowsOf(to.read, table).count()];
  const expected = before + (table === 'Setting' ? 1 : 0);
  if (after !== expected)
    throw new MoveRefused(
      `The table ${table} has ${after} rows after the move instead of ${expected}. Run the move again.`,
    );
}

/** Older builds stored texts that not every database can hold. They are written as `toSoundText` says. */
function toSoundRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' ? toSoundText(value) : value,
    ]),
  );
}
