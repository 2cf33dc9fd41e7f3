import { expect, it } from 'vitest';
import { describeEntrance, type EntranceFacts } from './describe-entrance';

const facts: EntranceFacts = {
  address: 'http://localhost:3000',
  profile: 'team',
  hasOwner: async () => false,
  makeCode: async () => 'CODE',
  setupSecret: 'SECRET',
  setupSecretFile: '/data/setup.secret',
};

it('gives a terminal what lets the first person in, and a log never', async () => {
  const local = { ...facts, profile: 'local' } as const;
  const owned = { ...facts, hasOwner: async () => true };
  expect((await describeEntrance(local, true)).address).toBe('http://localhost:3000/?code=CODE');
  expect((await describeEntrance(facts, true)).address).toBe('http://localhost:3000/setup#SECRET');
  for (const isTerminal of [true, false])
    expect((await describeEntrance(owned, isTerminal)).address).toBe('http://localhost:3000');
  for (const one of [local, facts, owned]) {
    const { address, howToGetIn } = await describeEntrance(one, false);
    expect(address).toMatch(/^http:\/\/localhost:3000(?:\/setup)?$/);
    expect(howToGetIn).not.toMatch(/CODE|SECRET/);
  }
});

it('names the file of the secret where the secret cannot be read', async () => {
  const { address, howToGetIn } = await describeEntrance({ ...facts, setupSecret: null }, true);
  expect(address).toBe('http://localhost:3000/setup');
  expect(howToGetIn).toContain('/data/setup.secret');
});
