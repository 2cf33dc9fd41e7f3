import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, localActor, systemActor } from '../../domain/actor';
import { createId } from '../../shared/ids';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, refusals, writeRuns } from '../testing/write-runs';

const mara: Actor = { id: 'usr_mara', name: 'Mara', role: 'admin' };

/** Tests the promises of `ActorStore` on any database. */
export function describeActorStore(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => stores.clear());
  afterAll(() => stores.close());

  const damage = (id: Actor['id']) =>
    stores.database.write((transaction) =>
      transaction.actor.update({ where: { id }, data: { id: 'usr_\ufffd' } }),
    );

  describe('people', () => {
    it('are stored once, however many servers start at once, and keep the role they have', async () => {
      const results = await atOnce(10, (index) => stores.actors.seed({ ...mara, role: `role ${index}` }));
      expect(refusals(results)).toEqual([]);
      const stored = await stores.actors.find(mara.id);
      expect(stored).toEqual({ ...mara, role: expect.stringMatching(/^role \d$/) });
      await stores.actors.seed(mara);
      stores = await stores.reopen();
      expect(await stores.actors.find(mara.id)).toEqual(stored);
    });

    it('get what a later start gives them, and keep the rest', async () => {
      await stores.actors.seed(mara);
      await stores.actors.seed({ ...mara, name: 'Nobody' }, { role: 'viewer' });
      expect(await stores.actors.find(mara.id)).toEqual({ ...mara, role: 'viewer' });
      await stores.actors.seed({ ...mara, id: 'usr_new' }, { name: 'New' });
      expect(await stores.actors.find('usr_new')).toEqual({ ...mara, id: 'usr_new', name: 'New' });
    });

    it('have names, and so has the server, but nobody else', async () => {
      await stores.actors.seed(mara);
      const nameOf = await stores.actors.names();
      expect([localActor.id, mara.id, systemActor.id].map(nameOf)).toEqual(['You', 'Mara', 'Countersign']);
      expect(nameOf('usr_stranger')).toBe('Someone');
      expect(await stores.actors.find(systemActor.id)).toBeNull();
      expect(await stores.actors.find('usr_stranger')).toBeNull();
    });

    it('are shown without a name, and send nothing, while their row is damaged', async () => {
      await stores.actors.seed(mara);
      await damage(localActor.id);
      stores = await stores.reopen();
      await expect(stores.actors.find('usr_\ufffd')).rejects.toThrow('damaged');
      expect(await stores.actors.find(localActor.id)).toBeNull();
      const nameOf = await stores.actors.names();
      expect([localActor.id, mara.id].map(nameOf)).toEqual(['Someone', 'Mara']);
    });
  });

  describe('the owner', () => {
    it('of a conversation, a run and its request for approval is the person who started them', async () => {
      const write = writeRuns(stores.runs);
      const { id } = await stores.conversations.create('Mara’s', 'main', mara);
      const pending = await write.pending({}, { conversationId: id, startedBy: localActor.id });
      const { approvalId, run } = pending;
      expect(await stores.actors.findOwner(id)).toBe(mara.id);
      expect(await stores.actors.findOwner(run.id)).toBe(localActor.id);
      expect(await stores.actors.findOwner(approvalId)).toBe(localActor.id);
    });

    it('of a deleted conversation is still known', async () => {
      const { id } = await stores.conversations.create('Gone', 'main', mara);
      await stores.conversations.remove(id, localActor);
      expect(await stores.actors.findOwner(id)).toBe(mara.id);
    });

    it('is nobody for a thing that does not exist, and for one that nobody starts', async () => {
      const missing = [createId('cnv'), createId('run'), createId('apr'), 'summarize-document', ''];
      for (const id of missing) expect(await stores.actors.findOwner(id)).toBeNull();
    });
  });
}
