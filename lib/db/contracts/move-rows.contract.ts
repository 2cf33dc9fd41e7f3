import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isMoving, moveRows } from '../moving/move-rows';
import { type Table, tables } from '../moving/table-keys';
import { type Row, readAfter, rowsOf } from '../moving/table-rows';
import type { Database } from '../ports/database';
import type { OpenStores, Stores } from '../testing/open-stores';
import { randomRows } from '../testing/random-rows';

const options = { fromName: 'the source', onProgress: () => {} };

async function empty(database: Database): Promise<void> {
  for (const table of tables.toReversed())
    await database.write((transaction) => rowsOf(transaction, table).deleteMany({}));
}

async function fill(database: Database, rows: Record<Table, Row[]>): Promise<void> {
  for (const table of tables)
    await database.write((transaction) => rowsOf(transaction, table).createMany({ data: rows[table] }));
}

const sortKey = (row: Row) => JSON.stringify(row);
async function readAll({ read }: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of tables) all[table] = (await readAfter(read, table, null, 100_000)).map(sortKey).sort();
  return all;
}

/** Tests that everything of one kind of database moves to another. */
export function describeMoveRows(openFrom: OpenStores, openTo: OpenStores): void {
  let [from, to]: Stores[] = [];
  const databases = () => {
    if (!from || !to) throw new Error('The databases are not open');
    return { from: from.database, to: to.database };
  };
  beforeAll(async () => {
    [from, to] = [await openFrom(), await openTo()];
  });
  beforeEach(async () => {
    await empty(databases().from);
    await empty(databases().to);
  });
  afterAll(async () => {
    await from?.close();
    await to?.close();
  });

  describe('a move', () => {
    const rows = randomRows(path.resolve('prisma/models.prisma'), 60);
    const sample = (seed: number) => {
      const [drawn] = fc.sample(rows, { numRuns: 1, seed });
      if (!drawn) throw new Error('Nothing was drawn');
      return drawn;
    };

    it('copies every row of every table, and says how many', async () => {
      const { from, to } = databases();
      for (const seed of [1, 2]) {
        await empty(from);
        await empty(to);
        const drawn = sample(seed);
        await fill(from, drawn);
        const before = await readAll(from);
        expect(Object.values(before).every((found) => found.length > 0)).toBe(true);
        const report = await moveRows(from, to, options);
        expect(report.rows).toEqual(
          Object.fromEntries(tables.map((table) => [table, before[table]?.length])),
        );
        expect(await readAll(to)).toEqual(before);
        expect(await readAll(from)).toEqual(before);
        expect(await isMoving(to)).toBe(false);
      }
    });

    it('goes on after it was cut off anywhere, also when the source changed in between', async () => {
      const { from, to } = databases();
      await fill(from, sample(3));
      for (const share of [0.02, 0.2, 0.5, 0.7, 0.99]) {
        const cutOff = ({ done, total }: { done: number; total: number }) => {
          if (done > share * total) throw new Error('The plug was pulled');
        };
        await expect(moveRows(from, to, { ...options, onProgress: cutOff })).rejects.toThrow('plug');
        expect(await isMoving(to)).toBe(true);
        // A server ran on the source: some rows are new, some have changed, and some are gone.
        await from.write(async (transaction) => {
          const [run] = await transaction.run.findMany({ take: 1, orderBy: { id: 'asc' } });
          await transaction.run.deleteMany({ where: { id: run?.id ?? '' } });
          await transaction.setting.updateMany({ data: { valueJson: `"${share}"` } });
          const conversation = { title: 'New', createdById: 'usr_local' };
          const now = new Date();
          await transaction.conversation.create({
            data: { ...conversation, id: `cnv_${share}`, createdAt: now, updatedAt: now },
          });
        });
      }
      await moveRows(from, to, options);
      expect(await readAll(to)).toEqual(await readAll(from));
    });

    it('replaces what a new server has written, and refuses a database that is in use', async () => {
      const { from, to } = databases();
      await fill(from, sample(4));
      const actor = { id: 'usr_local', name: 'You', role: 'admin' };
      await to.write((transaction) => transaction.actor.create({ data: actor }));
      await moveRows(from, to, options);
      expect(await readAll(to)).toEqual(await readAll(from));
      await expect(moveRows(from, to, options)).rejects.toThrow('is in use');
      expect(await readAll(to)).toEqual(await readAll(from));
    });

    it('goes on only with the source with which it began', async () => {
      const { from, to } = databases();
      await fill(from, sample(5));
      const cutOff = () => {
        throw new Error('The plug was pulled');
      };
      await expect(moveRows(from, to, { ...options, onProgress: cutOff })).rejects.toThrow('plug');
      await expect(moveRows(from, to, { ...options, fromName: 'another' })).rejects.toThrow(
        'A move from the source into this database has begun.',
      );
      await expect(moveRows(to, from, options)).rejects.toThrow('did not end');
    });

    it('finds a row that changed on its way', async () => {
      const { from, to } = databases();
      await fill(from, sample(6));
      let isChanged = false;
      const { write } = to;
      const bad: Database = {
        ...to,
        write: async (work, how) => {
          const result = await write(work, how);
          if (!isChanged && (await to.read.auditEntry.count()) > 0) {
            isChanged = true;
            await write(({ auditEntry }) => auditEntry.updateMany({ data: { subject: 'Other' } }));
          }
          return result;
        },
      };
      await expect(moveRows(from, bad, options)).rejects.toThrow(
        'A row of AuditEntry is not the same after the move.',
      );
      expect(await isMoving(to)).toBe(true);
    });
  });
}
