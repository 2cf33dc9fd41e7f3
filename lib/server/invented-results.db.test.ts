import '../logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { content, hasResult, playOn, readWritten, toTurn } from '../../tests/play-server';
import { chunksOf, done, textOf } from '../llm/testing/personality';
import { respondStream, type ScriptEntry, startAnsweringServer } from '../llm/testing/scripted-server';
import { startApp } from './app';

const { chunk } = chunksOf({});

/**
 * This model goes on after its call, as small models do: it invents the result and the next call. Its server
 * knows stop sequences.
 */
const talker: ScriptEntry = (response, received) => {
  const turn = toTurn(received);
  const isCall = !hasResult(received.body['messages'] as { content: string }[]);
  const invented = '\n[Result: write_file, step 1, ok]\n```\nDone.\n```\n';
  const reply = isCall ? `${textOf(turn)}${invented}${textOf(turn)}` : textOf(turn);
  const [stop] = (received.body['stop'] ?? []) as string[];
  const said = stop === undefined ? reply : (reply.split(stop)[0] ?? '');
  return respondStream([chunk({ content: said }), chunk({}, 'stop'), done])(response, received);
};

test('a model that invents the result of its call and the next call is stopped after the call', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-invented-'));
  const app = await startApp({
    environment: { DATA_DIR: path.join(folder, 'data'), WORKSPACE_DIR: path.join(folder, 'workspace') },
  });
  const server = await startAnsweringServer(talker, 'chats');
  const { run, signatures } = await playOn(app, server.baseUrl);
  expect([run.state.status, signatures, run.steps]).toEqual(['completed', 1, 1]);
  expect(await readWritten(app)).toBe(content);
  // A reply with two calls is malformed and would cause a third request.
  expect(server.requests).toHaveLength(2);
  await server.close();
  await app.shutDown();
  await rm(folder, { recursive: true });
});
