import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServices } from '../../tests/open-services';
import type { ModelCheckMessage } from '../contracts/model-check';
import { modelCheckMessage } from '../contracts/model-check';
import { localActor } from '../domain/actor';
import { checkedModels } from '../llm/testing/checked-models';
import { type ScriptedServer, startAnsweringServer } from '../llm/testing/scripted-server';
import { createModelSource } from '../server/model-source';
import { checkModel, checkSetUpModel, listModelChecks } from './check-model';
import { getModelSettings } from './saved-models';

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

const play = async (open: Awaited<ReturnType<typeof checkModel>>) => {
  for await (const _message of open(new AbortController().signal));
};

test('the environment’s model is checked as it is set up, and its report is shown with it', async () => {
  const { baseUrl } = server;
  const models = createModelSource(
    { model: { baseUrl, model: 'small', apiKey: 'sk-environment-1' } },
    bench.services.settings,
  );
  const services = { ...bench.services, models };
  await play(await checkSetUpModel(services, localActor, { id: 'environment' }));
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-environment-1');
  const { check } = await getModelSettings(services, localActor);
  expect(check).toMatchObject({ verdict: 'fits', isOfOtherSettings: false });
});

test('a report says when it was made with other settings', async () => {
  await play(await checkModel(bench.services, localActor, { ...body(), temperature: 1, maxTokens: 900 }));
  const [kept] = (await listModelChecks(bench.services, localActor)).checks;
  expect(kept?.settings).toEqual({ temperature: 1, maxTokens: 900, headers: [], query: [] });
  const facts = { id: 'one', name: null, provider: 'openai_compatible', headers: [], query: [] };
  const save = (tuning: object) =>
    bench.services.settings.saveModel({ ...facts, ...body(), tuning }, localActor, { isDefault: true });
  const verdict = async () => (await getModelSettings(bench.services, localActor)).check;
  await save({ temperature: 1, maxTokens: 900, prices: { input: 1, output: 2 } });
  expect(await verdict()).toMatchObject({ verdict: 'fits', isOfOtherSettings: false });
  await save({ temperature: 0.5 });
  expect(await verdict()).toMatchObject({ verdict: 'fits', isOfOtherSettings: true });
  await play(await checkSetUpModel(bench.services, localActor, { id: 'one' }));
  expect(await verdict()).toMatchObject({ isOfOtherSettings: false });
});

test('the demo model has no check, and one that is gone is not found', async () => {
  const check = (id: string) => checkSetUpModel(bench.services, localActor, { id });
  await expect(check('demo')).rejects.toThrow('is a script and not a model');
  await expect(check('gone')).rejects.toMatchObject({ code: 'not_found' });
});
