import { expect, it } from 'vitest';
import { findPatternFault } from './check-pattern';

it.each([
  '(0[1-9]|[12]\\d|3[01])\\.(0[1-9]|1[0-2])\\.\\d{4}',
  'red|orange|yellow|green|blue',
  'https?://[^\\s]+',
  '[^@ ]+@[^@ ]+\\.[^@ ]+',
  '[A-Z]{2}-?\\d{4,6}',
  'v?\\d+\\.\\d+\\.\\d+',
])('allows %s, as people write it', (pattern) => {
  expect(findPatternFault(pattern)).toBeNull();
});

it.each([
  ['[a-z]*[a-z]*[a-z]*[a-z]*', 'repeats at more than 3 places'],
  ['a?a?a?a?a?a?[a-z]*[a-z]*[a-z]*0', 'repeats at 3 places and has more than 1 optional part (?)'],
  ['a?a?a?a?a?a?a?[a-z]*', 'has more than 6 optional parts (?)'],
  ['(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b', 'has too many alternatives (|)'],
  ['(a|b)(a|b)a?a?a?a?a?', 'has too many alternatives (|)'],
  ['(a+)+', 'repeats a group that itself repeats'],
  ['(?=a)a', 'look-around'],
  ['(a)\\1', 'back-reference'],
  ['(', 'not a valid regular expression'],
])('refuses %s, which could take too long or means nothing', (pattern, reason) => {
  expect(findPatternFault(pattern)).toContain(reason);
});
