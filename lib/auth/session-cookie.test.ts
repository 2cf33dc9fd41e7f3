import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecret } from './secret-text';
import { readSessionToken, toSetCookie } from './session-cookie';

const place = { port: 3000, isSecure: false };
const sent = (setCookie: string) => setCookie.split(';', 1)[0] ?? '';

describe('the cookie of a session', () => {
  it('comes back as it was set, among others, and only to its port', () => {
    for (let round = 0; round < 50; round += 1) {
      const token = createSecret();
      const header = `theme=dark; ${sent(toSetCookie(token, place))}; countersign_4000=x`;
      expect(readSessionToken(header, 3000)).toBe(token);
      expect(readSessionToken(header, 4000)).toBeNull();
    }
  });

  it('is out of reach of scripts and of other sites, and encrypted where the address is', () => {
    const token = createSecret();
    expect(toSetCookie(token, place)).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    expect(toSetCookie(token, { ...place, isSecure: true })).toMatch(/; SameSite=Strict; Secure$/);
  });

  it('is nothing when two of the name differ, or when it is no token', () => {
    const [one, other] = [createSecret(), createSecret()];
    expect(readSessionToken(`countersign_3000=${one}; countersign_3000=${one}`, 3000)).toBe(one);
    expect(readSessionToken(`countersign_3000=${one}; countersign_3000=${other}`, 3000)).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/countersign_3000=[\w-]{43}/.test(text));
        expect(readSessionToken(text, 3000)).toBeNull();
        expect(readSessionToken(`countersign_3000=${text}`, 3000)).toBeNull();
      }),
    );
    for (const odd of [null, undefined, '', 'null', 'undefined', 'countersign_3000']) {
      expect(readSessionToken(odd, 3000)).toBeNull();
    }
  });
});
