import crypto from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';

const computed = vi.hoisted(() => ({ count: 0 }));
vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof crypto>();
  const scrypt = (...given: Parameters<typeof crypto.scrypt>) => {
    computed.count += 1;
    original.scrypt(...given);
  };
  return { ...original, scrypt };
});

const { hashPassword, isPassword, takePlace } = await import('./password');

afterEach(() => {
  computed.count = 0;
});

it('knows its own password, with a salt of its own, and no other text', async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  expect(one).toMatch(/^scrypt\$16384\$16\$1\$[\w-]{22}\$[\w-]{86}$/);
  expect(one).not.toBe(other);
  expect(await isPassword('correct horse', one)).toBe(true);
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      fc.pre(text.normalize('NFKC') !== 'correct horse');
      expect(await isPassword(text, one)).toBe(false);
    }),
    { numRuns: 8 },
  );
});

it('takes the same characters, however a keyboard encodes them', async () => {
  const hash = await hashPassword('é ﬁn Å'.normalize('NFC'));
  expect(await isPassword('é ﬁn Å'.normalize('NFD'), hash)).toBe(true);
});

it('computes once for every answer, also where there is nothing to compare with', async () => {
  const broken = ['', 'scrypt', 'scrypt$1$1$1$AA$AA', 'scrypt$99999999$16$1$AA$AA', '$2b$10$x'];
  for (const stored of [null, ...broken, await hashPassword('x')]) {
    computed.count = 0;
    expect(await isPassword('y', stored)).toBe(false);
    expect(computed.count).toBe(1);
  }
});

it('reads what Node’s own scrypt makes with these parameters', async () => {
  const salt = crypto.randomBytes(16);
  const hash = crypto.scryptSync('pass', salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 });
  const stored = `scrypt$16384$16$1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  expect(await isPassword('pass', stored)).toBe(true);
});

it('refuses at once what comes while 100 passwords wait, and takes it when one of them is done', async () => {
  const ends: (() => void)[] = [];
  const waiting = Array.from({ length: 100 }, () =>
    takePlace(() => new Promise<void>((resolve) => ends.push(resolve))),
  );
  const refusal = { code: 'too_many_requests', details: { retryAfterSeconds: 5 } };
  const begun = vi.fn(async () => {});
  await expect(takePlace(begun)).rejects.toMatchObject(refusal);
  await expect(hashPassword('x')).rejects.toMatchObject(refusal);
  expect([begun.mock.calls.length, computed.count]).toEqual([0, 0]);
  ends[0]?.();
  await waiting[0];
  expect(await hashPassword('x')).toMatch(/^scrypt/);
  for (const end of ends) end();
  await Promise.all(waiting);
});
