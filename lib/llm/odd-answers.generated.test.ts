import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReply } from '../convention/read-reply';
import { runs } from '../replies/testing/generated';
import { oddObject, oddValue } from '../shared/testing/odd-json';
import { askForWindow } from './context-window';
import { listOfferedModels } from './model-servers';
import { createOpenAiModel } from './openai-model';
import { answerForTests } from './testing/answer-for-tests';
import { collectReply } from './testing/collect-reply';
import { DONE, respondJson, respondStream, type ScriptEntry } from './testing/scripted-server';

const server = answerForTests();

const read = { name: 'read_file', arguments: '{"path":"a"}' };
const message = oddObject({
  role: 'assistant',
  content: 'I read it.',
  reasoning_content: 'Hm',
  tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: read }],
  function_call: read,
  refusal: null,
});
const error = oddObject({
  message: 'No memory is left',
  code: 500,
  status: 503,
  status_code: 429,
  type: 'server_error',
  details: [{ retryDelay: '1s' }],
  detail: [{ loc: ['body', 'model'], msg: 'wrong' }],
  loc: ['body', 'model'],
  metadata: { raw: '{"error":{"message":"No memory"}}', reasons: ['violence'] },
  failed_generation: '{"tool":"read_file"}',
});
const choice = fc
  .record({ delta: message, message })
  .chain(({ delta, message }) =>
    oddObject({ index: 0, delta, message, text: 'a', finish_reason: 'stop', content_filter_results: {} }),
  );
const usage = oddObject({
  prompt_tokens: 7,
  completion_tokens: 2,
  prompt_tokens_details: { cached_tokens: 1 },
  completion_tokens_details: { reasoning_tokens: 1 },
  cost: 0.1,
});
const body = fc
  .record({ choice, error, usage })
  .chain(({ choice, error, usage }) =>
    fc.oneof(
      oddObject({ model: 'm', choices: [choice], usage, timings: { prompt_n: 1 }, x_groq: { usage } }),
      oddObject({ object: 'error', type: 'error', ...error, error, choices: [] }),
      oddObject({ choices: [choice], error, detail: error }),
      oddValue,
    ),
  );
const status = fc.constantFrom(200, 200, 400, 401, 404, 422, 429, 500, 503);

const answers: fc.Arbitrary<ScriptEntry> = fc.oneof(
  fc.tuple(status, body).map(([code, one]) => respondJson(code, one)),
  fc
    .array(body, { minLength: 1, maxLength: 4 })
    .map((chunks) => respondStream([...chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`), DONE])),
);

test('an answer with any value in any place is a reply, or an error in words', async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (generated) => {
      server.answer = generated;
      const { baseUrl } = server;
      const timeouts = { requestTimeoutMs: 5_000, idleTimeoutMs: 300, retryDelayMs: 0 };
      const model = createOpenAiModel({ baseUrl, apiKey: 'sk-1234', model: 'm', name: 'M', ...timeouts });
      const hello = [{ role: 'user' as const, content: 'Hello' }];
      // This leaves too little time for any wait that the server asks for.
      const { reply, error } = await collectReply(model, hello, new AbortController().signal, 50);
      if (reply) expect(['tool_call', 'text', 'malformed', 'empty']).toContain(readReply(reply).kind);
      else expect(error?.message).not.toMatch(/^$|is not a function|primitive value|undefined|\[object/);
    }),
    runs(75),
  );
});

const entry = oddObject({
  id: 'm',
  name: 'm',
  model: 'm',
  context_length: 8192,
  max_model_len: 8192,
  loaded_context_length: 8192,
  top_provider: { context_length: 8192 },
  pricing: { prompt: '0.1', completion: '0.2' },
});
const facts = entry.chain((one) =>
  fc.oneof(
    oddObject({
      data: [one],
      models: [one],
      default_generation_settings: { n_ctx: 8192 },
      parameters: 'num_ctx 8192',
    }),
    fc.constant([one]),
    oddValue,
  ),
);

test('what a server says of its models is read or passed over', async () => {
  await fc.assert(
    fc.asyncProperty(facts, async (generated) => {
      server.answer = respondJson(200, generated);
      const target = { baseUrl: server.baseUrl, apiKey: null, model: 'm' };
      expect((await askForWindow(target, new AbortController().signal)) ?? 1).toBeGreaterThan(0);
      const listed = await listOfferedModels(target);
      if (!listed.ok) expect(listed.message).toMatch(/./);
    }),
    runs(25),
  );
});
