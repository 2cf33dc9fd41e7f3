import { expect, test } from 'vitest';
import { stayAfterDecisionMs } from './stay-after-decision';

test('the stamp stays shorter when another request follows', () => {
  expect(stayAfterDecisionMs({ isBad: false, isFollowed: true })).toBe(600);
  expect(stayAfterDecisionMs({ isBad: false, isFollowed: false })).toBe(1_400);
});

test.each([true, false])('a call that was not done stays longest (followed: %s)', (isFollowed) => {
  expect(stayAfterDecisionMs({ isBad: true, isFollowed })).toBe(2_500);
});
