import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReply } from '../convention/read-reply';
import { runs } from '../replies/testing/generated';
import { createOpenAiModel } from './openai-model';
import { answerForTests } from './testing/answer-for-tests';
import { collectReply } from './testing/collect-reply';
import { DONE, respondJson, respondStream, type ScriptEntry } from './testing/scripted-server';

const server = answerForTests();

async function read(entry: ScriptEntry) {
  server.answer = entry;
  const model = createOpenAiModel({
    baseUrl: server.baseUrl,
    apiKey: null,
    model: 'm',
    name: 'M',
    retryDelayMs: 0,
  });
  const { text, reply, error } = await collectReply(model);
  return { text, reply, error, reading: reply && readReply(reply) };
}

const event = (choices: object[]) => `data: ${JSON.stringify({ choices })}\n\n`;
const call = '{"tool":"delete_file","parameters":{"path":"a.md"},"terminate":false}';
const native = [{ index: 0, id: 'a', function: { name: 'delete_file', arguments: '{"path":"a.md"}' } }];
const ours = ['Nothing', ' to do.'].map((content) => ({ index: 0, delta: { content }, finish_reason: null }));
const end = (index: number, finish_reason: string) => ({ index, delta: {}, finish_reason });
/** Other choices say this, and end in these ways. */
const other = fc.oneof(
  fc.record({
    index: fc.integer({ min: 1, max: 3 }),
    delta: fc.constantFrom<object>({ content: call }, { content: '\n' }, { tool_calls: native }),
    finish_reason: fc.constantFrom(null, 'stop'),
  }),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('stop', 'length', 'error', 'content_filter'))
    .map(([index, reason]) => end(index, reason)),
);
const others = fc.array(other, { maxLength: 3 });

test('other choices are no part of the reply, wherever they are', async () => {
  await fc.assert(
    fc.asyncProperty(others, others, others, fc.boolean(), async (before, between, after, isTogether) => {
      const toEvents = (choices: object[]) =>
        isTogether ? [event(choices)] : choices.map((choice) => event([choice]));
      const [first, second] = ours;
      const sent = [
        event([...before, first as object]),
        ...toEvents([...between, second as object]),
        ...toEvents([...after, end(0, 'stop')]),
        DONE,
      ];
      const { text, reading } = await read(respondStream(sent));
      expect([text, reading]).toEqual(['Nothing to do.', { kind: 'text', text: 'Nothing to do.' }]);
    }),
    runs(15),
  );
});

test('a plain response has one reply, too', async () => {
  const [mine, theirs] = ['Nothing to do.', call].map((content, index) => ({
    index,
    message: { content },
    finish_reason: 'stop',
  }));
  const { reading } = await read(respondJson(200, { choices: [theirs, mine] }));
  expect(reading).toEqual({ kind: 'text', text: 'Nothing to do.' });
});

test.each([
  ['no choice has an index', [{ delta: { content: 'Nothing' } }, { delta: { content: ' to do.' } }]],
  ['the first index is not zero', ours.map((choice) => ({ ...choice, index: 1 }))],
  ['a part has no index', [ours[0], { delta: { content: ' to do.' } }]],
])('a reply alone is complete where %s', async (_, choices) => {
  const { reading } = await read(
    respondStream([
      ...choices.map((choice) => event([choice as object])),
      event([{ finish_reason: 'stop' }]),
    ]),
  );
  expect(reading).toEqual({ kind: 'text', text: 'Nothing to do.' });
});

test('the end of a stream with several choices does not complete the one that is read', async () => {
  const { error } = await read(respondStream([event([ours[0] as object]), event([end(1, 'stop')]), DONE]));
  expect(error?.code).toBe('cut_off');
});
