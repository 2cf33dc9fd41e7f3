import { expect, it } from 'vitest';
import { describeDeception } from './deceptive-path';

it.each([
  ['notes/pla\u200bn.md', 'hidden characters'],
  ['notes/👩\u200d👧 pla\u200dn.md', 'hidden characters'],
  ['notes/plan.md ', 'a space'],
  [' notes/plan.md', 'a space'],
  ['notes /plan.md', 'a space'],
  ['notes/ plan.md', 'a space'],
  ['notes/cafe\u0301.md', 'accents'],
  ['n\u043etes/plan.md', 'Latin'],
  ['\u0430pple.md', 'Latin'],
  ['Alph\u03b1.md', 'Latin'],
  ['\u13aapple.md', 'Latin'],
  ['passw\u05d5rd.md', 'Latin'],
  ['\u0441\u043e\u0440\u0443/data-ж.txt', 'all of its letters'],
])('%j may look like another path', (path, reason) => {
  expect(describeDeception(path)).toContain(reason);
});

it.each([
  'notes/plan.md',
  'my notes/new plan.md',
  'notes/caf\u00e9.md',
  'заметки/план.md',
  'план-plan.md',
  'σημειώσεις.txt',
  '計画/plan.md',
  '5 µm.txt',
  'café/Łódź/naïve.md',
  'photos/👩‍👩‍👧.jpg',
])('%j looks like what it is', (path) => {
  expect(describeDeception(path)).toBeNull();
});
