import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Actor } from '../domain/actor';
import { isAtLeast, roleNames } from '../domain/role';
import { whyNotStart } from './why-not-start';

const person = (role: string): Actor => ({ id: 'usr_ann', name: 'Ann', role });
const signers = (startedBy: (typeof roleNames)[number] | undefined) => ({
  role: null,
  count: 1,
  notRequester: false,
  startedBy,
});

it('asks for a role that starts runs, and for the role that the workflow’s file names', () => {
  const role = fc.constantFrom(...roleNames);
  fc.assert(
    fc.property(role, fc.option(role, { nil: undefined }), (own, asked) => {
      const may = own !== 'viewer' && (asked === undefined || isAtLeast(own, asked));
      expect(whyNotStart(person(own), signers(asked)) === null).toBe(may);
    }),
  );
});

it('says it in one sentence or two, also to a viewer', () => {
  expect(whyNotStart(person('viewer'), null)).toBe('Your role can only read. An operator can start this.');
  expect(whyNotStart(person('operator'), signers('admin'))).toContain('the role admin');
  expect(whyNotStart(person('a role that nobody has'), null)).not.toBeNull();
});
