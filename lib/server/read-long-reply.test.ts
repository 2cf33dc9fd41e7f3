import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isLongReply } from '../convention/long-reply';
import { readReply } from '../convention/read-reply';
import { emptyReply } from '../llm/testing/empty-reply';
import type { ModelReply } from '../models/model.port';
import { callReplies } from '../replies/fixtures/call-replies';
import { foreignReplies } from '../replies/fixtures/foreign-replies';
import { malformedReplies } from '../replies/fixtures/malformed-replies';
import { textReplies } from '../replies/fixtures/text-replies';
import { runs } from '../replies/testing/generated';
import { someAnswer } from '../replies/testing/some-answer';
import { plainWrittenCall } from '../replies/testing/some-call';
import { createWorkers } from '../tools/workers/workers';
import { createLongReplyReader } from './read-long-reply';

const workers = createWorkers(null);
afterAll(() => workers.close());
const readLongReply = createLongReplyReader(workers);
const { signal } = new AbortController();

const replies = [...callReplies, ...textReplies, ...malformedReplies, ...foreignReplies];
const ofContent = fc
  .oneof(
    fc.constantFrom(...replies.map(({ reply }) => reply)),
    someAnswer,
    fc.tuple(someAnswer, plainWrittenCall).map(([answer, { text }]) => `${answer}\n${text}`),
    fc.json().map((json) => `{"tool": "x", "parameters": {"a": ${json}}, "terminate": false}`),
    fc.constantFrom(
      '{"tool": "x", "parameters": {"__proto__": {"a": 1}, "b": -0, "c": 1e999, "d": "\\ud800"}, "terminate": true}',
      'a lone \ud800 surrogate',
      '{"answer": "In words."}',
    ),
  )
  .chain((text) =>
    fc.constantFrom(text, `${text}\n${'More words. '.repeat(3_000)}`, `${'- x\n'.repeat(9_000)}${text}`),
  );
const someReply: fc.Arbitrary<ModelReply> = fc
  .record({
    content: ofContent,
    toolCalls: fc.oneof(
      { weight: 4, arbitrary: fc.constant<ModelReply['toolCalls']>([]) },
      fc.constantFrom<ModelReply['toolCalls'][]>(
        [{ name: 'read_file', arguments: '{"path": "a.md"}' }],
        [{ name: 'read_file', arguments: JSON.stringify({ path: 'x'.repeat(40_000) }) }],
        [{ name: 'read_file', arguments: '{' }],
        [
          { name: 'a', arguments: '{}' },
          { name: 'b', arguments: '{}' },
        ],
      ),
    ),
    finishReason: fc.constantFrom('stop', 'length', 'tool_use_failed', 'unknown'),
    isDamaged: fc.boolean(),
    wasSchemaSent: fc.boolean(),
  })
  .map((facts) => ({ ...emptyReply, ...facts }));

describe('a long reply', () => {
  it('means the same when it is read in a thread', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(someReply, async (reply) => {
        const known = { tools: ['read_file'], asked: [] };
        expect(await readLongReply(reply, signal, known)).toStrictEqual(readReply(reply, known));
      }),
      runs(300),
    );
  });

  it.each(['{', '{"tool": "/*\n'])('of %j again and again leaves the event loop free', async (mark) => {
    const content = mark.repeat(Math.ceil(500_000 / mark.length));
    let turns = 0;
    const reading = readLongReply({ ...emptyReply, content }, signal).finally(() => {
      isRead = true;
    });
    let isRead = false;
    while (!isRead) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect((await reading).kind).toBe('text');
    expect(turns).toBeGreaterThan(100);
  });

  it('that takes too long to read is malformed, which the model is told', async () => {
    const reply = { ...emptyReply, content: '{"tool": "/*\n'.repeat(150_000) };
    const reading = await createLongReplyReader(workers, 500)(reply, signal);
    expect(reading).toMatchObject({
      kind: 'malformed',
      code: 'too_large',
      message: expect.stringMatching(
        /^Reading your reply took longer than 1 second, so it was ended\. Nothing was executed\. Send a shorter reply/,
      ),
    });
    expect(reading).toMatchObject({ reply: expect.stringContaining('more characters]') });
  });

  it('is not read on when its run is stopped', async () => {
    const stop = new AbortController();
    const reading = readLongReply({ ...emptyReply, content: '{'.repeat(2_000_000) }, stop.signal);
    setImmediate(() => stop.abort());
    await expect(reading).rejects.toMatchObject({ code: 'stopped' });
    expect(await readLongReply({ ...emptyReply, content: 'Hello.' }, signal)).toMatchObject({ kind: 'text' });
  });

  it.each([
    [false, { content: 'x'.repeat(16_000) }],
    [true, { content: 'x'.repeat(16_001) }],
    [true, { content: 'x', toolCalls: [{ name: 'a', arguments: 'x'.repeat(15_999) }] }],
  ])('is one of more than 16,000 characters, native calls included: %s', (isLong, facts) => {
    expect(isLongReply({ ...emptyReply, ...facts })).toBe(isLong);
  });
});
