import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayDo, maySettle } from './may-do';

const nothing = {
  read: null,
  start: null,
  stop: null,
  steer: null,
  account: null,
  sign: null,
  watch: null,
  administer: null,
} as const;

it('offers what the reader’s reach covers: anything, their own, or nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom('own', 'any', null), fc.boolean(), (stop, isYours) => {
      const me = { id: 'usr_ann', may: { ...nothing, stop } };
      const expected = stop === 'any' || (stop === 'own' && isYours);
      expect(mayDo(me, 'stop', { isYours })).toBe(expected);
      expect(mayDo(me, 'stop', { startedById: isYours ? 'usr_ann' : 'usr_ben' })).toBe(expected);
      expect(mayDo(me, 'stop')).toBe(stop !== null);
    }),
  );
});

it('offers everything until the reader is known, and leaves it to the server', () => {
  expect(mayDo(null, 'administer')).toBe(true);
});

it('lets a person say how a step ended up to the risk that their role signs', () => {
  const me = { id: 'usr_ann', may: { ...nothing, sign: 'own' as const }, signsUpTo: 'medium' as const };
  const own = { isYours: true };
  expect(maySettle(me, { risk: 'medium' }, own)).toBe(true);
  expect(maySettle(me, { risk: 'high' }, own)).toBe(false);
  expect(maySettle({ ...me, signsUpTo: null }, { risk: 'high' }, own)).toBe(true);
  expect(maySettle(me, { risk: 'low' }, { isYours: false })).toBe(false);
});
