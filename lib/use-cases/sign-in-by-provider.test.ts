import { expect, it } from 'vitest';
import { toName } from './sign-in-by-provider';

it.each([
  ['the provider’s name', 'Ada L.', 'ada@example.com', 'Ada L.'],
  ['the first part of the address when there is none', null, 'ada@example.com', 'ada'],
  ['the first part when the name is the product’s', 'Cоuntersign', 'ada@example.com', 'ada'],
  [
    'the complete address when both are reserved',
    'You',
    'countersign@example.com',
    'countersign@example.com',
  ],
  ['the complete address when the first part is reserved', null, 'YOU@example.com', 'YOU@example.com'],
])('a person is called by %s', (_, name, email, called) => {
  expect(toName({ name, email })).toBe(called);
});
