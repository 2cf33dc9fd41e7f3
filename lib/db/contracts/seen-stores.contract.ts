import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, localActor, scriptActor } from '../../domain/actor';
import { isSignable, type Reader } from '../../domain/reader';
import { roleNames } from '../../domain/role';
import type { Run } from '../../domain/run';
import { noWork } from '../../domain/run-event';
import { risks } from '../../domain/verdict';
import type { ActorId, ConversationId } from '../../shared/ids';
import { createSeenStores } from '../stores/create-seen-stores';
import type { OpenStores, Stores } from '../testing/open-stores';
import { writeRuns } from '../testing/write-runs';

const people: readonly Actor[] = [
  localActor,
  { id: 'usr_ann', name: 'Ann', role: 'operator' },
  { id: 'usr_ben', name: 'Ben', role: 'approver' },
];
const idsOf = ({ id }: Actor): ActorId[] => (id === localActor.id ? [id, scriptActor.id] : [id]);

const readers: fc.Arbitrary<Reader> = fc.record({
  ids: fc.constantFrom(...people).map(idsOf),
  signs: fc.option(
    fc.record({
      reach: fc.constantFrom('own', 'any'),
      risks: fc.subarray([...risks]),
      roles: fc.subarray([...roleNames]),
    }),
  ),
  seesForeignRequests: fc.boolean(),
  workspaces: fc.option(
    fc.record({
      open: fc.subarray(['main', 'books']),
      configured: fc.constant(['main', 'books']),
    }),
  ),
});

const requests = fc
  .record({
    owner: fc.constantFrom(...people),
    startedBy: fc.constantFrom(...people),
    isPrivate: fc.boolean(),
    // Nobody has configured the last one.
    workspaceId: fc.constantFrom('main', 'main', 'books', 'left'),
    risk: fc.constantFrom(...risks),
    role: fc.option(fc.constantFrom(...roleNames)),
    notRequester: fc.boolean(),
  })
  // Nobody else has a run in a private conversation.
  .map((request) => (request.isPrivate ? { ...request, startedBy: request.owner } : request));

const all = { search: null, cursor: null, limit: 100 };
const sorted = (ids: readonly string[]) => [...ids].sort();

