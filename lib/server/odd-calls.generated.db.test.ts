import '../logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playOn } from '../../tests/play-server';
import { localActor } from '../domain/actor';
import { chunksOf, done } from '../llm/testing/personality';
import { respondStream, startAnsweringServer } from '../llm/testing/scripted-server';
import { runs } from '../replies/testing/generated';
import { oddObject, oddValue } from '../shared/testing/odd-json';
import { exportConversation } from '../use-cases/export-conversation';
import { getCallDetail, getRun } from '../use-cases/get-run';
import { startApp } from './app';

const { chunk } = chunksOf({});

test('a run whose model sends any value in any place of a call ends, and can be read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-odd-'));
  const app = await startApp({
    environment: { DATA_DIR: path.join(folder, 'data'), WORKSPACE_DIR: path.join(folder, 'workspace') },
  });
  const { services } = app;
  const names = await services.toolbox.names();
  // Some calls are right and are approved, so the test leaves out the tools that reach outside the folder.
  const inFolder = names.filter((name) => name !== 'run_command' && name !== 'http_request');
  const described = await services.toolbox.describe(inFolder);
  const parameters = fc.constantFrom(...described).chain(({ name, example, parameters }) => {
    const usual = { ...Object.fromEntries(parameters.map((one) => [one.name, 'text'])), ...example };
    return fc.record({
      tool: fc.constant(name),
      parameters: fc.oneof(fc.constant({ ...example }), oddObject(usual)),
    });
  });
  const call = fc
    .tuple(
      parameters,
      oddObject({ tool: 'read_file', parameters: { path: 'a' }, terminate: false }),
      oddValue,
    )
    .chain(([right, odd, value]) =>
      fc.constantFrom<unknown>(
        { ...right, terminate: false },
        { ...right, ...odd },
        { ...odd, ...right },
        value,
      ),
    );
  // The numbers are texts, because some are infinite once they are read.
  const number = fc.constantFrom(
    '7',
    '0',
    '-1',
    '1.5',
    '1e21',
    '1e308',
    '1e400',
    '3000000000',
    '"7"',
    'null',
  );
  const usage = fc
    .tuple(number, number, number)
    .map(
      ([input, output, cost]) => `{"prompt_tokens":${input},"completion_tokens":${output},"cost":${cost}}`,
    );
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '\u0000', '\ud800', '\u{10ffff}'),
    oddValue,
  );
  let reported = '';
  let modelName: unknown = 'm';
  let replies: unknown[] = [];
  let signed = 0;
  const server = await startAnsweringServer((response, received) => {
    const reply = replies.shift();
    const text = reply === undefined ? 'It is done.' : JSON.stringify(reply);
    const end = chunk({}, 'stop', { model: modelName, usage: 'reported' }).replace('"reported"', reported);
    return respondStream([chunk({ content: text }), end, done])(response, received);
  }, 'chats');
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 1, maxLength: 3 }),
      usage,
      name,
      async (calls, counts, called) => {
        replies = [...calls];
        modelName = called;
        reported = counts;
        const { run, signatures } = await playOn(app, server.baseUrl);
        signed += signatures;
        expect(run.state).not.toMatchObject({ code: 'internal_error' });
        const view = await getRun(services, localActor, { runId: run.id });
        expect(view.header.statusText).not.toBe('Damaged');
        for (const { id, hasDetail } of view.timeline)
          if (hasDetail) await getCallDetail(services, localActor, { runId: run.id, callId: id });
        const asked = { conversationId: run.conversationId };
        for (const format of ['markdown', 'json'] as const) {
          const exported = await exportConversation(services, localActor, { ...asked, format });
          const whole = await text(exported.text);
          expect(whole).not.toMatch(/\[object Object\]/);
          if (format === 'json') expect(JSON.parse(whole).runs).toHaveLength(1);
        }
      },
    ),
    runs(15),
  );
  expect(await services.usage.countDamaged()).toBe(0);
  expect(signed).toBeGreaterThan(0);
  await server.close();
  await app.shutDown();
  await rm(folder, { recursive: true });
});
