import { expect, test } from 'vitest';
import { emptyReply } from '../llm/testing/empty-reply';
import type { ModelReply } from '../models/model.port';
import { readReply } from './read-reply';

const cases: [name: string, reply: Partial<ModelReply>, says: string][] = [
  [
    'all of it went into thinking, up to the limit',
    { finishReason: 'length', firstTokenMs: 9, usage: { input: 900, output: 400, reasoning: 400 } },
    'The model used 400 tokens for thinking and reached the reply limit before its first word.',
  ],
  [
    'the same from a server that does not count thoughts apart',
    { finishReason: 'length', usage: { input: 900, output: 3_196, reasoning: 0 } },
    'The model used 3,196 tokens for thinking and reached the reply limit before its first word.',
  ],
  [
    'the limit came at once',
    { finishReason: 'length', usage: { input: 4_095, output: 1 } },
    'The reply reached its limit before its first word. Allow longer replies',
  ],
  [
    'thoughts, and an end',
    { firstTokenMs: 9, usage: { input: 900, output: 250 } },
    'The model thought for 250 tokens and then said nothing.',
  ],
  [
    'thoughts in tags, without counts',
    { content: '<think>I could say something.</think>', firstTokenMs: 9 },
    'The model thought and then said nothing, or its server keeps its words back.',
  ],
  ['a stream of empty pieces', { firstTokenMs: 9 }, 'The model thought and then said nothing'],
  ['nothing at all', {}, 'The model sent nothing. Its window may be too small for the instructions'],
  [
    'nothing but the mark of the end',
    { usage: { input: 4_000, output: 1 } },
    'The model sent nothing. Its window may be too small for the instructions',
  ],
  [
    'a call that is cut off',
    {
      content: '{"tool":"write_file","parameters":{"content":"a',
      finishReason: 'length',
      usage: { input: 4_000, output: 96 },
    },
    'The reply reached its length limit, at 4,096 tokens with the request. Allow longer replies',
  ],
];

test.each(cases)('a person reads why there is nothing, and what to do: %s', (_name, reply, says) => {
  const reading = readReply({ ...emptyReply, ...reply });
  expect(reading).toMatchObject({ kind: 'malformed', says: expect.stringContaining(says) });
  expect(reading).toMatchObject({ says: expect.stringMatching(/(Allow|give it) /) });
});

const call = '{"tool":"delete_file","parameters":{"path":"a.md"},"terminate":false}';

test.each([
  `${call}\n</think>`,
  `I could delete it.\n${call}</think>\n\n`,
  `<think>${call}</think>`,
  '<think>I could say something.</think>\u200b',
])('a reply of thoughts only is no answer, and the model reads in words why: %j', (content) => {
  const reading = readReply({ ...emptyReply, content });
  expect(reading).toMatchObject({
    kind: 'malformed',
    code: 'empty_reply',
    message: expect.stringContaining('Write your call or answer after your thoughts'),
    reply: content,
  });
});

test.each(['', ' \n', '\u200b\u2060', '\u00ad', '\u2800\u3164', '\0'])(
  'a reply that nobody can see is empty: %j',
  (content) => {
    for (const reply of [{ content }, { content: JSON.stringify({ answer: content }), wasSchemaSent: true }])
      expect(readReply({ ...emptyReply, ...reply })).toMatchObject({
        kind: 'malformed',
        code: 'empty_reply',
      });
  },
);

test('a fault that the model can mend says nothing more to a person', () => {
  expect(readReply({ ...emptyReply, content: '{"tool":"read_file"}' })).not.toHaveProperty('says');
});

test('an answer that is cut off says so at its end', () => {
  expect(readReply({ ...emptyReply, content: 'The plan is', finishReason: 'length' })).toMatchObject({
    kind: 'text',
    text: expect.stringContaining('*(The answer ends here. The reply reached its length limit.'),
  });
});
