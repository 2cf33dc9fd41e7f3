import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, localActor } from '../../domain/actor';
import { openDatabase } from '../open-database';
import { createSeenStores } from '../stores/create-seen-stores';
import { openStores, type Stores } from '../testing/open-stores';

let stores: Stores;
beforeEach(async () => {
  stores = await openStores((folder) =>
    openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir: path.resolve('prisma') }),
  );
  await stores.clear();
});
afterEach(() => stores.close());

const ann: Actor = { id: 'usr_ann', name: 'Ann', role: 'operator' };
const all = { search: null, cursor: null, limit: 100 };

describe('a column with a value of another type, which only SQLite can hold,', () => {
  it('hides a conversation from all but its owner when it says who reads it', async () => {
    const { id } = await stores.conversations.create('Damaged', 'main', ann);
    await stores.database.write(
      (transaction) =>
        transaction.$executeRaw`UPDATE "Conversation" SET "isPrivate" = 'maybe' WHERE "id" = ${id}`,
    );
    const reader = { ids: ['usr_ben' as const], signs: null, seesForeignRequests: true, workspaces: null };
    const seen = createSeenStores(stores.database, stores.runs, reader);
    expect(await seen.conversations.find(id)).toBeNull();
    expect((await seen.conversations.list(all)).damaged).toEqual([]);
    await expect(stores.conversations.find(id)).rejects.toThrow('damaged');
  });

  it('leaves a person out, and takes nobody with them', async () => {
    const account = { passwordHash: null, providerId: null, createdAt: new Date() };
    await stores.database.write(async (transaction) => {
      await transaction.actor.create({ data: ann });
      for (const [actorId, email] of [
        [localActor.id, 'me@example.com'],
        [ann.id, 'ann@example.com'],
      ] as const)
        await transaction.account.create({ data: { ...account, actorId, email, emailKey: email } });
      await transaction.$executeRaw`UPDATE "Account" SET "createdAt" = 'never' WHERE "actorId" = ${ann.id}`;
    });
    stores = await stores.reopen();
    expect((await stores.accounts.list()).map(({ email }) => email)).toEqual(['me@example.com']);
  });
});
