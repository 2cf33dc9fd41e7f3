import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameInTwoForms } from '@/lib/shared/testing/unicode-forms';
import { leaveOutTyped } from './leave-out-typed';

it('a typed path is no option, in whatever Unicode form its entry has it', () => {
  fc.assert(
    fc.property(nameInTwoForms, ([onDisk, typed]) => {
      expect(leaveOutTyped([`a/${onDisk}`, 'a/other'], `a/${typed}`)).toEqual(['a/other']);
      expect(leaveOutTyped([`a/${onDisk}`, 'a/other'], `a/${onDisk}`)).toEqual(['a/other']);
      expect(leaveOutTyped([`a/${onDisk}x`], `a/${typed}`)).toEqual([`a/${onDisk}x`]);
    }),
  );
});

it('two entries that look the same stay to choose from, without the one that is typed exactly', () => {
  fc.assert(
    fc.property(nameInTwoForms, ([one, other]) => {
      expect(leaveOutTyped([one, other], one)).toEqual([other]);
      expect(leaveOutTyped([`${one}/`, `${other}/`], `${other}/`)).toEqual([`${one}/`]);
    }),
  );
});
