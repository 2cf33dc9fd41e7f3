import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOpenAiModel } from './openai-model';
import { collectReply } from './testing/collect-reply';
import { chunk, DONE, respondStream, type ScriptEntry, startScriptedServer } from './testing/scripted-server';

const call = '{"tool":"write_file","parameters":{"path":"@.md"},"terminate":false}';
const inText = `${chunk({ content: call })}${chunk({}, 'stop')}${DONE}`;
const inNative = `${chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{"path":"@"}' } }] })}${chunk({}, 'tool_calls')}${DONE}`;
const whole = JSON.stringify({ choices: [{ message: { content: call }, finish_reason: 'stop' }] });
const inReasoning = `${chunk({ reasoning_content: 'Größe @', content: '' })}${inText.replace('@', 'a')}`;

const respondBytes =
  (bytes: Buffer): ScriptEntry =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(bytes);
  };
const toEntry = (text: string, inserted: readonly number[]): ScriptEntry => {
  const at = text.indexOf('@');
  const bytes = Buffer.concat([
    Buffer.from(text.slice(0, at)),
    Buffer.from(inserted),
    Buffer.from(text.slice(at + 1)),
  ]);
  return text === whole ? respondBytes(bytes) : respondStream([bytes]);
};

/**
 * These are bytes that begin nothing, characters cut short, a surrogate, and a character that needs fewer
 * bytes.
 */
const invalid = fc.constantFrom(
  ...[[0xff], [0x80], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0xaf]],
);
/** U+FFFD itself is valid, because a model may mean it. */
const valid = fc.constantFrom('\uFFFD', 'a', 'ö', '€', '😀').map((text) => [...Buffer.from(text)]);

async function isDamagedBy(text: string, inserted: readonly number[]): Promise<boolean | undefined> {
  const server = await startScriptedServer([toEntry(text, inserted)]);
  const model = createOpenAiModel({ baseUrl: server.baseUrl, apiKey: null, model: 'm', name: 'n' });
  const { reply } = await collectReply(model);
  await server.close();
  return reply?.isDamaged;
}

test('bytes that are not UTF-8 are noticed in text, in native calls and in plain JSON', async () => {
  const form = fc.constantFrom(inText, inNative, whole);
  await fc.assert(
    fc.asyncProperty(form, invalid, async (text, bytes) => {
      expect(await isDamagedBy(text, bytes)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('valid bytes are not, nor is what is no part of the reply', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(inText, inNative, whole), valid, async (text, bytes) => {
      expect(await isDamagedBy(text, bytes)).toBe(false);
    }),
    { numRuns: 20 },
  );
  expect(await isDamagedBy(inReasoning, [0xff])).toBe(false);
});
