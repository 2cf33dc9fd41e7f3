import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { approvalStatus } from '@/lib/contracts/approvals';
import type { DecisionBody } from '@/lib/contracts/decisions';
import { judgeUnanswered } from './judge-unanswered';

const answers: DecisionBody[] = [
  { decision: 'approve' },
  { decision: 'reject' },
  { decision: 'reject', reason: 'No.' },
  { decision: 'reject_with_guidance', guidance: 'Other folder.' },
];
const waiting = { status: 'pending', signatures: null } as const;

test('while the server says nothing, nobody knows', () => {
  for (const sent of answers) expect(judgeUnanswered(sent, null)).toBe('unknown');
});

test('a request that still waits never got the answer', () => {
  for (const sent of answers) expect(judgeUnanswered(sent, waiting)).toBe('not_recorded');
});

describe('a request that waits for more signatures', () => {
  it.each([
    [answers[0], true, 'recorded'],
    [answers[0], false, 'not_recorded'],
    [answers[1], true, 'not_recorded'],
    [answers[3], true, 'not_recorded'],
  ] as const)('%j, signed by this person %s: %s', (sent, isYours, fate) => {
    const signatures = { given: 1, needed: 2, isYours };
    expect(judgeUnanswered(sent as DecisionBody, { status: 'pending', signatures })).toBe(fate);
  });
});

test('a request that is over has this answer or another one', () => {
  const over = approvalStatus.options.filter((status) => status !== 'pending');
  const same = {
    approve: 'approved',
    break_glass: 'glass_broken',
    reject: 'rejected',
    reject_with_guidance: 'rejected_with_guidance',
  };
  fc.assert(
    fc.property(fc.constantFrom(...answers), fc.constantFrom(...over), (sent, status) => {
      const isSame = same[sent.decision] === status;
      expect(judgeUnanswered(sent, { status, signatures: null })).toBe(
        isSame ? 'recorded' : 'other_recorded',
      );
    }),
  );
});
