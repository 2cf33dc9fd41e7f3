import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { writeRuns } from '../db/testing/write-runs';
import { localActor } from '../domain/actor';
import type { ConversationId, RunId } from '../shared/ids';
import { getConversation } from './conversations';
import { exportConversation } from './export-conversation';

let opened: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  opened = await openServices();
});
afterEach(() => opened.close());

/** Writes a conversation with this many stopped runs. */
async function writeLong(length: number): Promise<{ conversationId: ConversationId; runIds: RunId[] }> {
  const write = writeRuns(opened.services.runs);
  const { id: conversationId } = await opened.services.conversations.create('Long', 'main', localActor);
  const runIds: RunId[] = [];
  for (let index = 0; index < length; index += 1) {
    const { run } = await write.start({ conversationId, createdAt: new Date(index * 1_000) });
    await write.cancel(run);
    runIds.push(run.id);
  }
  return { conversationId, runIds };
}

it('a conversation comes page by page, the latest first, and the export holds all of it', async () => {
  const { conversationId, runIds } = await writeLong(45);
  const get = (cursor: string | null) =>
    getConversation(opened.services, localActor, { conversationId, cursor });
  const pages: string[][] = [];
  for (let cursor: string | null = null; pages.length === 0 || cursor !== null; ) {
    const page = await get(cursor);
    pages.unshift(page.runs.map(({ header }) => header.id));
    cursor = page.earlierCursor;
  }
  expect(pages.map(({ length }) => length)).toEqual([5, 20, 20]);
  expect(pages.flat()).toEqual(runIds);
  const exported = await exportConversation(opened.services, localActor, { conversationId, format: 'json' });
  const { runs } = JSON.parse(await text(exported.text)) as { runs: { header: { id: string } }[] };
  expect(runs.map(({ header }) => header.id)).toEqual(runIds);
});

it('the export reads a page when it is taken, and holds what was there when it began', async () => {
  const { conversationId, runIds } = await writeLong(45);
  let looks = 0;
  const services = {
    ...opened.services,
    conversations: {
      ...opened.services.conversations,
      find: (id: ConversationId) => {
        looks += 1;
        return opened.services.conversations.find(id);
      },
    },
  };
  const exported = await exportConversation(services, localActor, {
    conversationId,
    format: 'markdown',
  });
  expect(looks).toBe(1);
  const { value: title } = await exported.text.next();
  expect(title).toBe('# Long');
  expect(looks).toBe(1);
  await exported.text.next();
  // The export reads the oldest page, and no page just to find its place.
  expect(looks).toBe(2);
  const write = writeRuns(opened.services.runs);
  await write.start({ conversationId, createdAt: new Date(50_000) });
  let sections = 1;
  for await (const piece of exported.text) sections += piece.includes('## ') ? 1 : 0;
  expect(sections).toBe(runIds.length);
});

it('a run that comes while a page is read hides no other', async () => {
  const { conversationId, runIds } = await writeLong(1);
  const write = writeRuns(opened.services.runs);
  const { runs } = opened.services;
  let late = '';
  const listSizes: typeof runs.listSizes = async (...given) => {
    const sizes = await runs.listSizes(...given);
    if (late === '') late = (await write.start({ conversationId, createdAt: new Date(9_000) })).run.id;
    return sizes;
  };
  const services = { ...opened.services, runs: { ...runs, listSizes } };
  const page = await getConversation(services, localActor, { conversationId });
  expect(page.runs.map(({ header }) => header.id)).toEqual([...runIds, late]);
  expect(page.earlierCursor).toBeNull();
});

it('a cursor that is none of ours is the start', async () => {
  const { conversationId, runIds } = await writeLong(1);
  const page = await getConversation(opened.services, localActor, { conversationId, cursor: 'nonsense' });
  expect(page.runs.map(({ header }) => header.id)).toEqual(runIds);
});
