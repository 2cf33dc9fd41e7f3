import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localActor, systemActor } from '../domain/actor';
import { sampleRun } from '../domain/fixtures/sample-run';
import type { Run } from '../domain/run';
import { createId } from '../shared/ids';
import { createConversationStore } from './conversation-store';
import { type Database, openDatabase } from './database';
import { createRunStore } from './run-store';
import { indexMissing } from './search-texts';
import type { ConversationStore } from './stores.port';

let folder: string;
let database: Database;
let conversations: ConversationStore;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-conversations-'));
  const url = `file:${path.join(folder, 'test.db')}`;
  database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
  conversations = createConversationStore(database);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const search = async (words: string) =>
  (await conversations.list({ search: words, cursor: null, limit: 50 })).items.map(({ title }) => title);

/** A run in its own conversation, or in `conversationId`, that was asked and answered like this. */
async function answer(title: string, parameters: Run['parameters'], text: string, change: Partial<Run> = {}) {
  const runs = createRunStore(database);
  const run = sampleRun(
    { status: 'queued' },
    { id: createId('run'), conversationId: createId('cnv'), version: 0, parameters, ...change },
  );
  const created = await runs.create({
    run,
    conversationTitle: title,
    isNewConversation: change.conversationId === undefined,
    message: null,
    openingMessages: [],
    systemPrompt: { id: 'default', version: 1 },
    workflow: null,
    idempotencyKey: null,
  });
  await runs.commit(created.run, [{ type: 'run_started' }, { type: 'text_replied', text, activeMs: 1 }], {
    actor: systemActor,
    owner: null,
  });
  return run.conversationId;
}

describe('the search of conversations', () => {
  beforeEach(async () => {
    await answer('Garden plan', { request: 'Which flowers come back?' }, 'Perennials, such as Märzenbecher.');
    await answer('Letter', { path: 'NEWSLETTER.md', topics: ['100% wool', 'a_b'] }, 'Done.');
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
    ['topics', []],
    ['zebra', []],
  ])('%s finds %j', async (words, titles) => {
    expect(await search(words)).toEqual(titles);
  });

  it('shows where it found the words, unless the title holds them', async () => {
    const find = async (words: string) =>
      (await conversations.list({ search: words, cursor: null, limit: 50 })).items[0]?.excerpt;
    expect(await find('perennials')).toContain('Perennials, such as');
    expect(await find('garden')).toBeNull();
  });

  it('follows a new title, and forgets the old one', async () => {
    const id = await answer('First name', {}, 'Done.');
    await conversations.rename(id, 'Second name');
    expect(await search('second name')).toEqual(['Second name']);
    expect(await search('first name')).toEqual([]);
  });

  it('finds what was stored before there was an index', async () => {
    await database.write((transaction) => transaction.searchText.deleteMany());
    expect(await search('perennials')).toEqual([]);
    await indexMissing(database);
    expect(await search('perennials')).toEqual(['Garden plan']);
    expect(await search('garden')).toEqual(['Garden plan']);
  });
});

describe('a conversation without title', () => {
  it('is one for each person until something is asked in it, which gives it a title', async () => {
    const first = await conversations.openBlank(localActor);
    expect((await conversations.openBlank(localActor)).id).toBe(first.id);
    await answer('Look at the budget', {}, 'Done.', { conversationId: first.id });
    expect(await conversations.find(first.id)).toMatchObject({ title: 'Look at the budget' });
    expect(await search('budget')).toEqual(['Look at the budget']);
    expect((await conversations.openBlank(localActor)).id).not.toBe(first.id);
  });

  it('a title that a person gave is not replaced', async () => {
    const { id } = await conversations.openBlank(localActor);
    await conversations.rename(id, 'Mine');
    await answer('Look at the budget', {}, 'Done.', { conversationId: id });
    expect(await conversations.find(id)).toMatchObject({ title: 'Mine' });
  });
});
