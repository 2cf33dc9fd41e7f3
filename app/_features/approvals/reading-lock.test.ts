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

describe('what keeps a request from being approved', () => {
  it('nothing is approved before it is laid out', () => {
    expect(['low', 'medium', 'high'].map((risk) => lock(risk as 'low', null))).toEqual(
      Array(3).fill('not_laid_out'),
    );
  });

  it('high risk waits until its end was in view, and stays unlocked when the person scrolls back', () => {
    expect(lock('high', long)).toBe('end_not_seen');
    expect(lock('high', short)).toBe('end_not_seen');
    expect(lock('high', long, { hasSeenEnd: true })).toBeNull();
    expect(lock('high', short, { hasSeenEnd: true })).toBeNull();
  });

  it('a very long text of high risk is accepted by a check box, not by moving to its end', () => {
    expect(lock('high', veryLong, { hasSeenEnd: true })).toBe('not_accepted');
    expect(lock('high', veryLong, { isAccepted: true })).toBeNull();
  });

  it('lower risk is not locked', () => {
    for (const risk of ['low', 'medium'] as const) expect(lock(risk, veryLong)).toBeNull();
  });

  it('says how much more there is, and why Approve is locked', () => {
    expect(describeReading(2.1, 'end_not_seen')).toBe('3 more screens. Read to the end to approve.');
    expect(describeReading(0.2, null)).toBe('1 more screen.');
    expect(describeReading(0, null)).toBe('');
    expect(describeReading(39, 'not_accepted')).toBe('39 more screens. Check the box to approve.');
  });
});
