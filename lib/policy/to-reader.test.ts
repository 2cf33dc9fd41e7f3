import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Actor, localActor, scriptActor } from '../domain/actor';
import { isSignable } from '../domain/reader';
import { roleNames } from '../domain/role';
import { risks } from '../domain/verdict';
import { whyNotSign } from './authorize';
import { toReader } from './to-reader';

const ids = [localActor.id, scriptActor.id, 'usr_ann', 'usr_ben'] as const;
const actors = fc.record({
  id: fc.constantFrom(...ids),
  name: fc.constant('Someone'),
  role: fc.constantFrom(...roleNames, 'unknown', 'constructor'),
});

it('what a reader may sign in a list is what they may sign in the dialog', () => {
  fc.assert(
    fc.property(
      actors,
      fc.constantFrom(...ids),
      fc.constantFrom(...risks),
      fc.option(fc.constantFrom(...roleNames)),
      fc.boolean(),
      (actor: Actor, startedBy, risk, signerRole, notRequester) => {
        const signers = { role: signerRole, notRequester };
        const barredSignerId = notRequester ? startedBy : null;
        expect(isSignable(toReader(actor, null), { startedBy, risk, signerRole, barredSignerId })).toBe(
          whyNotSign(actor, { ownerId: startedBy, risk, signers }) === null,
        );
      },
    ),
  );
});

it('a token reads as its person, and no request of others’ private conversations', () => {
  fc.assert(
    fc.property(actors, fc.constantFrom('read', 'start'), (actor, scope) => {
      expect(toReader({ ...actor, scope }, null)).toEqual({
        ...toReader(actor, null),
        seesForeignRequests: false,
      });
      expect(toReader(actor, null).seesForeignRequests).toBe(true);
    }),
  );
});

it('the owner and the owner’s script read as one person', () => {
  expect(toReader(localActor, null)).toEqual(toReader(scriptActor, null));
});
