import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { sendMessageBody } from '../contracts/conversations';
import { type Actor, localActor, systemActor } from '../domain/actor';
import type { RunEvent } from '../domain/run-event';
import { createId, type RunId } from '../shared/ids';
import { createConversation } from './conversations';
import { sendMessage } from './send-message';
import { startWorkflowRun } from './start-workflow-run';

let box: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  box = await openServices();
});
afterEach(() => box.close());

const send = (conversationId: string, text: string, idempotencyKey?: string) =>
  sendMessage(box.services, localActor, { conversationId, text, idempotencyKey });
const openConversation = async () => (await createConversation(box.services, localActor, {})).id;
const load = async (id: string) => {
  const run = await box.services.runs.find(id as RunId);
  if (!run) throw new Error('There is no such run');
  return run;
};
const commit = async (id: string, ...events: RunEvent[]) =>
  box.services.runs.commit(await load(id), events, { actor: systemActor, owner: null });

describe('a message', () => {
  it('with the key of another message, or of another conversation, is refused instead of lost', async () => {
    const id = await openConversation();
    const { runId } = await send(id, 'One', 'key');
    expect((await send(id, 'One', 'key')).runId).toBe(runId);
    await expect(send(id, 'Two', 'key')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(send(await openConversation(), 'One', 'key')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it.each(Object.keys(sendMessageBody.shape).filter((name) => name !== 'idempotencyKey'))(
    'with the key of a message with another %s is refused instead of lost',
    async (name) => {
      const others: Record<string, string> = { text: 'Two', modelId: 'demo' };
      expect(others).toHaveProperty(name);
      const body = { conversationId: await openConversation(), text: 'One', idempotencyKey: 'key' };
      const { runId } = await sendMessage(box.services, localActor, body);
      const again = sendMessage(box.services, localActor, { ...body, [name]: others[name] });
      await expect(again).rejects.toMatchObject({ code: 'idempotency_key_reused', details: { runId } });
    },
  );

  it('sent again with its key after its model was removed is answered with its first run', async () => {
    const body = {
      conversationId: await openConversation(),
      text: 'One',
      modelId: 'demo',
      idempotencyKey: 'key',
    };
    const first = await sendMessage(box.services, localActor, body);
    const models = { ...box.services.models, list: async () => [], find: async () => null };
    expect(await sendMessage({ ...box.services, models }, localActor, body)).toEqual(first);
    const other = sendMessage({ ...box.services, models }, localActor, { ...body, idempotencyKey: 'other' });
    await expect(other).rejects.toMatchObject({ code: 'model_unavailable' });
  });

  it('in an empty conversation may use every tool and is the request', async () => {
    const { runId } = await send(await openConversation(), 'What is in notes?');
    const run = await load(runId);
    expect(run).toMatchObject({ workflowId: null, tools: await box.services.toolbox.names() });
    const opening = await box.services.runs.loadOpeningMessages(run.id);
    expect(opening.at(-1)).toEqual({
      role: 'user',
      content: expect.stringMatching(/^Today is [^\n]+\.\n\nWhat is in notes\?$/),
    });
    expect(box.dispatched).toEqual([runId]);
  });

  it('after a workflow keeps that run’s tools, limits and signers, and tells the model the history', async () => {
    const signers = { role: 'approver', count: 2, notRequester: true, startedBy: 'admin' } as const;
    const workflow = await box.services.workflows.find('summarize-document');
    if (!workflow) throw new Error('The workflow is gone');
    const find = async () => ({ ...workflow, signers });
    const workflows = { ...box.services.workflows, find, sourceOf: () => 'source' };
    await box.write('q3.md', 'Revenue rose.');
    const started = await startWorkflowRun({ ...box.services, workflows }, localActor, {
      workflowId: 'summarize-document',
      parameters: { path: 'q3.md', length: 'short', save_as: 'summary.md' },
    });
    await commit(
      started.runId,
      { type: 'run_started' },
      { type: 'text_replied', text: 'It rose.', activeMs: 1 },
    );
    const run = await load((await send(started.conversationId, 'Shorter, please')).runId);
    expect(run.tools).toEqual(workflow.tools);
    expect(run.limits).toEqual((await load(started.runId)).limits);
    expect(run.signers).toEqual(signers);
    await commit(run.id, { type: 'run_started' }, { type: 'text_replied', text: 'Short.', activeMs: 1 });
    const operator: Actor = { id: 'usr_operator', name: 'Operator', role: 'operator' };
    const message = { conversationId: started.conversationId, text: 'And now' };
    await expect(sendMessage(box.services, operator, message)).rejects.toMatchObject({ code: 'forbidden' });
    const opening = await box.services.runs.loadOpeningMessages(run.id);
    expect(opening.slice(-2)).toEqual([
      { role: 'assistant', content: 'It rose.' },
      { role: 'user', content: expect.stringMatching(/\n\nShorter, please$/) },
    ]);
  });

  it('keeps the system prompt of the workflow, message after message', async () => {
    const workflowsDir = await mkdtemp(path.join(tmpdir(), 'workflows-'));
    await writeFile(
      path.join(workflowsDir, 'review.md'),
      '---\nid: review\ntitle: Review\ncategory: Reading\nicon: note\ndescription: Look.\nsystem_prompt: careful\ntools: [read_file]\n---\nReview it.\n',
    );
    await box.close();
    box = await openServices({ workflowsDir });
    await box.services.prompts.seed('careful', 'Careful assistant', 'You are careful.');
    const first = await startWorkflowRun(box.services, localActor, { workflowId: 'review', parameters: {} });
    let runId = first.runId;
    for (const text of ['Shorter, please', 'And shorter still', 'Shortest']) {
      await commit(runId, { type: 'run_started' }, { type: 'text_replied', text: 'Fine.', activeMs: 1 });
      runId = (await send(first.conversationId, text)).runId;
      const opening = await box.services.runs.loadOpeningMessages((await load(runId)).id);
      expect(opening[0]?.content).toMatch(/^You are careful\./);
    }
    await rm(workflowsDir, { recursive: true });
  });

  it('tells the model that an answer was stopped, with the text that was shown', async () => {
    const conversationId = await openConversation();
    const { runId } = await send(conversationId, 'Tell me all');
    await commit(runId, { type: 'run_started' });
    await commit(runId, { type: 'run_cancelled', activeMs: 5, partialText: 'All of it be' });
    const opening = await box.services.runs.loadOpeningMessages(
      (await load((await send(conversationId, 'Go on')).runId)).id,
    );
    expect(opening.at(-2)?.content).toMatch(/cut off before its end:\nAll of it be.*stopped it/s);
  });

  it('while a run is active is refused, and sent twice with one key it is one message', async () => {
    const conversationId = await openConversation();
    const first = await send(conversationId, 'Hello', 'one press');
    expect(await send(conversationId, 'Hello', 'one press')).toEqual(first);
    await expect(send(conversationId, 'And another')).rejects.toMatchObject({ code: 'run_active' });
    expect(box.dispatched).toEqual([first.runId]);
  });

  it('to a conversation that does not exist is refused', async () => {
    for (const id of [createId('cnv'), 'not an id', '../etc'])
      await expect(send(id, 'Hello')).rejects.toMatchObject({ code: 'not_found' });
  });
});
