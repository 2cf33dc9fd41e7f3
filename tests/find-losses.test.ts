import { describe, expect, it } from 'vitest';
import { findLosses } from './find-losses';

const never = () => false;
const before = {
  runs: [
    { id: 'a', steps: 2, statusText: 'Done' },
    { id: 'b', reason: null },
  ],
  tags: ['x', 'y'],
};

describe('the comparison with an older view', () => {
  it('accepts added fields, added entries and other words of the interface', () => {
    const now = {
      runs: [
        { id: 'new' },
        { id: 'b', reason: null, by: 'You' },
        { id: 'a', steps: 2, statusText: 'Finished' },
      ],
      tags: ['x', 'y', 'z'],
      count: 3,
    };
    expect(findLosses(before, now, never)).toEqual([]);
  });

  it.each([
    [{ ...before, runs: [before.runs[0]] }, '.runs[b] is gone'],
    [
      { ...before, runs: [{ id: 'a', steps: 3, statusText: 'Done' }, before.runs[1]] },
      '.runs[a].steps is 3, not 2',
    ],
    [{ ...before, runs: [{ id: 'a', steps: 2 }, before.runs[1]] }, '.runs[a].statusText is gone'],
    [{ ...before, runs: [before.runs[0], { id: 'b' }] }, '.runs[b].reason is undefined, not null'],
    [{ ...before, tags: ['x'] }, '.tags[1] is undefined, not "y"'],
    [{ ...before, tags: null }, '.tags is no list'],
    [null, ' is gone'],
  ])('%j is a loss', (now, loss) => {
    expect(findLosses(before, now, never)).toEqual([loss]);
  });

  it('leaves out entries that have moved on', () => {
    const now = { ...before, runs: [{ id: 'a', steps: 9, statusText: 'Done' }, before.runs[1]] };
    expect(findLosses(before, now, (entry) => entry['id'] === 'a')).toEqual([]);
  });
});
