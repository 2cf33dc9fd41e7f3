import { afterEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, type ScriptedReply } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import type { Run } from '../domain/run';
import { decideApproval } from './decide-approval';
import { getApproval, getApprovalState } from './get-approvals';

let bench: Workbench;
afterEach(async () => {
  await bench.close();
  expect(bench.bugs).toEqual([]);
  bench.script.expectUsedUp();
});

const edit = call('edit_file', { path: 'notes/ideas.md', old_text: 'one', new_text: 'two' });

/** Starts a run that waits for a signature on the edit of a file with this text. */
async function waitFor(text: string, replies: ScriptedReply[] = [edit, 'Done.']): Promise<Run> {
  bench = await openWorkbench(replies);
  await bench.write('notes/ideas.md', text);
  return bench.drive(await bench.create());
}

const idOf = ({ state }: Run) => (state.status === 'awaiting_approval' ? state.approvalId : '');
const viewOf = (run: Run) => getApproval(bench.services(), localActor, { approvalId: idOf(run) });
const linesOf = async (run: Run) => JSON.stringify((await viewOf(run)).preview);

it('a second answer learns who gave the first, in a plain sentence', async () => {
  const waiting = await waitFor('one\n', [edit]);
  await bench.decide(waiting, { decision: 'reject' });
  await expect(bench.decide(waiting, { decision: 'approve' })).rejects.toMatchObject({
    code: 'already_decided',
    message: 'This was already rejected by you.',
  });
});

describe('a target that changes while its request waits', () => {
  it('the request says so and shows the current effect', async () => {
    const waiting = await waitFor('one\n', [edit]);
    expect(await viewOf(waiting)).toMatchObject({ targetChange: null });
    await bench.write('notes/ideas.md', 'a new line\none\n');
    expect(await viewOf(waiting)).toMatchObject({
      status: 'pending',
      targetChange: { message: 'notes/ideas.md changed after this was requested.', problem: null },
      preview: [{ hunks: [{ lines: [' a new line', '-one', '+two'] }] }],
    });
    await bench.decide(waiting, { decision: 'reject' });
  });

  it('its state has another digest for every state of the target, and the same for the same', async () => {
    const waiting = await waitFor('one\n', [edit]);
    const services = bench.services();
    const first = await getApprovalState(services, localActor, { approvalId: idOf(waiting) });
    expect(first.digest).toBe((await viewOf(waiting)).digest);
    await bench.write('notes/ideas.md', 'one, changed\n');
    const second = await getApprovalState(services, localActor, { approvalId: idOf(waiting) });
    expect(second.digest).toBe((await viewOf(waiting)).digest);
    expect(second.digest).not.toBe(first.digest);
    await bench.write('notes/ideas.md', 'one\n');
    expect(await getApprovalState(services, localActor, { approvalId: idOf(waiting) })).toEqual(first);
    await bench.decide(waiting, { decision: 'reject' });
  });

  it('an approval of the old state is refused with the fresh view, with a digest and without, and nothing is recorded', async () => {
    const waiting = await waitFor('one\n', [edit]);
    const { digest } = await viewOf(waiting);
    await bench.write('notes/ideas.md', 'one, by hand\n');
    for (const seen of [{ digest }, {}]) {
      const blind = { approvalId: idOf(waiting), decision: 'approve' as const, ...seen };
      await expect(decideApproval(bench.services(), localActor, blind)).rejects.toMatchObject({
        code: 'target_changed',
        details: { approval: { status: 'pending', targetChange: { problem: null } } },
      });
    }
    expect((await bench.runs.find(waiting.id))?.version).toBe(waiting.version);
    expect(await bench.read('notes/ideas.md')).toBe('one, by hand\n');
    await bench.decide(waiting, { decision: 'reject' });
  });

  it('an approval of the new state does exactly what it showed, and the record keeps that', async () => {
    const waiting = await waitFor('one\n');
    await bench.write('notes/ideas.md', 'one\nthree\n');
    const now = await viewOf(waiting);
    await bench.decide(waiting, { decision: 'approve', digest: now.digest });
    const ended = await bench.drive(waiting.id);
    expect(ended.state).toMatchObject({ status: 'completed' });
    expect(await bench.read('notes/ideas.md')).toBe('two\nthree\n');
    expect(await viewOf(waiting)).toMatchObject({ status: 'approved', preview: now.preview });
  });

  it('an approval of the new state does not count for the next one', async () => {
    const waiting = await waitFor('one\n', [edit]);
    await bench.write('notes/ideas.md', 'one, changed\n');
    const { digest } = await viewOf(waiting);
    await bench.write('notes/ideas.md', 'one, changed again\n');
    await expect(bench.decide(waiting, { decision: 'approve', digest })).rejects.toMatchObject({
      code: 'target_changed',
    });
    await bench.decide(waiting, { decision: 'reject' });
  });

  it('a call that the new state makes impossible says why and cannot be approved', async () => {
    const waiting = await waitFor('one\n');
    await bench.write('notes/ideas.md', 'something else\n');
    const { targetChange, digest } = await viewOf(waiting);
    expect(targetChange).toEqual({
      message: 'notes/ideas.md no longer contains the text to replace.',
      problem: 'Put that text back to approve this, or reject with guidance.',
    });
    await expect(bench.decide(waiting, { decision: 'approve', digest })).rejects.toMatchObject({
      code: 'target_changed',
      message: `${targetChange?.message} ${targetChange?.problem}`,
    });
    await bench.decide(waiting, { decision: 'reject_with_guidance', guidance: 'Look again.' });
    await bench.drive(waiting.id);
  });

  it('a target name taken while a move waits makes the move impossible', async () => {
    const move = call('move_file', { from: 'notes/ideas.md', to: 'notes/plans.md' });
    const waiting = await waitFor('one\n', [move, 'Done.']);
    await bench.write('notes/plans.md', 'taken');
    expect((await viewOf(waiting)).targetChange).toEqual({
      message: 'notes/plans.md was created after this was requested.',
      problem:
        'This does not replace what is there. Rename or remove it to approve this, or reject with guidance and suggest another name.',
    });
    await bench.decide(waiting, { decision: 'reject_with_guidance', guidance: 'Look again.' });
    await bench.drive(waiting.id);
  });

  it('a change that is undone before the decision does not matter', async () => {
    const waiting = await waitFor('one\n');
    await bench.write('notes/ideas.md', 'something else\n');
    await bench.write('notes/ideas.md', 'one\n');
    await bench.decide(waiting, { decision: 'approve' });
    await bench.drive(waiting.id);
    expect(await bench.read('notes/ideas.md')).toBe('two\n');
    expect(await linesOf(waiting)).toContain('+two');
  });
});
