import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endOwnMove, findMove, moveRows } from '../moving/move-rows';
import { type Table, tables } from '../moving/table-keys';
import { type Row, readAfter, rowsOf } from '../moving/table-rows';
import type { Database } from '../ports/database';
import type { OpenStores, Stores } from '../testing/open-stores';
import { randomRows } from '../testing/random-rows';

const actorRow = { name: 'You', role: 'admin' };
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
        expect(await findMove(to)).toBeNull();
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
        expect(await findMove(to)).toEqual({ movesFrom: 'the source', isFromOther: true });
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
      await to.write(({ actor }) => actor.create({ data: { ...actorRow, id: 'usr_local' } }));
      await moveRows(from, to, options);
      expect(await readAll(to)).toEqual(await readAll(from));
      const before = await readAll(to);
      await from.write(({ setting }) => setting.updateMany({ data: { valueJson: '"changed"' } }));
      await expect(moveRows(from, to, options)).rejects.toThrow('is in use');
      await from.write(({ actor }) => actor.create({ data: { ...actorRow, id: 'usr_new' } }));
      await expect(moveRows(from, to, options)).rejects.toThrow('is in use');
      expect(await readAll(to)).toEqual(before);
    });

    it('that has ended says so when it is repeated', async () => {
      const { from, to } = databases();
      await fill(from, sample(7));
      const first = await moveRows(from, to, options);
      expect(first.hadEnded).toBe(false);
      expect(await moveRows(from, to, options)).toEqual({ rows: first.rows, hadEnded: true });
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
      await expect(moveRows(to, from, options)).rejects.toThrow('A move into this database has not ended.');
    });

    it('of an older build to the database itself can be ended, and no other one', async () => {
      const { from, to } = databases();
      await fill(from, sample(8));
      const before = await readAll(from);
      const mark = async (value: object) => {
        const data = { valueJson: JSON.stringify(value), updatedById: 'usr_system', updatedAt: new Date() };
        const place = { key: 'moving' };
        await from.write(({ setting }) =>
          setting.upsert({ where: place, create: { ...place, ...data }, update: data }),
        );
      };
      await mark({ movesFrom: 'the source' });
      await expect(moveRows(from, to, options)).rejects.toThrow('npm run move-database -- --end');
      await expect(endOwnMove(from, 'another')).rejects.toThrow('comes from the source');
      await endOwnMove(from, 'the source');
      expect(await readAll(from)).toEqual(before);
      await expect(endOwnMove(from, 'the source')).rejects.toThrow('nothing to end');
      // This build moves only to another database, which may have got the name of the old one since.
      await mark({ movesFrom: 'the source', isFromOther: true });
      await expect(endOwnMove(from, 'the source')).rejects.toThrow('rows may be missing');
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
      expect(await findMove(to)).toEqual({ movesFrom: 'the source', isFromOther: true });
    });
  });
}
