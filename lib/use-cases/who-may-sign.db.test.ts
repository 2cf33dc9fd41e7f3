import { afterEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { Risk } from '../domain/verdict';
import { builtInRules } from '../policy/built-in-rules';
import { getApproval, getApprovalState } from './get-approvals';
import { settleOutcome } from './steer-run';

let bench: Workbench;
afterEach(async () => {
  await bench.close();
  expect(bench.bugs).toEqual([]);
});

const people = ['viewer', 'operator', 'approver', 'admin'].map(
  (role): Actor => ({ id: `usr_${role}`, name: role, role }),
);
const [viewer, operator, approver, admin] = people as [Actor, Actor, Actor, Actor];
const edit = { path: 'notes/ideas.md', old_text: 'one', new_text: 'two' };

/** Starts a run of this person whose edit waits with this risk. */
async function waitFor(
  startedBy: Actor,
  minimumRisk: Risk,
  signers: Run['signers'] = null,
  signatures = 1,
): Promise<Run> {
  const rules = builtInRules.map((rule) => ({ ...rule, minimumRisk, signatures }));
  bench = await openWorkbench([call('edit_file', edit), 'Done.'], { policy: { rules } });
  for (const person of people) await bench.services().actors.seed(person);
  await bench.write('notes/ideas.md', 'one\n');
  return bench.drive(await bench.create({ startedBy: startedBy.id, signers }));
}

describe.each(['approve', 'reject'] as const)('to %s', (decision) => {
  it.each([
    ['a viewer’s own run', viewer, viewer, 'medium'],
    ['an operator’s run by a viewer', viewer, operator, 'medium'],
    ['another person’s run by an operator', operator, approver, 'medium'],
    ['an operator’s own run where the risk is high', operator, operator, 'high'],
  ] as const)('is refused with the reason, and records nothing: %s', async (_what, person, starter, risk) => {
    const waiting = await waitFor(starter, risk);
    await expect(bench.decide(waiting, { decision }, person)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/your role signs/i),
    });
    const now = await bench.runs.find(waiting.id);
    expect(now).toMatchObject({ version: waiting.version, state: { status: 'awaiting_approval' } });
    expect(await bench.read('notes/ideas.md')).toBe('one\n');
  });

  it.each([
    ['an operator’s own run', operator, operator, 'medium'],
    ['an operator’s run by an approver', approver, operator, 'high'],
    ['an approver’s own run where the risk is high', approver, approver, 'high'],
    ['anyone’s run by an admin', admin, viewer, 'high'],
  ] as const)('counts: %s', async (_what, person, starter, risk) => {
    const waiting = await waitFor(starter, risk);
    await bench.decide(waiting, { decision }, person);
    const { state } = await bench.drive(waiting.id);
    expect(state.status).toBe(decision === 'approve' ? 'completed' : 'rejected');
  });
});

