import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readApiKey, readModelName } from './model-server-values';

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});
const space = fc.stringMatching(/^[ \t\r\n]{0,4}$/);

describe('an API key', () => {
  it('of visible ASCII is taken as it is, without the space around it', () => {
    fc.assert(
      fc.property(visible, space, space, (key, before, after) => {
        expect(readApiKey(`${before}${key}${after}`)).toEqual({ ok: true, value: key });
      }),
    );
  });

  it('is absent when the value is only whitespace', () => {
    fc.assert(
      fc.property(space, (text) => {
        expect(readApiKey(text)).toEqual({ ok: true, value: null });
      }),
    );
    expect(readApiKey(null)).toEqual({ ok: true, value: null });
  });

  it('with any other character is refused by position and kind, and never quoted', () => {
    const other = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((text) => !/^[!-~]$/.test(text));
    const long = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/);
    fc.assert(
      fc.property(long, other, long, (before, character, after) => {
        const read = readApiKey(`${before}${character}${after}`);
        const problem = read.ok ? '' : read.problem;
        expect(problem).toContain(`Character ${before.length + 1} is `);
        for (const part of [before, after]) expect(problem).not.toContain(part);
        expect(() => new Headers({ authorization: `Bearer ${problem}` })).not.toThrow();
      }),
    );
  });

  it.each([
    ['\n', 'a line break (U+000A)'],
    ['\r', 'a line break (U+000D)'],
    ['\0', 'a NUL character (U+0000)'],
    ['\t', 'a tab (U+0009)'],
    [' ', 'a space (U+0020)'],
    ['\u00a0', 'a space of a special kind (U+00A0)'],
    ['\u200b', 'a zero-width space (U+200B)'],
    ['\u2060', 'an invisible character (U+2060)'],
    ['\u2013', 'a dash that is not the plain hyphen (U+2013)'],
    ['\u201c', 'a curly quotation mark (U+201C)'],
    ['é', 'a letter outside plain ASCII (U+00E9)'],
    ['🔑', 'a character outside plain ASCII (U+1F511)'],
  ])('with %j inside names it', (character, words) => {
    expect(readApiKey(`sk-abc${character}def`)).toEqual({
      ok: false,
      problem: `Character 7 is ${words}. Copy the API key again.`,
    });
  });
});

describe('a model’s name', () => {
  it('may hold anything visible', () => {
    expect(readModelName(' Qwen 3 – 8B é ')).toEqual({ ok: true, value: 'Qwen 3 – 8B é' });
  });

  it('is refused when empty or with an invisible character', () => {
    expect(readModelName(' \n').ok).toBe(false);
    for (const character of ['\n', '\0', '\u200b', '\u2028', '\u202e']) {
      expect(readModelName(`gpt${character}5`)).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/^Character 4 is /),
      });
    }
  });
});
