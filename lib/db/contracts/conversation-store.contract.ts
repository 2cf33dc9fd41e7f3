import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor } from '../../domain/actor';
import { createId } from '../../shared/ids';
import { countTurns } from '../../shared/testing/count-turns';
import { indexMissing, toSearchable } from '../ledger/search-texts';
import type { Database } from '../ports/database';
import { createConversationStore } from '../stores/conversation-store';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, fulfilled, readPages, refusals, writeRuns } from '../testing/write-runs';

/** Tests the promises of `ConversationStore` on any database. */
export function describeConversationStore(open: OpenStores): void {
  let stores: Stores;
  let write: ReturnType<typeof writeRuns>;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(async () => {
    await stores.clear();
    write = writeRuns(stores.runs);
  });
  afterAll(() => stores.close());

  const find = async (words: string | null) =>
    (await stores.conversations.list({ search: words, cursor: null, limit: 50 })).items;
  const search = async (words: string) => (await find(words)).map(({ title }) => title);

  describe('the search of conversations', () => {
    beforeEach(async () => {
      await write.answered(
        'Garden plan',
        { request: 'Which flowers come back?' },
        'Perennials, such as Märzenbecher.',
      );
      await write.answered(
        'Letter',
        { path: 'NEWSLETTER.md', topics: ['100% wool', 'a_b', 'c:\\temp\\x'] },
        'Done.',
      );
    });

    it.each([
      ['garden', ['Garden plan']],
      ['flowers come', ['Garden plan']],
      ['PERENNIALS', ['Garden plan']],
      ['märzenBECHER', ['Garden plan']],
      ['MÄRZ', ['Garden plan']],
      ['newsletter', ['Letter']],
      ['100%', ['Letter']],
      ['100_', []],
      ['a_b', ['Letter']],
      ['a%b', []],
      ['c:\\temp', ['Letter']],
      ['\\', ['Letter']],
      ['c:temp', []],
      ['\\\\', []],
      ['topics', []],
      ['zebra', []],
    ])('%s finds %j', async (words, titles) => {
      expect(await search(words)).toEqual(titles);
    });

    it('shows where it found the words, unless the title holds them', async () => {
      expect((await find('perennials'))[0]?.excerpt).toContain('Perennials, such as');
      expect((await find('garden'))[0]?.excerpt).toBeNull();
    });

    it('follows a new title, and forgets the old one', async () => {
      const { conversationId } = await write.answered('First name', {}, 'Done.');
      expect(await stores.conversations.rename(conversationId, 'Second name', localActor)).toBe(true);
      expect(await search('second name')).toEqual(['Second name']);
      expect(await search('first name')).toEqual([]);
    });

    it('finds rows that are older than its index', async () => {
      await stores.database.write((transaction) => transaction.searchText.deleteMany());
      expect(await search('perennials')).toEqual([]);
      await indexMissing(stores.database);
      expect(await search('perennials')).toEqual(['Garden plan']);
      expect(await search('garden')).toEqual(['Garden plan']);
    });
  });

  describe('the search of more than one statement looks through', () => {
    const count = 9;
    /** Writes conversations. Every two share a time of change, and every second one holds the word. */
    const writeMany = async (characters: number) => {
      for (let index = 0; index < count; index += 1) {
        const { id, conversationId } = await write.answered('Large', {}, 'x'.repeat(characters));
        const text = toSearchable(`${index % 2 ? 'odd' : 'even'} ${'x'.repeat(characters)}`);
        const updatedAt = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 2)));
        await stores.database.write(async (transaction, runs) => {
          await runs.index({ id, conversationId, text });
          await transaction.conversation.update({ where: { id: conversationId }, data: { updatedAt } });
        });
      }
    };

    it.each([10, 400_000, 1_500_000])(
      'finds the same in the same order, page by page (%d)',
      async (characters) => {
        await writeMany(characters);
        const all = (await find(null)).map(({ id }) => id);
        const pagesOf = async (words: string) => {
          const page = (cursor: string | null) =>
            stores.conversations.list({ search: words, cursor, limit: 2 });
          return (await readPages(page)).map(({ id }) => id);
        };
        const [even, odd] = [await pagesOf('even'), await pagesOf('odd')];
        expect(even).toHaveLength(5);
        expect(odd).toHaveLength(4);
        expect(even).toEqual(all.filter((id) => even.includes(id)));
        expect(odd).toEqual(all.filter((id) => odd.includes(id)));
        expect(await pagesOf('large')).toEqual(all);
        expect(await pagesOf('zebra')).toEqual([]);
      },
    );

    it('leaves turns to others', async () => {
      await writeMany(1_500_000);
      const turns = await countTurns(async () => expect(await search('zebra')).toEqual([]));
      expect(turns).toBeGreaterThanOrEqual(count - 1);
    });
  });

  describe('the list of conversations', () => {
    it('has the latest change first, with the state of the last run', async () => {
      const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 0, day)) });
      const first = await write.answered('First', {}, 'Done.', at(1));
      await stores.conversations.create('Second', 'main', localActor);
      await write.start({ ...at(2), conversationId: first.conversationId });
      const listed = await find(null);
      expect(new Set(listed.map(({ title }) => title))).toEqual(new Set(['First', 'Second']));
      expect(listed.map(({ updatedAt }) => updatedAt.getTime())).toEqual(
        listed.map(({ updatedAt }) => updatedAt.getTime()).sort((one, two) => two - one),
      );
      const states = new Map(listed.map(({ title, lastRun }) => [title, lastRun.items[0]?.state.status]));
      expect(states).toEqual(
        new Map([
          ['First', 'queued'],
          ['Second', undefined],
        ]),
      );
    });

    it('can be limited to those with a run that has not ended', async () => {
      const active = await write.start({ workflowId: 'ours' });
      const stopped = await write.start({});
      await write.cancel(stopped.run);
      await write.answered('Done', {}, 'Done.');
      await stores.conversations.create('Empty', 'main', localActor);
      const page = await stores.conversations.list({ search: null, cursor: null, limit: 9, isActive: true });
      expect(page.items.map(({ id }) => id)).toEqual([active.run.conversationId]);
      expect(page.items[0]?.lastRun).toMatchObject({
        items: [{ workflowId: 'ours', state: { status: 'queued' } }],
        damaged: [],
      });
    });

    it('has pages without a gap while more arrive', async () => {
      const make = async () => (await stores.conversations.create('One more', 'main', localActor)).id;
      const before: string[] = [];
      for (let index = 0; index < 7; index += 1) before.push(await make());
      const page = (cursor: string | null) => stores.conversations.list({ search: null, cursor, limit: 3 });
      const seen = (await readPages(page, make)).map(({ id }) => id);
      expect(seen.sort()).toEqual(before.sort());
      expect((await page('no cursor')).items).toHaveLength(3);
    });
  });

  describe('a conversation without title', () => {
    it('exists once per person until a first message names it', async () => {
      const results = await atOnce(10, () => stores.conversations.openBlank('main', localActor));
      expect(refusals(results)).toEqual([]);
      const [first] = fulfilled(results);
      if (!first) throw new Error('There is no conversation');
      expect(new Set(fulfilled(results).map(({ id }) => id)).size).toBe(1);
      const other = { id: createId('usr'), name: 'Mara', role: 'admin' };
      expect((await stores.conversations.openBlank('main', other)).id).not.toBe(first.id);
      await write.answered('Look at the budget', {}, 'Done.', { conversationId: first.id });
      expect(await stores.conversations.find(first.id)).toMatchObject({ title: 'Look at the budget' });
      expect(await search('budget')).toEqual(['Look at the budget']);
      expect((await stores.conversations.openBlank('main', localActor)).id).not.toBe(first.id);
    });

    it('a title that a person gave is not replaced', async () => {
      const { id } = await stores.conversations.openBlank('main', localActor);
      await stores.conversations.rename(id, 'Mine', localActor);
      await write.answered('Look at the budget', {}, 'Done.', { conversationId: id });
      expect(await stores.conversations.find(id)).toMatchObject({ title: 'Mine' });
    });
  });

  describe('a deleted conversation', () => {
    const later = () => new Date(Date.now() + 60_000);

    it('disappears for everyone, can be restored, and is permanently removed later', async () => {
      const { run, approvalId } = await write.pending();
      const id = run.conversationId;
      expect(await stores.conversations.remove(id, localActor)).toBe(false);

      await write.cancel(run);
      expect(await stores.conversations.remove(id, localActor)).toBe(true);
      expect(await stores.conversations.remove(id, localActor)).toBe(false);
      expect(await stores.conversations.rename(id, 'Other', localActor)).toBe(false);
      expect(await stores.conversations.find(id)).toBeNull();
      expect(await stores.runs.find(run.id)).toBeNull();
      expect(await stores.approvals.find(approvalId)).toBeNull();
      expect(await find(null)).toEqual([]);
      expect(await find('title')).toEqual([]);
      const decided = { search: null, cursor: null, limit: 50, filter: 'decided' } as const;
      expect((await stores.approvals.list(decided)).items).toEqual([]);
      await expect(write.start({ conversationId: id })).rejects.toMatchObject({ code: 'not_found' });

      expect(await stores.conversations.purge(new Date(Date.now() - 60_000))).toBe(0);
      expect(await stores.conversations.restore(id, localActor)).toBe(true);
      expect(await stores.conversations.restore(id, localActor)).toBe(false);
      expect(await stores.runs.find(run.id)).toMatchObject({ state: { status: 'cancelled' } });
      expect(await stores.conversations.purge(later())).toBe(0);

      await stores.conversations.remove(id, localActor);
      expect(await stores.conversations.purge(later())).toBe(1);
      expect(await stores.conversations.restore(id, localActor)).toBe(false);
      expect(await stores.database.read.runEvent.count()).toBe(0);
      expect(await stores.database.read.searchText.count()).toBe(0);
    });

    describe('that is being removed for good', () => {
      const steps = 6;
      /**
       * Deletes a conversation with two runs: one whose results have `characters` characters each, and one
       * that was stopped.
       */
      const removeLarge = async (characters: number) => {
        const { run, conversationId } = await write.worked(steps, {
          result: 'x'.repeat(characters),
          preview: 'y'.repeat(characters),
        });
        const stopped = await write.pending({}, { conversationId });
        await write.cancel(stopped.run);
        await stores.conversations.remove(conversationId, localActor);
        return { id: conversationId, runId: run.id };
      };
      const countRows = async () => {
        const { conversation, run, runEvent, toolCall, approval, message, searchText } = stores.database.read;
        const tables = [conversation, run, runEvent, toolCall, approval, message, searchText];
        const counts = tables.map((table) => (table as typeof conversation).count());
        return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
      };

      it('lets other writes in between', async () => {
        await removeLarge(1_000_000);
        const events: number[] = [];
        const purging = createConversationStore(
          betweenWrites(stores.database, async () => {
            await stores.conversations.create('Meanwhile', 'main', localActor);
            events.push(await stores.database.read.runEvent.count());
          }),
        );
        expect(await purging.purge(later())).toBe(1);
        const between = new Set(events.filter((count) => count > 0));
        expect(between.size).toBeGreaterThan(2);
        expect(await stores.database.read.runEvent.count()).toBe(0);
      });

      it('cannot be restored once that has begun, and shows nothing; the next try goes on after a stop', async () => {
        const { id, runId } = await removeLarge(1_000_000);
        const before = await stores.database.read.runEvent.count();
        const failing = createConversationStore(failAfter(stores.database, 3));
        await expect(failing.purge(later())).rejects.toThrow('the process ends');
        const left = await stores.database.read.runEvent.count();
        expect(left).toBeLessThan(before);
        expect(left).toBeGreaterThan(0);

        expect(await stores.conversations.restore(id, localActor)).toBe(false);
        expect(await stores.conversations.find(id)).toBeNull();
        expect(await stores.runs.find(runId)).toBeNull();
        expect(await find(null)).toEqual([]);
        expect(await stores.conversations.purge(later())).toBe(1);
        expect(await countRows()).toBe(0);
      });

      it('takes nothing of another one with it', async () => {
        await removeLarge(10);
        const other = await removeLarge(10);
        const kept = await write.answered('Kept', {}, 'Done.');
        const before = await countRows();
        await stores.conversations.restore(other.id, localActor);
        expect(await stores.conversations.purge(later())).toBe(1);
        expect(await countRows()).toBeLessThan(before);
        expect((await find(null)).map(({ id }) => id).sort()).toEqual([kept.conversationId, other.id].sort());
        expect(await stores.runs.listEvents(other.runId)).toHaveLength(2 + 3 * steps + 1);
      });

      it('is not stopped by rows that are damaged', async () => {
        const { runId } = await removeLarge(1_000_000);
        await stores.database.write(async (transaction) => {
          await transaction.runEvent.updateMany({
            where: { runId, version: 3 },
            data: { version: -1, payloadJson: 'not JSON' },
          });
          await transaction.run.updateMany({
            where: { id: runId },
            data: { version: 2, stateJson: 'not JSON' },
          });
          await transaction.promptSnapshot.deleteMany({ where: { runId } });
        });
        expect(await stores.conversations.purge(later())).toBe(1);
        expect(await countRows()).toBe(0);
      });

      it('is counted once when two do it at the same time', async () => {
        await removeLarge(1_000_000);
        const purged = await Promise.all([1, 2].map(() => stores.conversations.purge(later())));
        expect(purged.toSorted()).toEqual([0, 1]);
        expect(await countRows()).toBe(0);
      });
    });

    it('is deleted, and restored, by one of many who try at once', async () => {
      const { id } = await stores.conversations.create('Shared', 'main', localActor);
      const removed = await atOnce(10, () => stores.conversations.remove(id, localActor));
      expect(fulfilled(removed).filter(Boolean)).toHaveLength(1);
      const restored = await atOnce(10, () => stores.conversations.restore(id, localActor));
      expect(fulfilled(restored).filter(Boolean)).toHaveLength(1);
    });

    it('never has an active run, however a start and a deletion meet', async () => {
      const { id } = await stores.conversations.create('Shared', 'main', localActor);
      const [started, removed] = await Promise.allSettled([
        write.start({ conversationId: id }),
        stores.conversations.remove(id, localActor),
      ]);
      const isRemoved = removed.status === 'fulfilled' && removed.value;
      expect(started.status).toBe(isRemoved ? 'rejected' : 'fulfilled');
    });
  });
}

/** Calls `work` after each transaction. */
function betweenWrites(database: Database, work: () => Promise<void>): Database {
  return {
    ...database,
    async write(transaction, options) {
      const result = await database.write(transaction, options);
      await work();
      return result;
    },
  };
}

/** Lets `most` writes through and fails every later one. */
function failAfter(database: Database, most: number): Database {
  let writes = 0;
  return {
    ...database,
    write(work) {
      writes += 1;
      return writes > most ? Promise.reject(new Error('the process ends')) : database.write(work);
    },
  };
}