describe('a workflow that asks for two approvers who did not start the run', () => {
  const signers = { role: 'approver', count: 2, notRequester: true } as const;
  const second: Actor = { id: 'usr_second', name: 'second', role: 'approver' };

  it('runs a call after the second of them, and counts nobody else', async () => {
    const waiting = await waitFor(approver, 'low', signers);
    await bench.services().actors.seed(second);
    for (const person of [approver, operator, viewer]) {
      await expect(bench.decide(waiting, { decision: 'approve' }, person)).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    expect(await bench.decide(waiting, { decision: 'approve' }, second)).toMatchObject({
      status: 'pending',
      signatures: { given: 1, needed: 2 },
      signedBy: '2 approvers or admins, but not who started the run',
    });
    expect((await bench.drive(waiting.id)).state.status).toBe('awaiting_approval');
    await bench.decide(waiting, { decision: 'approve' }, admin);
    expect((await bench.drive(waiting.id)).state.status).toBe('completed');
  });

  it('tells each reader whether they may sign, and why not', async () => {
    const waiting = await waitFor(approver, 'low', signers);
    const { state } = waiting;
    const approvalId = 'approvalId' in state ? state.approvalId : '';
    const reasons = await Promise.all(
      people.map(async (person) => (await getApproval(bench.services(), person, { approvalId })).whyNotSign),
    );
    expect(reasons).toEqual([
      'Your role signs nothing. Ask an approver.',
      'Your role signs only in runs that you started. Ask an approver.',
      'You started this run, so someone else must sign this.',
      null,
    ]);
    const polled = people.map((person) => getApprovalState(bench.services(), person, { approvalId }));
    expect((await Promise.all(polled)).map(({ whyNotSign }) => whyNotSign)).toEqual(reasons);
    await bench.decide(waiting, { decision: 'reject' }, admin);
    const decided = await getApproval(bench.services(), viewer, { approvalId });
    expect([decided.whyNotSign, decided.signedBy]).toEqual([null, null]);
  });
});

it('a workflow that asks only for a number of signatures has it told by their count alone', async () => {
  const waiting = await waitFor(approver, 'low', { role: null, count: 2, notRequester: false });
  const approvalId = 'approvalId' in waiting.state ? waiting.state.approvalId : '';
  expect(await getApproval(bench.services(), approver, { approvalId })).toMatchObject({
    signatures: { given: 0, needed: 2 },
    signedBy: null,
  });
});

describe('a target that changes while its request waits', () => {
  it('is signed by those who may sign its new state', async () => {
    const waiting = await waitFor(approver, 'high');
    const { rules } = bench.services();
    await bench.write('notes/ideas.md', 'one\nmore\n');
    await rules.changeSigning({ highRisk: 'other_approver' }, admin);
    const { approvalId } = waiting.state.status === 'awaiting_approval' ? waiting.state : { approvalId: '' };
    const seen = await getApproval(bench.services(), approver, { approvalId });
    expect(seen).toMatchObject({
      whyNotSign: expect.stringContaining('someone else'),
      signedBy: expect.stringContaining('not who started the run'),
      targetChange: { problem: null },
    });
    const { digest } = seen;
    await expect(bench.decide(waiting, { decision: 'approve', digest }, approver)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await bench.decide(waiting, { decision: 'approve', digest }, admin)).toMatchObject({
      status: 'approved',
    });
    await bench.drive(waiting.id);
  });
});

describe('an admin who breaks the glass', () => {
  const signers = { role: 'admin', count: 2, notRequester: true } as const;
  const glass = { decision: 'break_glass', reason: 'The disk is full, and nobody else is awake.' } as const;

  it('approves alone, and the record says who did it and why', async () => {
    const waiting = await waitFor(admin, 'high', signers);
    const decided = await bench.decide(waiting, glass, admin);
    expect(decided).toMatchObject({
      status: 'glass_broken',
      decidedBy: 'admin',
      reason: glass.reason,
      decisions: [{ decision: 'glass_broken', by: 'admin', reason: glass.reason }],
    });
    expect((await bench.drive(waiting.id)).state.status).toBe('completed');
    expect(await bench.read('notes/ideas.md')).toBe('two\n');
    const { approvalId } = waiting.state.status === 'awaiting_approval' ? waiting.state : { approvalId: '' };
    expect((await getApproval(bench.services(), viewer, { approvalId })).result?.status).toBe('done');
  });

  it('may do so where others signed already, and nobody else may', async () => {
    const waiting = await waitFor(operator, 'high', signers);
    for (const person of [viewer, operator, approver])
      await expect(bench.decide(waiting, glass, person)).rejects.toMatchObject({ code: 'forbidden' });
    const other: Actor = { id: 'usr_other', name: 'Other', role: 'admin' };
    await bench.services().actors.seed(other);
    expect(await bench.decide(waiting, { decision: 'approve' }, other)).toMatchObject({ status: 'pending' });
    expect(await bench.decide(waiting, glass, admin)).toMatchObject({ status: 'glass_broken' });
    expect((await bench.drive(waiting.id)).state.status).toBe('completed');
  });

  it('may do so after signing, where a second signature is missing', async () => {
    const waiting = await waitFor(operator, 'low', { role: null, count: 2, notRequester: false });
    expect(await bench.decide(waiting, { decision: 'approve' }, admin)).toMatchObject({
      status: 'pending',
      mayBreakGlass: true,
    });
    expect(await bench.decide(waiting, glass, admin)).toMatchObject({ status: 'glass_broken' });
    expect((await bench.drive(waiting.id)).state.status).toBe('completed');
  });

  it.each([
    ['the file adds nothing', { role: 'operator', count: 1, notRequester: false }],
    ['the file adds a third', { role: 'operator', count: 3, notRequester: false }],
  ] as const)('cannot replace a signature that the rules ask for: %s', async (_what, narrowed) => {
    const waiting = await waitFor(operator, 'low', narrowed, 2);
    const tried = await bench.decide(waiting, glass, admin).then(
      ({ status }) => status,
      ({ code }) => code,
    );
    expect(tried).toBe(narrowed.count === 1 ? 'forbidden' : 'pending');
    expect((await bench.drive(waiting.id)).state.status).toBe('awaiting_approval');
    expect(await bench.read('notes/ideas.md')).toBe('one\n');
  });

  it('cannot do so where only the roles say who signs', async () => {
    const waiting = await waitFor(operator, 'high');
    await expect(bench.decide(waiting, glass, admin)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await bench.decide(waiting, { decision: 'approve' }, admin)).toMatchObject({ status: 'approved' });
    await bench.drive(waiting.id);
  });
});

describe('the setting that someone else signs a high risk', () => {
  it('counts for calls from then on, and not for those that wait', async () => {
    const highest = builtInRules.map((rule) => ({ ...rule, minimumRisk: 'high' as const }));
    bench = await openWorkbench([call('edit_file', edit), call('edit_file', edit), 'Done.', 'Done.'], {
      policy: { rules: highest },
    });
    const { rules } = bench.services();
    await bench.write('notes/ideas.md', 'one\n');
    for (const person of people) await bench.services().actors.seed(person);
    const before = await bench.drive(await bench.create({ startedBy: approver.id }));
    await rules.changeSigning({ highRisk: 'other_approver' }, admin);
    const after = await bench.drive(await bench.create({ startedBy: approver.id }));
    await expect(bench.decide(after, { decision: 'approve' }, approver)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('someone else'),
    });
    expect(await bench.decide(before, { decision: 'approve' }, approver)).toMatchObject({
      status: 'approved',
    });
    expect(await bench.decide(after, { decision: 'reject' }, admin)).toMatchObject({ status: 'rejected' });
    await bench.drive(before.id);
  });
});

