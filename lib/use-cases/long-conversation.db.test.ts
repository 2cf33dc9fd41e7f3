import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeRuns } from '../db/testing/write-runs';
import { localActor } from '../domain/actor';
import type { RunId } from '../shared/ids';
import { getConversation } from './conversations';
import { exportConversation } from './export-conversation';
import { openServices } from './testing/open-services';

let opened: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  opened = await openServices();
});
afterEach(() => opened.close());

/** A conversation with this many runs that were stopped. */
async function writeLong(length: number): Promise<{ conversationId: string; runIds: RunId[] }> {
  const write = writeRuns(opened.services.runs);
  const { id: conversationId } = await opened.services.conversations.create('Long', localActor);
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
  const get = (before: string | null) =>
    getConversation(opened.services, localActor, { conversationId, before });
  const pages: string[][] = [];
  for (let before: string | null = null, isMore = true; isMore; before = pages[0]?.[0] ?? null) {
    const page = await get(before);
    pages.unshift(page.runs.map(({ header }) => header.id));
    isMore = page.hasEarlier;
  }
  expect(pages.map(({ length }) => length)).toEqual([5, 20, 20]);
  expect(pages.flat()).toEqual(runIds);
  const exported = await exportConversation(opened.services, localActor, { conversationId, format: 'json' });
  const { runs } = JSON.parse(exported.text) as { runs: { header: { id: string } }[] };
  expect(runs.map(({ header }) => header.id)).toEqual(runIds);
});

it('a place that is not in the conversation has nothing before it', async () => {
  const { conversationId } = await writeLong(1);
  for (const before of ['run_00000000000000000000000000000000', 'nonsense']) {
    const page = await getConversation(opened.services, localActor, { conversationId, before });
    expect(page).toMatchObject({ runs: [], hasEarlier: false });
  }
});
