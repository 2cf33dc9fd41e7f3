import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-arguments';
import { parseReply } from './parse-reply';

const maxCharacters = 1_000_000;
const object = fc
  .dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

function encode(value: unknown, layers: number): string {
  let text = JSON.stringify(value);
  for (let layer = 0; layer < layers; layer += 1) text = JSON.stringify(text);
  return text;
}

describe('properties of argument parsing', () => {
  it('any object encoded 0 to 10 times comes back equal, 11 times fails cleanly', () => {
    fc.assert(
      fc.property(object, fc.integer({ min: 0, max: 11 }), (value, layers) => {
        const text = encode(value, layers);
        fc.pre(text.length < maxCharacters);
        const parsed = parseArguments(text);
        if (layers === 11) expect(parsed.ok).toBe(false);
        else expect(parsed).toEqual({ ok: true, value, layers });
      }),
      { numRuns: 500 },
    );
  });

  it('any string value is never touched, also when it looks like JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.json()), (text) => {
        const value = { text: text.toWellFormed() };
        expect(parseArguments(JSON.stringify(value))).toEqual({ ok: true, value, layers: 0 });
      }),
      { numRuns: 500 },
    );
  });

  it('a number stays what is written, or the call is refused', () => {
    const written = fc.oneof(
      fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
      fc.integer().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
      fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 400 })).map(([a, b]) => `${a}e${b}`),
    );
    fc.assert(
      fc.property(written, fc.integer({ min: 0, max: 2 }), (number, layers) => {
        let text = `{"a":{"b":[${number}]}}`;
        for (let layer = 0; layer < layers; layer += 1) text = JSON.stringify(text);
        const parsed = parseArguments(text);
        const value = Number(number);
        const isKept =
          Number.isFinite(value) &&
          (!/^-?\d+$/.test(number) || JSON.stringify(value) === number || BigInt(value) === BigInt(number));
        if (isKept) expect(parsed).toEqual({ ok: true, value: { a: { b: [value] } }, layers });
        else expect(parsed).toMatchObject({ ok: false, error: { code: 'inexact_number' } });
        const reply = parseReply(`{"tool":"write_file","parameters":${text},"terminate":false}`);
        expect(reply.kind).toBe(isKept ? 'tool_call' : 'malformed');
      }),
      { numRuns: 1_000 },
    );
  });

  it('no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', ':', ',', '[', ']', 'a', ' ', '1') }),
        (text) => {
          expect(typeof parseArguments(text).ok).toBe('boolean');
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('a __proto__ key changes no prototype', () => {
    const parsed = parseArguments('{"__proto__": {"isAdmin": true}, "a": 1}');
    if (parsed.ok) {
      expect(Object.hasOwn(parsed.value, '__proto__')).toBe(true);
      expect((parsed.value as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    }
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });

  it('answers large and deep input', () => {
    const value = { text: 'x'.repeat(maxCharacters - 100) };
    expect(parseArguments(JSON.stringify(value))).toMatchObject({ ok: true });
    expect(parseArguments(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`)).toMatchObject({ ok: true });
    for (const depth of [10_000, 100_000]) {
      expect(parseArguments(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toMatchObject({ ok: false });
    }
  });
});
