import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toOwnPath } from './own-path';

const origin = 'https://countersign.example';

it('keeps each path of this server with its query and fragment', () => {
  for (const path of ['/', '/runs/run_1', '/settings#account', '/conversations?q=a%20b&c=/d#e', '/a//b'])
    expect(toOwnPath(path)).toBe(path);
});

it('leads nowhere else, whatever the text is', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '\r',
    ':',
    '@',
    '.',
    '?',
    '#',
    'evil.example',
    'https',
    '\u0000',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(new URL(toOwnPath(text), origin).origin).toBe(origin);
    }),
  );
  for (const text of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'a',
    '',
    null,
  ])
    expect(toOwnPath(text)).toBe('/');
  expect(toOwnPath(`/${'a'.repeat(2_000)}`)).toBe('/');
});
