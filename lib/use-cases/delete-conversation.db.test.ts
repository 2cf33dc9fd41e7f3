import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { type Actor, localActor } from '../domain/actor';
import { createConversation, deleteConversation } from './conversations';
import { sendMessage } from './send-message';

let box: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  box = await openServices();
});
afterEach(() => box.close());

const operator: Actor = { id: 'usr_operator', name: 'Operator', role: 'operator' };

it('a conversation with an active run of someone else is deleted only by those who may stop that run', async () => {
  const { id } = await createConversation(box.services, operator, {});
  const { runId } = await sendMessage(box.services, localActor, { conversationId: id, text: 'Look' });
  await expect(deleteConversation(box.services, operator, { conversationId: id })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Someone else’s run is active'),
  });
  expect((await box.services.runs.find(runId as never))?.state.status).not.toBe('cancelled');
  await deleteConversation(box.services, localActor, { conversationId: id });
  expect((await box.services.conversations.find(id as never)) ?? null).toBeNull();
});

it('one’s own active run ends with its conversation', async () => {
  const { id } = await createConversation(box.services, operator, {});
  await sendMessage(box.services, operator, { conversationId: id, text: 'Look' });
  await deleteConversation(box.services, operator, { conversationId: id });
  expect((await box.services.conversations.find(id as never)) ?? null).toBeNull();
});
