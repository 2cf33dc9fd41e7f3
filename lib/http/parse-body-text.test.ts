import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxBodyValues, parseBodyText } from './parse-body-text';

const read = (text: string) => {
  try {
    return parseBodyText(text);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the text of a body', () => {
  it('is read as JSON.parse reads it, whatever its strings hold', () => {
    const text = fc.string({ unit: fc.constantFrom('[', '{', ',', '"', '\\', ']', ':', 'a', '\n') });
    const json = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, text, fc.array(tie('value')), fc.dictionary(text, tie('value'))),
    })).value;
    fc.assert(
      fc.property(json, fc.integer({ min: 0, max: 2 }), (value, blanks) => {
        const many = JSON.stringify({ value, long: '[{,'.repeat(maxBodyValues) }, null, blanks);
        expect(parseBodyText(many)).toEqual(JSON.parse(many));
      }),
    );
  });

  it('may have so many values, at whatever depth, and no more', () => {
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `"${index},`));
    const group = (count: number) =>
      `{${Array.from({ length: count }, (_, at) => `"${at}[": ${at}`).join()}}`;
    const nested = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`;
    for (const write of [list, group, nested]) {
      const [most, tooMany] = [write(maxBodyValues - 1), write(maxBodyValues + 2)];
      expect(read(most)).toBeTypeOf('object');
      expect(read(tooMany)).toBe('invalid_body');
    }
  });

  it.each(['['.repeat(900_000), `${'{"a":'.repeat(150_000)}1`, '{},'.repeat(300_000)])(
    'is not looked at any further when it has too many, also where it is not JSON',
    (text) => {
      expect(read(text)).toBe('invalid_body');
    },
  );

  it('that is not JSON is told so', () => {
    for (const text of ['{', '"', '"a" "b"', "{'a': 1}", `"${'\\'.repeat(50_000)}`, '"'.repeat(49_999)])
      expect([text.slice(0, 20), read(text)]).toEqual([text.slice(0, 20), 'malformed_json']);
  });
});
