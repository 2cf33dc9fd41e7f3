import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replaceHalves } from './replace-halves';

const isWellFormed = (json: string) => JSON.stringify(JSON.parse(json)).isWellFormed();

it('makes of JSON what a look at each of its texts would', () => {
  const piece = fc.constantFrom(
    '\\ud83d',
    '\\uDE00',
    '\\\\',
    '\\ud8',
    '\\udfFf',
    'ud83d',
    '\\n',
    'a',
    '😀',
    '\\"',
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => `"${pieces.join('')}"`);
  const json = fc.oneof(
    text,
    fc.array(text).map((texts) => `[${texts.join(', ')}]`),
    fc
      .array(text)
      .map((texts) => `{${texts.map((value, index) => `"${index}": {"a": ${value}}`).join(',')}}`),
  );
  const toWellFormed = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value;
  const parse = (read: () => unknown) => {
    try {
      return read();
    } catch {
      return 'not JSON';
    }
  };
  fc.assert(
    fc.property(json, (json) => {
      expect(parse(() => JSON.parse(replaceHalves(json)))).toEqual(
        parse(() => JSON.parse(json, toWellFormed)),
      );
    }),
    { numRuns: 1_000 },
  );
});

it('a name has no halves either', () => {
  expect(replaceHalves('{"a\\ud800": 1, "b\\\\ud800": 2}')).toBe('{"a\\ufffd": 1, "b\\\\ud800": 2}');
});

it('leaves alone what has none, and looks at no value of it', () => {
  const whole = `{"text": "\\ud83d\\ude00 \\\\ud800", "numbers": [${'1,'.repeat(100)}1]}`;
  expect(replaceHalves(whole)).toBe(whole);
  expect(isWellFormed(whole)).toBe(true);
});

it('takes one pass, whatever a text repeats', () => {
  for (const unit of ['\\\\', '\\ud800', '\\ud83d\\ude00', '\\\\ud800'])
    expect(isWellFormed(replaceHalves(`"${unit.repeat(200_000)}\\ud800"`))).toBe(true);
});
