import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretFilter, hideCutSecretsIn, hideSecretsIn } from './hide-whole-secrets';

const secret = fc.stringMatching(/^[!-~]{16,60}$/);
const plain = fc.stringMatching(/^[a-z \n]{0,40}$/);
const forms: ((secret: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1),
  encodeURIComponent,
  (text) => Buffer.from(text).toString('hex'),
];

describe('a text without the secrets', () => {
  it('has a mark in the place of each, in any form, and is otherwise unchanged', () => {
    fc.assert(
      fc.property(secret, plain, plain, fc.constantFrom(...forms), (key, before, after, write) => {
        expect(hideSecretsIn(`${before}${write(key)}${after}`, [key])).toBe(`${before}[key]${after}`);
      }),
    );
  });

  it('has no Base64 of a secret, wherever in its text the secret begins', () => {
    fc.assert(
      fc.property(secret, fc.nat(5), (key, offset) => {
        const encoded = Buffer.from(`${'x'.repeat(offset)}${key} and more`).toString('base64');
        const hidden = hideSecretsIn(encoded, [key]);
        expect(hidden).toContain('[key]');
        expect(Buffer.from(hidden, 'base64').toString()).not.toContain(key.slice(4, 12));
      }),
    );
  });

  it('has none that appears when escapes of JSON are read, once or twice', () => {
    const escaped = (key: string, some: readonly boolean[], slashes: string) =>
      [...key]
        .map((mark, at) =>
          some[at % some.length] ? `${slashes}u${mark.charCodeAt(0).toString(16).padStart(4, '0')}` : mark,
        )
        .join('');
    const key = fc.stringMatching(/^[A-Za-z0-9-]{16,40}$/);
    const some = fc.array(fc.boolean(), { minLength: 1 });
    fc.assert(
      fc.property(key, some, fc.constantFrom('\\', '\\\\'), plain, (secret, places, slashes, after) => {
        const text = `{"path":"${escaped(secret, places, slashes)}${after}`;
        expect(hideSecretsIn(text, [secret])).toBe(`{"path":"[key]${after}`);
      }),
    );
    expect(hideSecretsIn('{"a":"sk\\/0123456789\\/abcdef"}', ['sk/0123456789/abcdef'])).toBe('{"a":"[key]"}');
    expect(hideSecretsIn('a \\/ b', ['sk-0123456789abcdef'])).toBe('a \\/ b');
    expect(hideSecretsIn('a \\u00e4 b', ['sk-0123456789abcdef'])).toBe('a \\u00e4 b');
  });

  it('may be anywhere in data; names, numbers and null stay', () => {
    const key = 'sk-0123456789abcdef';
    const data = { text: `a ${key}`, list: [{ [key]: `${key}b` }, 1, null, true], none: undefined };
    expect(hideSecretsIn(data, [key])).toEqual({
      text: 'a [key]',
      list: [{ '[key]': '[key]b' }, 1, null, true],
      none: undefined,
    });
  });

  it('keeps what is too short to be a secret: local servers take any word for a key', () => {
    for (const word of ['ollama', 'EMPTY', 'lm-studio', 'not-needed', 'token-abc123', '']) {
      expect(hideSecretsIn(`The server is ${word}.`, [word])).toBe(`The server is ${word}.`);
    }
  });
});

describe('a shortened text without the secrets', () => {
  it('has less than half of each, wherever it was cut', () => {
    // Each mark occurs once, and none is in `plain`. So the neighbors of a part never extend it, and the part
    // has one place.
    const marks = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+');
    const secret = fc.uniqueArray(marks, { minLength: 16 }).map((list) => list.join(''));
    fc.assert(
      fc.property(secret, plain, plain, fc.nat(40), fc.boolean(), (key, before, after, length, isEnd) => {
        const part = isEnd ? key.slice(-length || key.length) : key.slice(0, length);
        const hidden = hideCutSecretsIn(`${before}${part}\n${after}`, [key]);
        const isShown = part.length < Math.ceil(key.length / 2);
        expect(hidden).toBe(`${before}${isShown ? part : '[key]'}\n${after}`);
      }),
    );
  });

  it('is otherwise unchanged', () => {
    fc.assert(
      fc.property(secret, fc.array(plain, { maxLength: 3 }), (key, texts) => {
        expect(hideCutSecretsIn(texts, [key])).toBe(texts);
      }),
    );
  });
});

describe('a stream without the secrets', () => {
  it('says the same as the complete text without them, however it is cut', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    fc.assert(
      fc.property(secret, plain, plain, cuts, (key, before, after, lengths) => {
        const text = `${before}${key}${after}${key.slice(0, 9)}`;
        const filter = createSecretFilter([key]);
        let [shown, at] = ['', 0];
        for (let index = 0; at < text.length; index += 1) {
          const length = lengths[index % lengths.length] ?? 1;
          shown += filter.push(text.slice(at, at + length));
          at += length;
          expect(shown).not.toContain(key.slice(0, 16));
        }
        expect(shown + filter.end()).toBe(hideSecretsIn(text, [key]));
      }),
    );
  });

  it('holds nothing back where nothing is secret', () => {
    const filter = createSecretFilter(['short']);
    expect([filter.push('a sho'), filter.push('rt'), filter.end()]).toEqual(['a sho', 'rt', '']);
  });
});
