import { expect, it } from 'vitest';
import { tokenBody } from './tokens';

it('the name of an API token is one line in which people see every character', () => {
  const expiresAt = new Date(Date.now() + 1e8).toISOString();
  const isTaken = (name: string) => tokenBody.safeParse({ name, scope: 'read', expiresAt }).success;
  for (const name of ['Nightly report', ' CI ', 'Отчёт 🚀'])
    expect([name, isTaken(name)]).toEqual([name, true]);
  for (const name of ['', 'a\nb', 'a\tb', 'a\u200Bb', 'a\u202Eb', 'x'.repeat(61)])
    expect([name, isTaken(name)]).toEqual([name, false]);
});
