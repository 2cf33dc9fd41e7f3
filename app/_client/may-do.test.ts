import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayDo } from './may-do';

const nothing = {
  read: null,
  start: null,
  stop: null,
  steer: null,
  account: null,
  sign: null,
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
