import { expect, it } from 'vitest';
import { sampleField } from '@/lib/contracts/fixtures/sample-field';
import { isNeeded } from './needed-input';

it.each([
  [{ required: true }, true],
  [{ required: true, default: '' }, true],
  [{ required: true, default: 'short' }, false],
  [{ required: false }, false],
  [{ required: true, type: 'switch' }, false],
] as const)('a field with %j must be filled in: %s', (changes, expected) => {
  expect(isNeeded(sampleField('one', changes))).toBe(expected);
});
