import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveOwnerToken, isOwnerToken, readBearerToken } from './owner-token';
import { createSecret } from './secret-text';

describe('the token of the owner', () => {
  const key = randomBytes(32);

  it('is the same for the same key and number, and another for any other', () => {
    const token = deriveOwnerToken(key, 1);
    expect(deriveOwnerToken(Buffer.from(key), 1)).toBe(token);
    expect(deriveOwnerToken(key, 2)).not.toBe(token);
    expect(deriveOwnerToken(randomBytes(32), 1)).not.toBe(token);
    expect(isOwnerToken(token, key, 1)).toBe(true);
    for (const other of ['', token.slice(1), `${token}x`, createSecret(), token.toUpperCase()])
      expect(isOwnerToken(other, key, 1)).toBe(false);
  });

  it('is read from its header only when the header is nothing else', () => {
    const token = deriveOwnerToken(key, 1);
    expect(readBearerToken(`Bearer ${token}`)).toBe(token);
    expect(readBearerToken(`bearer  ${token}`)).toBe(token);
    for (const odd of [
      null,
      undefined,
      '',
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token}, Bearer x`,
    ])
      expect(readBearerToken(odd)).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[\w-]{43}$/.test(text.trim()));
        expect(readBearerToken(`Bearer ${text}`)).toBeNull();
      }),
    );
  });
});
