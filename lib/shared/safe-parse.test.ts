import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { safeParse } from './safe-parse';
import { oddObject, oddValue } from './testing/odd-json';

const text = z.string().trim().min(1).max(3);
const schema = z.strictObject({
  text,
  optional: text.optional(),
  list: z.array(text).min(1).max(2),
  either: z.union([text, z.number()]),
  any: z.json(),
});
const read = (data: unknown) => safeParse(data, (json) => schema.safeParse(json));
const oddLength = { length: { toString: 1, valueOf: 1 } };
const usual = { text: 'a', optional: 'b', list: ['a'], either: 1, any: 'a' };

describe('reading JSON from outside', () => {
  it('never throws, whatever stands in any place', () => {
    const odd = fc.oneof(oddValue, fc.constant(oddLength), fc.constant([oddLength]));
    const data = fc.oneof(oddObject(usual), fc.dictionary(fc.constantFrom(...Object.keys(usual)), odd), odd);
    fc.assert(
      fc.property(data, (value) => {
        expect(typeof read(value).success).toBe('boolean');
      }),
    );
  });

  it('names the value that has such a length', () => {
    const parsed = read({ ...usual, list: [oddLength], any: oddLength });
    expect(parsed.error?.issues).toMatchObject([{ code: 'invalid_type', path: ['list', 0] }]);
  });

  it('leaves such a value as it is where any JSON may stand', () => {
    expect(read({ ...usual, any: oddLength }).data).toEqual({ ...usual, any: oddLength });
  });
});
