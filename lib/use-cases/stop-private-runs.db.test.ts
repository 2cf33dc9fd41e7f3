import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { writeRuns } from '../db/testing/write-runs';
import { type Actor, localActor } from '../domain/actor';

let parts: Awaited<ReturnType<typeof openServices>>;
beforeAll(async () => {
  parts = await openServices();
});
afterAll(() => parts.close());

it('of a person are stopped, also those beyond one page of conversations, and nothing else is', async () => {
  const { services } = parts;
  const ben: Actor = { id: 'usr_ben', name: 'Ben', role: 'operator' };
  const write = async (isPrivate: boolean, by: Actor) => {
    const { id } = await services.conversations.create('A title', 'main', by);
    await services.conversations.setPrivacy(id, isPrivate, by);
    const { run } = await writeRuns(services.runs).pending({}, { conversationId: id, startedBy: by.id });
    return run.id;
  };
  const ofBen = await Promise.all(Array.from({ length: 52 }, () => write(true, ben)));
  const others = [await write(false, ben), await write(true, localActor)];
  await services.stopPrivateRuns(ben.id, localActor);
  const statusOf = async (id: (typeof ofBen)[number]) => (await services.runs.find(id))?.state.status;
  expect(new Set(await Promise.all(ofBen.map(statusOf)))).toEqual(new Set(['cancelled']));
  expect(await Promise.all(others.map(statusOf))).toEqual(['awaiting_approval', 'awaiting_approval']);
});
