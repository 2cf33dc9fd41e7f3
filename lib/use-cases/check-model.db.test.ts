import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelCheckMessage } from '../contracts/model-check';
import { modelCheckMessage } from '../contracts/model-check';
import { localActor } from '../domain/actor';
import { checkedModels } from '../llm/testing/checked-models';
import { type ScriptedServer, startAnsweringServer } from '../llm/testing/scripted-server';
import { checkModel, listModelChecks } from './check-model';
import { openServices } from './testing/open-services';

let bench: Awaited<ReturnType<typeof openServices>>;
let server: ScriptedServer;
beforeEach(async () => {
  bench = await openServices();
  server = await startAnsweringServer(checkedModels.good, 'chats');
});
afterEach(async () => {
  await server.close();
  await bench.close();
});

const body = () => ({ baseUrl: server.baseUrl, model: 'small', apiKey: 'sk-check-1234' });

test('a check begins with the stored prompt, tells how far it is, and its report is kept', async () => {
  const open = await checkModel(bench.services, localActor, body());
  const messages: ModelCheckMessage[] = [];
  for await (const { message } of open(new AbortController().signal)) messages.push(message);
  for (const message of messages) expect(modelCheckMessage.parse(message)).toEqual(message);
  const last = messages.at(-1);
  expect(last).toMatchObject({ type: 'finished', report: { verdict: 'fits', model: 'small' } });
  expect(messages.filter(({ type }) => type === 'finding')).toHaveLength(10);
  expect(JSON.stringify(server.requests[0]?.body)).toContain('"content":"You are the assistant.');
  const { checks } = await listModelChecks(bench.services, localActor);
  expect(checks).toEqual(last?.type === 'finished' ? [last.report] : null);
  expect(JSON.stringify(messages)).not.toContain('sk-check');
});

test('a stopped check keeps nothing', async () => {
  const open = await checkModel(bench.services, localActor, body());
  const stop = new AbortController();
  const play = async () => {
    for await (const { message } of open(stop.signal))
      if (message.type === 'finding') stop.abort(new Error('stopped'));
  };
  await expect(play()).rejects.toThrow('stopped');
  expect((await listModelChecks(bench.services, localActor)).checks).toEqual([]);
});

test('a model without a name is refused at its field', async () => {
  const { model: _, ...nameless } = body();
  await expect(checkModel(bench.services, localActor, nameless)).rejects.toMatchObject({
    code: 'invalid_body',
  });
});
