import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor } from '../../domain/actor';
import { createRunStore } from '../ledger/run-store';
import { openDatabase } from '../open-database';
import type { Database, WriteTransaction } from '../ports/database';
import { createPromptStore } from '../stores/settings-stores';
import { openStores, type Stores } from '../testing/open-stores';
import { writeRuns } from '../testing/write-runs';
import { writeUnlessTaken } from './write-unless-taken';

/**
 * A database that runs transactions in parallel lets one read before another commits. SQLite never does this,
 * so these tests imitate it.
 */

let stores: Stores;
beforeAll(async () => {
  stores = await openStores((folder) =>
    openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir: path.resolve('prisma') }),
  );
});
beforeEach(() => stores.clear());
afterAll(() => stores.close());

/** Makes the first transaction read one row of this table as it was before the latest commit. */
function withStaleRead(
  table: 'run' | 'systemPrompt' | 'systemPromptVersion',
  method: string,
  seen: unknown,
): Database {
  let isStale = true;
  return {
    ...stores.database,
    write: (work) =>
      stores.database.write((transaction, runs) => {
        if (!isStale) return work(transaction, runs);
        isStale = false;
        const stale = { ...toObject(transaction[table]), [method]: async () => seen };
        return work({ ...toObject(transaction), [table]: stale }, runs);
      }),
  };
}

/**
 * Wraps one of Prisma's objects, which answer to any name. The wrapper answers only to names that the object
 * has.
 */
function toObject<T extends object>(source: T): T {
  return new Proxy({} as T, {
    ownKeys: () => Object.keys(source),
    getOwnPropertyDescriptor: (_target, key) => ({
      enumerable: true,
      configurable: true,
      value: Reflect.get(source, key),
    }),
    get: (_target, key) => Reflect.get(source, key),
  });
}

describe('a write that looks first', () => {
  it('finds the run that another server started with the same key', async () => {
    const key = { idempotencyKey: 'usr_local:one', requestHash: 'a' };
    const first = await writeRuns(stores.runs).start({}, { key });
    const late = writeRuns(createRunStore(withStaleRead('run', 'findUnique', null)));
    const second = await late.start({}, { key });
    expect(second).toMatchObject({ isNew: false, run: { id: first.run.id } });
    expect(await stores.database.read.conversation.count()).toBe(1);
  });

  it('adds its version of a prompt after the one that another server added', async () => {
    await stores.prompts.seed('default', 'Assistant', 'Text');
    await stores.prompts.addVersion('default', 'Theirs', localActor);
    const late = createPromptStore(withStaleRead('systemPromptVersion', 'findFirst', { version: 1 }));
    expect(await late.addVersion('default', 'Ours', localActor)).toBe(true);
    const [prompt] = await stores.prompts.list();
    expect(prompt?.versions.map(({ text }) => text)).toEqual(['Ours', 'Theirs', 'Text']);
  });

  it('leaves the prompt alone that another server seeded', async () => {
    await stores.prompts.seed('default', 'Assistant', 'Theirs');
    await createPromptStore(withStaleRead('systemPrompt', 'findUnique', null)).seed(
      'default',
      'Assistant',
      'Ours',
    );
    expect(await stores.prompts.find('default')).toMatchObject({ version: 1, text: 'Theirs' });
  });

  it('reports a persistent conflict, and every other error immediately', async () => {
    const data = { key: 'k', valueJson: '1', updatedById: 'usr_local', updatedAt: new Date() };
    let attempts = 0;
    const insertTwice = async (transaction: WriteTransaction) => {
      attempts += 1;
      for (let times = 0; times < 2; times += 1) await transaction.setting.create({ data });
    };
    await expect(writeUnlessTaken(stores.database, insertTwice)).rejects.toMatchObject({ code: 'P2002' });
    expect(attempts).toBe(10);
    const fail = async () => {
      attempts += 1;
      throw new Error('a bug');
    };
    await expect(writeUnlessTaken(stores.database, fail)).rejects.toThrow('a bug');
    expect(attempts).toBe(11);
  });
});
