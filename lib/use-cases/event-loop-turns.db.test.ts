import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { writeRuns } from '../db/testing/write-runs';
import { localActor } from '../domain/actor';
import { countTurns } from '../shared/testing/count-turns';
import { loadHistory } from './conversation-history';
import { getConversation } from './conversations';

let opened: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  opened = await openServices();
});
afterEach(() => opened.close());

/** Lists the turn of the event loop in which each ledger is read. */
async function listTurns(work: (services: typeof opened.services) => Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  const { runs } = opened.services;
  await countTurns((turnsSoFar) =>
    work({
      ...opened.services,
      runs: {
        ...runs,
        loadLedger: (...parameters) => {
          turns.push(turnsSoFar());
          return runs.loadLedger(...parameters);
        },
      },
    }),
  );
  return turns;
}

it('each ledger of a conversation is read in a turn of its own, for its page and for a new message', async () => {
  const write = writeRuns(opened.services.runs);
  const { id } = await opened.services.conversations.create('Long', 'main', localActor);
  for (let index = 0; index < 5; index += 1)
    await write.worked(1, { result: 'found' }, { conversationId: id, createdAt: new Date(index) });
  for (const work of [
    (services: typeof opened.services) => loadHistory(services, id),
    (services: typeof opened.services) => getConversation(services, localActor, { conversationId: id }),
  ]) {
    const turns = await listTurns(work);
    expect(turns).toHaveLength(5);
    expect(new Set(turns).size).toBe(5);
  }
});
