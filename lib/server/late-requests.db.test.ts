import '../logging/testing/quiet-log';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, scriptedSource } from '../../tests/scripted-model';
import { type Actor, systemActor } from '../domain/actor';
import { isTerminal, type Run } from '../domain/run';
import { emptyReply } from '../llm/testing/empty-reply';
import type { Model } from '../models/model.port';
import type { RunId } from '../shared/ids';
import { setConversationPrivacy } from '../use-cases/conversation-privacy';
import { createConversation } from '../use-cases/conversations';
import { changeRole, removePerson } from '../use-cases/people';
import { sendMessage } from '../use-cases/send-message';
import { continueRun } from '../use-cases/steer-run';
import { createModelSource } from './model-source';
import { attempt, openTeam } from './testing/open-team';

/** These requests were let in before their person was removed or became a viewer, and are written after that. */

/** Fails for a message that says so, and otherwise asks for a command. */
const model: Model = {
  name: 'Test model',
  findWindow: async () => null,
  async *streamReply({ messages }) {
    const isToFail = !hasRecovered && messages.at(-1)?.content.includes('fail');
    if (isToFail) yield { type: 'failed', error: { code: 'refused', message: 'It refused.' } };
    else {
      const content = call('run_command', { command: 'ls' });
      yield { type: 'finished', reply: { ...emptyReply, content } };
    }
  },
};
let hasRecovered = false;
let team: Awaited<ReturnType<typeof openTeam>>;
let admin: Actor;
let ben: Actor;
let conversationId: string;
beforeEach(async () => {
  hasRecovered = false;
  team = await openTeam({
    models: (settings) => ({ ...createModelSource({ model: null }, settings), ...scriptedSource(model) }),
  });
  admin = (await team.addOwner()).actor;
  ben = (await team.addPerson(admin, 'ben@example.com', 'operator')).actor;
  conversationId = (await createConversation(await asBen(), ben, {})).id;
});
afterEach(() => team.close());

const asBen = () => team.app.servicesFor(ben);
async function untilIdle(runId: string): Promise<Run> {
  for (;;) {
    const run = await team.services.runs.find(runId as RunId);
    if (run && (isTerminal(run.state.status) || run.state.status === 'awaiting_approval')) return run;
    await sleep(5);
  }
}
const setPrivate = async () =>
  setConversationPrivacy(await asBen(), ben, { conversationId, isPrivate: true });
const send = async (text: string) => (await sendMessage(await asBen(), ben, { conversationId, text })).runId;

const losses: [string, () => Promise<unknown>][] = [
  ['was removed', () => removePerson(team.services, admin, { id: ben.id })],
  ['became a viewer', () => changeRole(team.services, admin, { id: ben.id, role: 'viewer' })],
];
const stopped = { state: { status: 'cancelled', by: systemActor.id } };

describe.each(losses)('of a person who %s, no run goes on in private', (_name, lose) => {
  it('that a late message starts', async () => {
    await setPrivate();
    await lose();
    expect(await untilIdle(await send('go'))).toMatchObject(stopped);
  });

  it('that is continued late', async () => {
    const runId = await send('fail');
    await untilIdle(runId);
    await setPrivate();
    const services = await asBen();
    await lose();
    hasRecovered = true;
    await continueRun(services, ben, { runId });
    expect(await untilIdle(runId)).toMatchObject(stopped);
  });

  it('whose conversation becomes private late', async () => {
    const runId = await send('go');
    await untilIdle(runId);
    const services = await asBen();
    await lose();
    await setConversationPrivacy(services, ben, { conversationId, isPrivate: true });
    expect(await untilIdle(runId)).toMatchObject(stopped);
  });
});

it('a viewer makes no conversation private in which their run is active', async () => {
  const runId = await send('go');
  await untilIdle(runId);
  await changeRole(team.services, admin, { id: ben.id, role: 'viewer' });
  ben = { ...ben, role: 'viewer' };
  expect(await attempt(setPrivate())).toBe(
    'run_active: A run is active here, and your role stops none. Make this conversation private when it has ended.',
  );
  expect((await untilIdle(runId)).state.status).toBe('awaiting_approval');
});

it('of a person who may still stop it, a private run goes on', async () => {
  await setPrivate();
  expect((await untilIdle(await send('go'))).state.status).toBe('awaiting_approval');
});