/** Tests what a reader sees on any database: every kind of read against one model of who sees what. */
export function describeSeenStores(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => stores.clear());
  afterAll(() => stores.close());

  async function write({ owner, startedBy, isPrivate, workspaceId, risk, role, notRequester }: Asked) {
    const { id: conversationId } = await stores.conversations.create('A title', workspaceId, owner);
    await stores.conversations.setPrivacy(conversationId, isPrivate, owner);
    const verdict = {
      ruleId: null,
      decision: 'ask',
      risk,
      reason: '',
      signatures: 1,
      signers: { role, notRequester, byRules: 1 },
    } as const;
    const pending = await writeRuns(stores.runs).pending(
      { verdict },
      { conversationId, workspaceId, startedBy: startedBy.id },
    );
    return { ...pending, conversationId };
  }
  type Asked = Parameters<Parameters<typeof requests.map>[0]>[0];

  describe('a reader', () => {
    it('finds, lists and counts what they see, and nothing else', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(requests, { minLength: 1, maxLength: 4 }),
          readers,
          async (asked, reader) => {
            await stores.clear();
            const seen = createSeenStores(stores.database, stores.runs, reader);
            const open: string[] = [];
            const signable: string[] = [];
            const others: string[] = [];
            let hasStarted = false;
            for (const request of asked) {
              const { run, call, approvalId, conversationId } = await write(request);
              const { startedBy, risk, role, notRequester } = request;
              const isIn =
                reader.workspaces === null ||
                reader.workspaces.open.includes(request.workspaceId) ||
                (request.workspaceId === 'left' && reader.ids.includes(request.owner.id));
              const isOpen = isIn && (!request.isPrivate || reader.ids.includes(request.owner.id));
              const mayIn = isOpen || (isIn && reader.seesForeignRequests);
              const maySign =
                mayIn &&
                isSignable(reader, {
                  startedBy: startedBy.id,
                  risk,
                  signerRole: role,
                  barredSignerId: notRequester ? startedBy.id : null,
                });
              if (isOpen) open.push(conversationId);
              hasStarted ||= isOpen && reader.ids.includes(startedBy.id);
              if (maySign) signable.push(approvalId);
              else if (isOpen) others.push(approvalId);

              const found = {
                conversation: (await seen.conversations.find(conversationId)) !== null,
                run: (await seen.runs.find(run.id)) !== null,
                isSeen: await seen.runs.isSeen(run.id),
                events: (await seen.runs.listEvents(run.id)).length > 0,
                ofConversation: (await seen.runs.listOfConversation(conversationId)).items.length > 0,
                sizes: (await seen.runs.listSizes(conversationId, { cursor: null, limit: 1 })).length > 0,
                latest: (await seen.runs.findLatest(conversationId, 'agent')) !== null,
                call: (await seen.calls.find(run.id, call.id)) !== null,
              };
              expect(new Set(Object.values(found))).toEqual(new Set([isOpen]));
              const request_ = await seen.approvals.find(approvalId);
              expect(request_ !== null).toBe(isOpen || maySign);
              expect((await seen.approvals.findBrief(approvalId)) !== null).toBe(isOpen || maySign);
              expect(request_?.conversation ?? null).toEqual(
                isOpen ? { id: conversationId, title: 'A title' } : null,
              );
              // Who was shown the request to sign it reads its run, to decide, and still no conversation.
              expect((await seen.runs.find(run.id)) !== null).toBe(isOpen || maySign);
              expect((await seen.conversations.find(conversationId)) !== null).toBe(isOpen);
            }
            const list = async (filter: 'pending' | 'others' | 'decided') =>
              sorted((await seen.approvals.list({ ...all, filter })).items.map(({ id }) => id));
            expect(await list('pending')).toEqual(sorted(signable));
            expect(await list('others')).toEqual(sorted(others));
            expect(await seen.approvals.countPending()).toBe(signable.length);
            expect(await seen.approvals.countOthers()).toBe(others.length);
            for (const search of [null, 'title'])
              expect(
                sorted((await seen.conversations.list({ ...all, search })).items.map(({ id }) => id)),
              ).toEqual(sorted(open));
            expect((await seen.history.lastStarts()).size).toBe(hasStarted ? 1 : 0);
          },
        ),
        { numRuns: 80 },
      );
    });

    it('changes nothing that they do not see', async () => {
      const [, ann, ben] = people as [Actor, Actor, Actor];
      const { id } = await stores.conversations.create('Ann’s own', 'main', ann);
      await stores.conversations.setPrivacy(id, true, ann);
      const reader: Reader = { ids: [ben.id], signs: null, seesForeignRequests: true, workspaces: null };
      const { conversations } = createSeenStores(stores.database, stores.runs, reader);
      expect(await conversations.rename(id, 'Mine', ben)).toBe(false);
      expect(await conversations.remove(id, ben)).toBe(false);
      expect(await conversations.setPrivacy(id, false, ben)).toBe('refused');
      await stores.conversations.remove(id, ann);
      expect(await conversations.restore(id, ben)).toBe(false);
      expect(await stores.conversations.restore(id, ann)).toBe(true);
      expect(await stores.conversations.find(id)).toMatchObject({ title: 'Ann’s own', isPrivate: true });
    });

    it('reads no words about a workspace that they are not in, also after its conversation is gone', async () => {
      const [, ann, ben] = people as [Actor, Actor, Actor];
      const { id } = await stores.conversations.create('First', 'books', ann);
      await stores.conversations.rename(id, 'Second', ann);
      const of = (who: Actor, open: string[]): Reader => ({
        ids: [who.id],
        signs: null,
        seesForeignRequests: true,
        workspaces: { open, configured: ['main', 'books'] },
      });
      const subjects = async (reader: Reader) => {
        const { audit } = createSeenStores(stores.database, stores.runs, reader);
        const { items } = await audit.list({ by: null, kind: null, cursor: null, limit: 10 });
        return items.map(({ subject, before }) => [subject, before]);
      };
      const words = [['Second', 'First']];
      expect(await subjects(of(ben, ['main', 'books']))).toEqual(words);
      expect(await subjects(of(ben, ['main']))).toEqual([[null, null]]);
      // Somebody who was put out of a workspace reads no more of it, also what they did there.
      expect(await subjects(of(ann, ['main']))).toEqual([[null, null]]);
      await stores.conversations.remove(id, ann);
      await stores.conversations.purge(new Date(Date.now() + 1));
      expect(await subjects(of(ben, ['main']))).toEqual([
        [null, null],
        [null, null],
      ]);
      expect(await subjects(of(ben, ['books']))).toEqual([['Second', null], ...words]);
    });

    it('reads no words about what others keep private, or did, in the audit log', async () => {
      const [, ann, ben] = people as [Actor, Actor, Actor];
      const { id } = await stores.conversations.create('First', 'main', ann);
      await stores.conversations.rename(id, 'Open', ann);
      await stores.conversations.setPrivacy(id, true, ann);
      await stores.conversations.setPrivacy(id, true, ann);
      await stores.conversations.rename(id, 'Secret', ann);
      const subjects = async (reader: Reader | null) => {
        const { audit } = reader ? createSeenStores(stores.database, stores.runs, reader) : stores;
        const { items } = await audit.list({ by: null, kind: null, cursor: null, limit: 10 });
        return items.map(({ subject }) => subject);
      };
      const of = ({ id: who }: Actor): Reader => ({
        ids: [who],
        signs: null,
        seesForeignRequests: true,
        workspaces: null,
      });
      const written = ['Secret', 'Open', 'Open'];
      expect(await subjects(null)).toEqual(written);
      expect(await subjects(of(ann))).toEqual(written);
      expect(await subjects(of(ben))).toEqual([null, null, null]);
      await stores.conversations.setPrivacy(id, false, ann);
      expect(await subjects(of(ben))).toEqual(['Secret', null, null, 'Open']);
      await stores.conversations.setPrivacy(id, true, ann);
      await stores.conversations.remove(id, ann);
      await stores.conversations.purge(new Date(Date.now() + 1));
      // After the end of the conversation, an entry from an open time is as open as it was.
      expect(await subjects(of(ben))).toEqual([null, null, 'Secret', null, null, 'Open']);
      expect(await subjects(of(ann))).toEqual(['Secret', 'Secret', 'Secret', ...written]);
    });
  });

  describe('privacy', () => {
    it('is for the person who started the conversation to change, and for their programs', async () => {
      const { id } = await stores.conversations.create('Mine', 'main', localActor);
      const [, ann] = people as [Actor, Actor];
      const set = (isPrivate: boolean, by: Actor) => stores.conversations.setPrivacy(id, isPrivate, by);
      expect(await set(true, { ...ann, role: 'admin' })).toBe('refused');
      expect(await stores.conversations.find(id)).toMatchObject({ isPrivate: false });
      expect(await set(true, scriptActor)).toBe('set');
      expect(await stores.conversations.find(id)).toMatchObject({ isPrivate: true });
      expect(await set(false, localActor)).toBe('set');
      expect(await stores.conversations.find(id)).toMatchObject({ isPrivate: false });
      expect(await stores.conversations.setPrivacy('cnv_none' as ConversationId, true, localActor)).toBe(
        'refused',
      );
    });

    it('waits for the end of another’s run, who could no longer stop it, and lets no other run begin', async () => {
      const [, ann, ben] = people as [Actor, Actor, Actor];
      const { id } = await stores.conversations.create('Shared', 'main', ann);
      const write = writeRuns(stores.runs);
      const { run } = await write.pending({}, { conversationId: id, startedBy: ben.id });
      const set = (isPrivate: boolean) => stores.conversations.setPrivacy(id, isPrivate, ann);
      expect(await set(true)).toBe('busy');
      expect(await stores.conversations.find(id)).toMatchObject({ isPrivate: false });
      expect(await set(false)).toBe('set');
      await write.cancel(run);
      expect(await set(true)).toBe('set');
      await expect(write.pending({}, { conversationId: id, startedBy: ben.id })).rejects.toMatchObject({
        code: 'not_found',
      });
      await write.pending({}, { conversationId: id, startedBy: ann.id });
      expect(await set(true)).toBe('set');
    });

    it('lets nobody continue another’s run, who could not stop it', async () => {
      const [, ann, ben] = people as [Actor, Actor, Actor];
      const { id } = await stores.conversations.create('Shared', 'main', ann);
      const { start, append } = writeRuns(stores.runs);
      const fail = async ({ id: startedBy }: Actor) => {
        const { run } = await start({ conversationId: id, startedBy });
        const failed = { type: 'run_failed', code: 'internal_error', message: 'Failed.', ...noWork } as const;
        return append(run, [{ type: 'run_started' }, failed]);
      };
      const [ofBen, ofAnn] = [await fail(ben), await fail(ann)];
      const proceed = (run: Run, by: Actor) => append(run, [{ type: 'run_continued' }], by);
      await stores.conversations.setPrivacy(id, true, ann);
      for (const by of [ben, { ...ann, role: 'admin' }])
        await expect(proceed(ofBen, by)).rejects.toMatchObject({ code: 'not_found' });
      expect(await stores.runs.find(ofBen.id)).toMatchObject({ state: { status: 'failed' } });
      expect(await stores.conversations.find(id)).toMatchObject({ activeRunId: null });
      await proceed(ofAnn, ann);
      expect(await stores.conversations.find(id)).toMatchObject({ activeRunId: ofAnn.id });
    });
  });
}
