import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, localActor, systemActor } from '../domain/actor';
import { type Action, accessByAction } from './access';
import { authorize } from './authorize';
import { accessByRole } from './roles';

const actions = Object.keys(accessByAction) as Action[];
const objects = [null, { id: 'run_1' }];
const names = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty'),
);

describe('authorize', () => {
  it.each(actions)('%s: the local person may, the system may not', (action) => {
    for (const object of objects) {
      expect(authorize(localActor, action, object)).toBe(true);
      expect(authorize(systemActor, action, object)).toBe(false);
    }
  });

  it('denies every action to an actor whose role it does not know, whatever the name', () => {
    fc.assert(
      fc.property(names, names, fc.constantFrom(...actions), (role, name, action) => {
        const stranger: Actor = { id: localActor.id, name, role };
        fc.pre(!Object.hasOwn(accessByRole, role));
        expect(authorize(stranger, action, null)).toBe(false);
      }),
    );
  });

  it('denies the local person every action that it does not know', () => {
    fc.assert(
      fc.property(names, (text) => {
        fc.pre(!actions.some((action) => action === text));
        expect(authorize(localActor, text as Action, null)).toBe(false);
      }),
    );
  });
});
