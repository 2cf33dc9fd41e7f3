import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { writeRuns } from '../db/testing/write-runs';
import { type Actor, localActor, scriptActor } from '../domain/actor';
import type { RunId } from '../shared/ids';

let parts: Awaited<ReturnType<typeof openServices>>;
beforeAll(async () => {
  parts = await openServices();
});
afterAll(() => parts.close());

const ben: Actor = { id: 'usr_ben', name: 'Ben', role: 'operator' };
async function write(isPrivate: boolean, by: Actor) {
  const { conversations, runs } = parts.services;
  const { id } = await conversations.create('A title', 'main', by);
  await conversations.setPrivacy(id, isPrivate, by);
  return (await writeRuns(runs).pending({}, { conversationId: id, startedBy: by.id })).run.id;
}
const statusOf = async (id: RunId) => (await parts.services.runs.find(id))?.state.status;

it('of a person are stopped, also those beyond one page of conversations, and nothing else is', async () => {
  const { services } = parts;
  const ofBen = await Promise.all(Array.from({ length: 52 }, () => write(true, ben)));
  const others = [await write(false, ben), await write(true, localActor)];
  await services.stopPrivateRuns(ben.id, localActor);
  expect(new Set(await Promise.all(ofBen.map(statusOf)))).toEqual(new Set(['cancelled']));
  expect(await Promise.all(others.map(statusOf))).toEqual(['awaiting_approval', 'awaiting_approval']);
});

it('of the first owner are stopped with those that a script of the owner started before the team', async () => {
  const ofOwner = [await write(true, localActor), await write(true, scriptActor)];
  await parts.services.stopPrivateRuns(localActor.id, ben);
  expect(await Promise.all(ofOwner.map(statusOf))).toEqual(['cancelled', 'cancelled']);
});
