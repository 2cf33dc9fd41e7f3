import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, localActor, systemActor } from '../domain/actor';
import { type Action, accessByAction } from './access';
import { createAuthorize, maySign } from './authorize';
import { builtInRoles, type Roles } from './roles';

const authorize = createAuthorize();
const actions = Object.keys(accessByAction) as Action[];
const ownedBy = (ownerId: Actor['id'] | null) => ({
  id: 'run_1',
  find: async () => ownerId && { ownerId, folder: '/workspace' },
});
const unread = { id: 'run_1', find: () => Promise.reject(new Error('Nobody needs the owner')) };
const names = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty'),
);

describe('authorize', () => {
  it.each(actions)('%s: the first owner may, the system may not, whoever owns the thing', async (action) => {
    for (const object of [null, unread]) {
      expect(await authorize(localActor, action, object)).toBe(true);
      expect(await authorize(systemActor, action, object)).toBe(false);
    }
  });

  it('denies every action to an actor whose role it does not know, whatever the name', async () => {
    await fc.assert(
      fc.asyncProperty(names, names, fc.constantFrom(...actions), async (role, name, action) => {
        const stranger: Actor = { id: localActor.id, name, role };
        fc.pre(!Object.hasOwn(builtInRoles, role));
        expect(await authorize(stranger, action, null)).toBe(false);
        expect(maySign(stranger, stranger.id)).toBe(false);
      }),
    );
  });

  it('denies the first owner every action that it does not know', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (text) => {
        fc.pre(!actions.some((action) => action === text));
        expect(await authorize(localActor, text as Action, null)).toBe(false);
      }),
    );
  });
});

describe('a role that reaches only its own things', () => {
  const roles: Roles = { helper: { read: 'any', operate: 'own', sign: 'own' } };
  const helper: Actor = { id: 'usr_helper', name: 'Helper', role: 'helper' };
  const ask = createAuthorize(roles);

  it('may change what the person started and what nobody owns, and nothing that another person started', async () => {
    expect(await ask(helper, 'runs.stop', ownedBy(helper.id))).toBe(true);
    expect(await ask(helper, 'runs.stop', ownedBy(localActor.id))).toBe(false);
    expect(await ask(helper, 'runs.start', ownedBy(null))).toBe(true);
    expect(await ask(helper, 'conversations.create', null)).toBe(true);
    expect(await ask(helper, 'runs.read', unread)).toBe(true);
    expect(await ask(helper, 'model.change', null)).toBe(false);
  });

  it('may sign for the person’s own runs only', () => {
    expect(maySign(helper, helper.id, roles)).toBe(true);
    expect(maySign(helper, localActor.id, roles)).toBe(false);
    expect(maySign(localActor, helper.id)).toBe(true);
  });

  it('is refused when the owner cannot be read', async () => {
    await expect(ask(helper, 'runs.stop', unread)).rejects.toThrow('Nobody needs the owner');
  });
});
