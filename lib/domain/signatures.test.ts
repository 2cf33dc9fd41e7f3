import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, localActor, scriptActor } from './actor';
import { sampleCall, sampleRun } from './fixtures/sample-run';
import { ForbiddenTransition, reduceRun } from './reduce-run';
import type { Run } from './run';
import type { RunEvent } from './run-event';
import { addSignature } from './signatures';

const at = new Date('2026-01-02T03:04:06.000Z');
const approvalId = 'apr_00000000000000000000000000000001';

type Signed = { by: Actor['id']; digest: string };
const person = fc.constantFrom<Actor['id']>('usr_ann', 'usr_ben', 'usr_cem', 'usr_dia');
const approvals: fc.Arbitrary<Signed[]> = fc.array(
  fc.record({ by: person, digest: fc.constantFrom('first state', 'second state') }),
  { maxLength: 12 },
);
const needed = fc.integer({ min: 1, max: 3 });

function waitingFor(signatures: number): Run {
  const call = sampleCall({
    verdict: { ruleId: null, decision: 'ask', risk: 'low', reason: '', signatures },
  });
  return sampleRun({
    status: 'awaiting_approval',
    call,
    approvalId,
    since: at,
    expiresAt: null,
    signatures: [],
  });
}

function decide(run: Run, { by, digest }: Signed, decision: 'approve' | 'reject' = 'approve'): Run {
  const event: RunEvent = {
    type: 'approval_decided',
    approvalId,
    callId: sampleCall().id,
    decision: decision === 'approve' ? { decision } : { decision, reason: null },
    digest,
  };
  return reduceRun(run, event, { at, by });
}

/** Approves in this order. An approval that the run refuses changes nothing. */
function approveAll(run: Run, list: readonly Signed[]): Run {
  return list.reduce((before, signed) => {
    try {
      return decide(before, signed);
    } catch (error) {
      if (error instanceof ForbiddenTransition) return before;
      throw error;
    }
  }, run);
}

const isWaiting = ({ state }: Run) => state.status === 'awaiting_approval';

/** Counts the people who signed the same digest since the digest last changed. */
function countLastStreak(list: readonly Signed[]): number {
  const last = list.at(-1)?.digest;
  const start = list.findLastIndex(({ digest }) => digest !== last) + 1;
  return new Set(list.slice(start).map(({ by }) => by)).size;
}

describe('signatures', () => {
  it('a run waits until as many different people as its call needs have approved the same state', () => {
    fc.assert(
      fc.property(needed, approvals, (count, list) => {
        const isDone = list.some((_signed, index) => countLastStreak(list.slice(0, index + 1)) >= count);
        expect(isWaiting(approveAll(waitingFor(count), list))).toBe(!isDone);
      }),
    );
  });

  it('of one state count whatever their order, and never for another call', () => {
    fc.assert(
      fc.property(
        needed,
        fc.shuffledSubarray(['usr_ann', 'usr_ben', 'usr_cem'] as const),
        (count, people) => {
          const run = approveAll(
            waitingFor(count),
            people.map((by) => ({ by, digest: 'same' })),
          );
          expect(isWaiting(run)).toBe(people.length < count);
          if (!isWaiting(run))
            expect(run.state).toMatchObject({ status: 'tool_ready', call: { id: sampleCall().id } });
        },
      ),
    );
  });

  it('one person cannot sign the same state twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3 }), person, (count, by) => {
        const once = decide(waitingFor(count), { by, digest: 'same' });
        expect(() => decide(once, { by, digest: 'same' })).toThrow(ForbiddenTransition);
      }),
    );
  });

  it('a new state of the target starts the count again, and the same person may sign it', () => {
    const first = decide(waitingFor(2), { by: 'usr_ann', digest: 'first state' });
    const second = decide(first, { by: 'usr_ann', digest: 'second state' });
    expect(second.state).toMatchObject({ signatures: [{ by: 'usr_ann', digest: 'second state' }] });
    expect(isWaiting(decide(second, { by: 'usr_ben', digest: 'second state' }))).toBe(false);
  });

  it('one refusal ends the wait after any number of approvals, by anyone', () => {
    fc.assert(
      fc.property(needed, approvals, person, (count, list, by) => {
        const run = approveAll(waitingFor(count), list);
        fc.pre(isWaiting(run));
        expect(decide(run, { by, digest: 'first state' }, 'reject').state).toMatchObject({
          status: 'rejected',
          by,
        });
      }),
    );
  });

  it('no decision is possible once the wait has ended', () => {
    fc.assert(
      fc.property(
        approvals.filter((list) => list.length > 0),
        person,
        (list, by) => {
          const run = approveAll(waitingFor(1), list);
          for (const decision of ['approve', 'reject'] as const)
            expect(() => decide(run, { by, digest: 'third state' }, decision)).toThrow(ForbiddenTransition);
        },
      ),
    );
  });
});

it('the owner and the owner’s script are one person, whose second signature does not count', () => {
  const byOwner = addSignature([], { by: localActor.id, digest: 'state' }) ?? [];
  expect(byOwner).toHaveLength(1);
  expect(addSignature(byOwner, { by: scriptActor.id, digest: 'state' })).toBeNull();
  expect(addSignature(byOwner, { by: 'usr_ann', digest: 'state' })).toHaveLength(2);
});
