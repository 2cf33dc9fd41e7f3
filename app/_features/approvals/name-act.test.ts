import { expect, it } from 'vitest';
import { nameAct } from './name-act';

const high = { risk: 'high', act: 'Run command', signatures: null } as const;
const signed = (given: number) => ({ given, needed: 3, isYours: false });

it('the button names what runs at once at a high risk, and says Approve otherwise', () => {
  expect(nameAct(high)).toBe('Run command');
  expect(nameAct({ ...high, risk: 'medium' })).toBe('Approve');
  expect(nameAct({ ...high, act: null })).toBe('Approve');
});

it('a signature after which others must sign does not say that the call runs', () => {
  expect([0, 1, 2].map((given) => nameAct({ ...high, signatures: signed(given) }))).toEqual([
    'Sign (1 of 3)',
    'Sign (2 of 3)',
    'Run command',
  ]);
  expect(nameAct({ risk: 'low', act: null, signatures: signed(0) })).toBe('Sign (1 of 3)');
});
