import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TranscriptMessage } from '../domain/transcript';
import { toRequestBody } from './request-body';

const message = fc.record({
  role: fc.constantFrom('system', 'user', 'assistant'),
  content: fc.string({ unit: 'binary' }),
}) satisfies fc.Arbitrary<TranscriptMessage>;

const decoder = new TextDecoder('utf-8', { fatal: true });
const toText = (bytes: Uint8Array) => decoder.decode(bytes);

test('a request says what its fields and messages say, however often a message is sent', () => {
  fc.assert(
    fc.property(fc.array(message), fc.dictionary(fc.string(), fc.jsonValue()), (messages, others) => {
      const fields = { model: 'm', ...others };
      const expected = JSON.parse(JSON.stringify({ messages, ...fields }));
      for (let times = 0; times < 2; times += 1)
        expect(JSON.parse(toText(toRequestBody(messages, fields)))).toEqual(expected);
    }),
  );
});
