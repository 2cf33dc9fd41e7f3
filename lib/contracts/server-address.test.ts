import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostOf, readServerAddress, toShownAddress } from './server-address';

const addressOf = (text: string) => {
  const read = readServerAddress(text);
  return read.ok ? read.value.address : null;
};

describe('the address of a model server', () => {
  it('gets http:// on this machine and in private networks, https:// elsewhere', () => {
    for (const host of [
      'localhost:11434',
      '127.0.0.1:1234',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.9.9:8080',
      '192.168.0.7:8000',
      '169.254.1.1',
      '[::1]:11434',
      '[fd00::1]',
      'nas:8080',
      'studio.local:1234',
    ]) {
      expect(addressOf(`${host}/v1`), host).toBe(`http://${host}/v1`);
    }
    for (const host of [
      'api.openai.com',
      '172.32.0.1',
      '8.8.8.8',
      '10.example.com',
      'localhost.example.com',
    ]) {
      expect(addressOf(`${host}/v1`), host).toBe(`https://${host}/v1`);
    }
  });

  it('is put right and says so', () => {
    expect(readServerAddress(' api.openai.com/v1/chat/completions/ ')).toEqual({
      ok: true,
      value: {
        address: 'https://api.openai.com/v1',
        changes: ['Added “https://”.', 'Removed “/chat/completions” from the end.'],
      },
    });
    expect(addressOf('http:/localhost:11434/v1')).toBe('http://localhost:11434/v1');
    expect(addressOf('https//api.openai.com/v1/models')).toBe('https://api.openai.com/v1');
  });

  it('once read, is read again without a change', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false, withFragments: false }), (url) => {
        const first = readServerAddress(url);
        const second = readServerAddress(first.ok ? first.value.address : '');
        if (first.ok && !/\/(chat\/completions|completions|models)$/.test(first.value.address)) {
          expect(second).toEqual({ ok: true, value: { address: first.value.address, changes: [] } });
        }
      }),
    );
  });

  it('with a user name or password is refused, and the password is not in the words', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9]{6,20}$/);
    fc.assert(
      fc.property(word, word, fc.constantFrom('http://', 'https://', ''), (user, password, scheme) => {
        const address = `${scheme}${user}:${password}@models.example/v1`;
        const read = readServerAddress(address);
        const shown = `${JSON.stringify(read)} ${hostOf(address)} ${toShownAddress(address)}`;
        expect(read.ok).toBe(false);
        expect(shown).not.toContain(password);
      }),
    );
  });

  it('that cannot be one is refused in words', () => {
    for (const text of [
      '',
      '  ',
      'ftp://x',
      'file:///etc/passwd',
      'http://',
      'http://a b/v1',
      'http://a\nb/v1',
      'http://my\u2013server/v1',
      'http://x/v1?key=1',
      'http://x/v1#top',
      'http://x:99999/v1',
      'http:\\\\x',
    ]) {
      const read = readServerAddress(text);
      expect(read.ok, text).toBe(false);
      expect(read.ok ? '' : read.problem, text).toMatch(/^[A-Z].*\.$/);
    }
  });
});
