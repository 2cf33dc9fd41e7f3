import { describe, expect, it } from 'vitest';
import { describeReading, findReadingLock } from './reading-lock';

const short = { screens: 0.4, screensBelow: 0 };
const long = { screens: 4, screensBelow: 3 };
const veryLong = { screens: 40, screensBelow: 39 };
const lock = (
  risk: 'low' | 'medium' | 'high',
  place: typeof short | null,
  { hasSeenEnd = false, isAccepted = false } = {},
) => findReadingLock(risk, { place, hasSeenEnd }, isAccepted);

describe('the lock on Approve', () => {
  it('nothing can be approved before it is on the screen', () => {
    expect(['low', 'medium', 'high'].map((risk) => lock(risk as 'low', null))).toEqual(
      Array(3).fill('not_laid_out'),
    );
  });

  it('a high-risk request unlocks when its end is in view, and stays unlocked after scrolling back', () => {
    expect(lock('high', long)).toBe('end_not_seen');
    expect(lock('high', short)).toBe('end_not_seen');
    expect(lock('high', long, { hasSeenEnd: true })).toBeNull();
    expect(lock('high', short, { hasSeenEnd: true })).toBeNull();
  });

  it('a very long high-risk request is accepted with a check box, not by scrolling to its end', () => {
    expect(lock('high', veryLong, { hasSeenEnd: true })).toBe('not_accepted');
    expect(lock('high', veryLong, { isAccepted: true })).toBeNull();
  });

  it('a request of lower risk is not locked', () => {
    for (const risk of ['low', 'medium'] as const) expect(lock(risk, veryLong)).toBeNull();
  });

  it('the note says how much is left to read, and why Approve is locked', () => {
    expect(describeReading(2.1, 'end_not_seen')).toBe('3 more screens. Read to the end to approve.');
    expect(describeReading(0.2, null)).toBe('1 more screen.');
    expect(describeReading(0, null)).toBe('');
    expect(describeReading(39, 'not_accepted')).toBe('39 more screens. Check the box to approve.');
  });
});
