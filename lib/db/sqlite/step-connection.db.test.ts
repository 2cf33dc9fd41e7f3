import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStepConnection, type StepConnection } from './step-connection';

let folder: string;
let connection: StepConnection;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-step-'));
  connection = await openStepConnection(path.join(folder, 'test.db'));
  connection.driver.exec('CREATE TABLE "SystemPrompt" ("id" TEXT PRIMARY KEY, "title" TEXT)');
});
afterEach(async () => {
  await connection.close();
  await rm(folder, { recursive: true, force: true });
});

const create = (client: Pick<StepConnection['client'], 'systemPrompt'>, id: string) =>
  client.systemPrompt.create({ data: { id, title: id } });
const insert = (id: string) =>
  connection.driver.prepare('INSERT INTO "SystemPrompt" ("id") VALUES (?)').run(id);
const listIds = () =>
  connection.driver.prepare('SELECT "id" FROM "SystemPrompt" ORDER BY rowid').pluck().all();

describe('a connection that Prisma and our own statements share', () => {
  it('commits the rows of both together', async () => {
    connection.driver.exec('BEGIN IMMEDIATE');
    const { transaction, end } = connection.join();
    insert('ours');
    await create(transaction, 'of Prisma');
    expect(await transaction.systemPrompt.count()).toBe(2);
    end();
    connection.driver.exec('COMMIT');
    expect(listIds()).toEqual(['ours', 'of Prisma']);
  });

  /** Writes two rows, for which Prisma begins a transaction. */
  const createTwo = () =>
    connection.client.$transaction([create(connection.client, 'a'), create(connection.client, 'b')]);

  it('rolls the rows of both back together, those of a transaction of Prisma included', async () => {
    connection.driver.exec('BEGIN IMMEDIATE');
    insert('ours');
    await createTwo();
    expect(listIds()).toHaveLength(3);
    connection.driver.exec('ROLLBACK');
    expect(listIds()).toEqual([]);
  });

  it('lets Prisma begin no transaction of its own', async () => {
    await expect(createTwo()).rejects.toThrow('in a turn only');
    expect(listIds()).toEqual([]);
  });

  it('gives the client of a transaction nothing after its end', () => {
    const { transaction, throwIfOver, end } = connection.join();
    throwIfOver();
    end();
    expect(throwIfOver).toThrow('is over');
    expect(() => transaction.systemPrompt).toThrow('is over');
  });

  it('executes each operation of a watched client as it was told', async () => {
    let isAllowed = true;
    const watched = connection.watch(async (operation) => {
      if (!isAllowed) throw new Error('not now');
      return operation();
    });
    expect(await watched.systemPrompt.count()).toBe(0);
    isAllowed = false;
    await expect(watched.systemPrompt.count()).rejects.toThrow('not now');
  });
});

describe('statements of Prisma', () => {
  const read = (text: string) =>
    connection.client.$queryRawUnsafe<{ text: string }[]>('SELECT ? AS text', text);

  it('are prepared once, and each use has its own values', async () => {
    const prepared = vi.spyOn(connection.driver, 'prepare');
    expect([await read('one'), await read('two')]).toEqual([[{ text: 'one' }], [{ text: 'two' }]]);
    expect(prepared).toHaveBeenCalledTimes(1);
  });

  it('make room: the one that was not used for the longest time is prepared again', async () => {
    const prepared = vi.spyOn(connection.driver, 'prepare');
    const readNumber = (number: number) => connection.client.$queryRawUnsafe(`SELECT ${number}`);
    for (let number = 0; number < 100; number += 1) await readNumber(number);
    await readNumber(0);
    expect(prepared).toHaveBeenCalledTimes(100);
    await readNumber(100);
    await readNumber(0);
    expect(prepared).toHaveBeenCalledTimes(101);
    await readNumber(1);
    expect(prepared).toHaveBeenCalledTimes(102);
  });
});
