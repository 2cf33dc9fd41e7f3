import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-arguments';
import { runs } from './testing/generated';
import { anyWrittenCall } from './testing/some-call';

/**
 * Follows the first specification literally: unwraps at most ten strings, then requires one object. Null
 * means a failure.
 */
function readLiterally(raw: string): unknown {
  let text = raw.trim();
  for (let layer = 0; layer < 10 && text.startsWith('"'); layer += 1) {
    const inner = readJson(text);
    if (typeof inner !== 'string') return null;
    text = inner.trim();
  }
  const value = readJson(text);
  return typeof value === 'object' && !Array.isArray(value) ? value : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function encode(text: string, layers: number): string {
  let encoded = text;
  for (let layer = 0; layer < layers; layer += 1) encoded = JSON.stringify(encoded);
  return encoded;
}

const someText = fc.tuple(anyWrittenCall, fc.nat(3)).map(([{ text }, layers]) => encode(text, layers));
/**
 * This list has no backslash, because the parser reads `{\"a\": 1}` although its outer quotes are missing.
 */
const stray = fc.constantFrom(
  '',
  '"',
  '{',
  '}',
  ',',
  ':',
  '\n',
  'x',
  "'",
  '[',
  ']',
  '1',
  ' ',
  '/* */',
  '“',
  '\ud83d',
  '\u0000',
);

describe('arguments', () => {
  it('cut or changed in one place are read as the specification says, or fail', () => {
    fc.assert(
      fc.property(
        someText,
        fc.nat(),
        fc.nat(2),
        stray,
        fc.boolean(),
        (text, place, removed, token, isCut) => {
          const at = place % (text.length + 1);
          const raw = text.slice(0, at) + (isCut ? '' : token + text.slice(at + removed));
          const expected = readLiterally(raw);
          const parsed = parseArguments(raw);
          const isTwice = !parsed.ok && parsed.error.code === 'duplicate_key';
          const isWithoutQuotes = parsed.ok && expected === null && raw.includes('\\');
          if (!isTwice && !isWithoutQuotes) expect(parsed.ok ? parsed.value : null).toEqual(expected);
        },
      ),
      runs(500),
    );
  });

  it('that cannot be read are quoted in the error as they came, up to 100 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const parsed = parseArguments(text);
        if (parsed.ok) return;
        const start = Array.from(text.slice(0, 200)).slice(0, 100).join('');
        expect(parsed.error.message).toContain(start.toWellFormed());
        expect(parsed.error.message.length).toBeLessThan(600);
      }),
      runs(50),
    );
  });
});
