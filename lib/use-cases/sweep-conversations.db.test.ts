import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openServices } from '../../tests/open-services';
import { localActor } from '../domain/actor';
import { createConversation, deleteConversation } from './conversations';
import { sweepConversations } from './purge-conversations';
import { changeRetention, previewRetention } from './retention';

let box: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  box = await openServices();
});
afterEach(async () => {
  vi.useRealTimers();
  await box.close();
});

const dayMs = 86_400_000;
const count = async () =>
  (await box.services.conversations.list({ search: null, cursor: null, limit: 99 })).items.length;
async function addMany(amount: number): Promise<void> {
  for (let at = 0; at < amount; at += 1)
    await createConversation(box.services, localActor, { title: `Talk ${at}` });
}
/** Lets this many days pass for everything that reads the clock of this machine. */
const pass = (days: number) => vi.useFakeTimers({ now: Date.now() + days * dayMs, toFake: ['Date'] });
const setDays = (keepDays: number | null) => changeRetention(box.services, localActor, { keepDays });
const entries = async () =>
  (await box.services.audit.list({ by: null, kind: 'conversations_expired', cursor: null, limit: 9 })).items;

it('nothing is removed until an admin says for how long conversations are kept', async () => {
  await addMany(1);
  pass(4_000);
  await sweepConversations(box.services, async () => true);
  expect(await count()).toBe(1);
});

it('what is past its days goes in steps of 20, and one entry of the audit log counts the sweep', async () => {
  await addMany(45);
  await setDays(30);
  pass(31);
  await addMany(1);
  expect(await previewRetention(box.services, localActor, { days: '30' })).toEqual({ conversations: 45 });
  const goesOn = vi.fn(async () => true);
  await sweepConversations(box.services, goesOn);
  expect([await count(), goesOn.mock.calls.length]).toEqual([1, 3]);
  expect((await entries()).map(({ subject }) => subject)).toEqual(['45 conversations']);
});

it('a server that ends stops between two steps, and the next sweep removes the rest', async () => {
  await addMany(45);
  await setDays(30);
  pass(31);
  await sweepConversations(box.services, async () => false);
  const purge = vi.spyOn(box.services.conversations, 'purge');
  await sweepConversations(box.services, async () => true);
  expect(await Promise.all(purge.mock.results.map(({ value }) => value))).toEqual([20, 5, 0]);
  expect(await entries()).toHaveLength(1);
});

it('deleted conversations are removed for good when nobody can restore them any longer', async () => {
  const { id } = await createConversation(box.services, localActor, { title: 'Gone' });
  await deleteConversation(box.services, localActor, { conversationId: id });
  pass(1);
  await sweepConversations(box.services, async () => true);
  expect(await box.services.conversations.restore(id as never, localActor)).toBe(false);
});

it('of several servers, only the one that started first removes anything', async () => {
  await addMany(1);
  await setDays(30);
  pass(31);
  const facts = box.services.installation.describeServer();
  const first = { ...facts, id: 'first', startedAt: new Date(0) };
  await box.services.servers.beat(first);
  await box.services.servers.beat(facts);
  await sweepConversations(box.services, async () => true);
  expect(await count()).toBe(1);
  await box.services.servers.beat({ ...first, isDraining: true });
  await sweepConversations(box.services, async () => true);
  expect(await count()).toBe(0);
});

it.each(['', '0', '1.5', '3651', 'ten', null])('a preview of %j days is refused', async (days) => {
  await expect(previewRetention(box.services, localActor, { days })).rejects.toMatchObject({
    code: 'invalid_parameters',
  });
});
