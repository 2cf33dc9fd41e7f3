import { afterEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { Risk } from '../domain/verdict';
import { builtInRules } from '../policy/built-in-rules';
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
async function waitFor(startedBy: Actor, minimumRisk: Risk): Promise<Run> {
  const rules = builtInRules.map((rule) => ({ ...rule, minimumRisk }));
  bench = await openWorkbench([call('edit_file', edit), 'Done.'], { policy: { rules } });
  for (const person of people) await bench.services().actors.seed(person);
  await bench.write('notes/ideas.md', 'one\n');
  return bench.drive(await bench.create({ startedBy: startedBy.id }));
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

describe('to say how a call ended', () => {
  /** Leaves the run as a crash inside the call does. */
  async function loseOutcome(waiting: Run): Promise<Run> {
    if (waiting.state.status !== 'awaiting_approval') throw new Error('The run does not wait');
    const { approvalId, call: signed } = waiting.state;
    const ids = { approvalId, callId: signed.id };
    await bench.runs.commit(
      waiting,
      [
        { type: 'approval_decided', ...ids, decision: { decision: 'approve' }, digest: 'seen' },
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
});
