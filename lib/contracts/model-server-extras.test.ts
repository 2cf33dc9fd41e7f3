import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHeaderName, readHeaderValue, readQueryName, splitQuery } from './model-server-extras';

test('a header that is taken can be sent, and plain ones are taken', () => {
  const name = fc.oneof(fc.stringMatching(/^X-[A-Za-z0-9-]{1,20}$/), fc.string({ unit: 'binary' }));
  const value = fc.oneof(fc.stringMatching(/^[!-~]( ?[!-~]){0,20}$/), fc.string({ unit: 'binary' }));
  let taken = 0;
  fc.assert(
    fc.property(name, value, (someName, someValue) => {
      const [readName, readValue] = [readHeaderName(someName), readHeaderValue(someValue)];
      if (!readName.ok || !readValue.ok) return;
      taken += 1;
      expect(new Headers([[readName.value, readValue.value]]).get(readName.value)).toBe(readValue.value);
    }),
  );
  expect(taken).toBeGreaterThan(5);
});

test.each(['api-key', 'HTTP-Referer', 'X-Title', 'Authorization'])('%s is a header', (name) => {
  expect(readHeaderName(` ${name} `)).toEqual({ ok: true, value: name });
});

test.each(['', 'api key', 'Host', 'content-length', 'näme', 'a:b'])('%o is no header to set', (name) => {
  expect(readHeaderName(name).ok).toBe(false);
});

test('no key goes into an address', () => {
  for (const name of ['key', 'api_key', 'access_token', 'sig', 'password'])
    expect(readQueryName(name).ok).toBe(false);
  for (const name of ['api-version', 'tier', 'design']) expect(readQueryName(name).ok).toBe(true);
});

test('a query is split from its address only if all of it can be kept', () => {
  expect(splitQuery('https://x.example/v1?api-version=1&tier=a%20b')).toEqual({
    address: 'https://x.example/v1',
    query: [
      { name: 'api-version', value: '1' },
      { name: 'tier', value: 'a b' },
    ],
  });
  for (const text of [
    'https://x.example/v1',
    'https://x.example/v1?key=1',
    'https://x.example/v1?a=',
    'x?a=1#b',
  ])
    expect(splitQuery(text)).toBeNull();
});
