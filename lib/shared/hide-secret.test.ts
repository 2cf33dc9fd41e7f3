import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hideSecret } from './hide-secret';

const secret = fc.stringMatching(/^[!-~]{16,60}$/);
const around = fc.stringMatching(/^[ a-z.:]{0,20}$/);
const forms: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'as JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in a URL': encodeURIComponent,
  'in Base64, after a name': (text) => Buffer.from(`user:${text}`).toString('base64'),
  'in Base64 for URLs, after Bearer': (text) => Buffer.from(`Bearer ${text}`).toString('base64url'),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
};

it.each(Object.entries(forms))('a secret %s is hidden, and the words around it stay', (_name, write) => {
  fc.assert(
    fc.property(secret, around, around, (key, before, after) => {
      const written = write(key);
      const hidden = hideSecret(`${before}${written}${after}`, key);
      expect(hidden).toContain('[key]');
      expect(hidden).not.toContain(written.slice(8, -4));
    }),
  );
});

it('any eight characters of a secret in a row are hidden', () => {
  fc.assert(
    fc.property(secret, fc.nat(8), (key, start) => {
      const part = key.slice(start, start + 8);
      expect(hideSecret(`key ${part}… is wrong`, key)).toBe('key [key]… is wrong');
    }),
  );
});

it('a short secret is hidden completely, and text without the secret is unchanged', () => {
  expect(hideSecret('Bearer k1-2', 'k1-2')).toBe('Bearer [key]');
  expect(hideSecret('nothing to hide', 'sk-1234567890')).toBe('nothing to hide');
  expect(hideSecret('nothing', '')).toBe('nothing');
});
