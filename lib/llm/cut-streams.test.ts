import { expect, test } from 'vitest';
import { createOpenAiModel } from './openai-model';
import { collectReply } from './testing/collect-reply';
import { chunk, DONE, respondStream, startScriptedServer } from './testing/scripted-server';

const call = '{"tool":"write_file","parameters":{"path":"größe.md","content":"x"},"terminate":false}';
const recorded = Buffer.from(
  [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: call.slice(0, 40) }),
    chunk({ content: call.slice(40) }),
    chunk({}, 'stop'),
    DONE,
  ].join(''),
);

test('a stream cut at any byte gives the whole reply in the end, never a part of it, and no text twice', async () => {
  const offsets = Array.from({ length: recorded.length }, (_, offset) => offset);
  const server = await startScriptedServer(
    offsets.flatMap((offset) => {
      const head = recorded.subarray(0, offset);
      if (head.includes('"finish_reason":"stop"}]}')) return [respondStream([head])];
      return [respondStream([head], offset % 2 === 0 ? 'end' : 'break'), respondStream([recorded])];
    }),
  );
  const model = createOpenAiModel({
    baseUrl: server.baseUrl,
    apiKey: null,
    model: 'm',
    name: 'n',
    retryDelayMs: 0,
  });
  for (const offset of offsets) {
    const { text, reply } = await collectReply(model);
    expect([offset, text, reply?.content]).toEqual([offset, call, call]);
  }
  expect(offsets.length).toBeGreaterThan(500);
  await server.close();
});
