import { expect, test } from 'vitest';
import { createOpenAiModel } from './openai-model';
import { collectReply } from './testing/collect-reply';
import { event } from './testing/personality';
import {
  respondJson,
  respondStream,
  startAnsweringServer,
  startScriptedServer,
} from './testing/scripted-server';
import { answerErrors, statusErrors } from './testing/server-errors';

const target = { apiKey: 'key-1234567890', model: 'test-model', name: 'Test', retryDelayMs: 0 };

test.each([...statusErrors, ...answerErrors].map((error) => [error.name, error] as const))(
  'is read where it stands: %s',
  async (_name, { answer, code, says, requests }) => {
    const server = await startAnsweringServer(answer);
    const { error } = await collectReply(createOpenAiModel({ ...target, baseUrl: server.baseUrl }));
    await server.close();
    expect(error?.code).toBe(code);
    expect(error?.message).toContain(says);
    expect(error?.message).not.toMatch(/[<{]|wxyz/);
    if (code !== 'unauthorized') expect(error?.message).not.toMatch(/API key/);
    expect(server.requests).toHaveLength(requests);
  },
);

const toolUseFailed = {
  error: {
    message: 'Tool choice is none, but model called a tool',
    type: 'invalid_request_error',
    code: 'tool_use_failed',
    failed_generation: '{"name": "read_file", "arguments": {"path": "a.txt"}}',
  },
};
test.each([
  ['as a status', [respondJson(400, toolUseFailed)]],
  ['in a stream', [respondStream([`event: error\n${event(toolUseFailed)}`])]],
])('a reply that the server took for a native call and refused is a reply: %s', async (_name, script) => {
  const server = await startScriptedServer(script);
  const { reply } = await collectReply(createOpenAiModel({ ...target, baseUrl: server.baseUrl }));
  await server.close();
  expect(reply).toMatchObject({
    finishReason: 'tool_use_failed',
    content: toolUseFailed.error.failed_generation,
  });
});

test('a field named error that is empty is no error', async () => {
  const answer = {
    error: null,
    choices: [{ error: null, message: { content: 'Hello' }, finish_reason: 'stop' }],
  };
  const server = await startScriptedServer([respondJson(200, answer)]);
  const { text } = await collectReply(createOpenAiModel({ ...target, baseUrl: server.baseUrl }));
  await server.close();
  expect(text).toBe('Hello');
});