describe('to say how a call ended', () => {
  /** Leaves the run as a crash inside the call does. */
  async function loseOutcome(waiting: Run): Promise<Run> {
    if (waiting.state.status !== 'awaiting_approval') throw new Error('The run does not wait');
    const { approvalId, call: signed } = waiting.state;
    const ids = { approvalId, callId: signed.id };
    await bench.runs.commit(
      waiting,
      [
        {
          type: 'approval_decided',
          ...ids,
          decision: { decision: 'break_glass', reason: 'x' },
          digest: 'seen',
        },
        { type: 'tool_started', callId: signed.id },
      ],
      { actor: admin, owner: null },
    );
    return bench.drive(waiting.id);
  }

  it.each([
    ['an operator, where the risk is high', operator, operator, 'high', 'forbidden'],
    ['an operator, for the run of another', operator, approver, 'medium', 'forbidden'],
    ['a viewer', viewer, viewer, 'medium', 'forbidden'],
    ['an operator, for an own run', operator, operator, 'medium', 'cancelled'],
    ['an approver', approver, operator, 'high', 'cancelled'],
  ] as const)('is a signature: %s', async (_what, person, starter, risk, result) => {
    const unknown = await loseOutcome(await waitFor(starter, risk));
    expect(unknown.state.status).toBe('outcome_unknown');
    const settling = settleOutcome(bench.services(), person, { runId: unknown.id, choice: 'abort' });
    const got = await settling.then(
      () => 'settled',
      ({ code }) => code,
    );
    const now = (await bench.runs.find(unknown.id))?.state.status;
    expect(result === 'forbidden' ? [got, now] : now).toEqual(
      result === 'forbidden' ? ['forbidden', 'outcome_unknown'] : result,
    );
  });

  it('breaks no glass: what a workflow leaves to others stays theirs, except to end the run', async () => {
    const settle = async (person: Actor, choice: 'abort' | 'worked' | 'run_again', count = 2) => {
      const signers = { role: null, count, notRequester: true } as const;
      const starter = person === approver ? operator : person;
      const unknown = await loseOutcome(await waitFor(starter, 'medium', signers));
      const body = choice === 'worked' ? { choice, result: 'It is there.' } : { choice };
      return settleOutcome(bench.services(), person, { runId: unknown.id, ...body }).then(
        () => 'settled',
        ({ code }) => code,
      );
    };
    for (const [person, choice, count, result] of [
      [admin, 'worked', 1, 'forbidden'],
      [admin, 'run_again', 1, 'forbidden'],
      [admin, 'abort', 2, 'settled'],
      [operator, 'worked', 1, 'forbidden'],
      [operator, 'abort', 2, 'settled'],
      [approver, 'worked', 2, 'settled'],
      [approver, 'run_again', 1, 'settled'],
      [approver, 'run_again', 2, 'forbidden'],
    ] as const) {
      expect([choice, count, await settle(person, choice, count)]).toEqual([choice, count, result]);
      await bench.close();
    }
  });
});
