import { afterEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import { createApprovalStore } from '../db/stores/approval-store';
import { createConversationStore } from '../db/stores/conversation-store';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import { builtInRules } from '../policy/built-in-rules';
import { toReader } from '../policy/to-reader';
import { listConversations } from './conversations';
import { getApproval, getApprovalState, listApprovals } from './get-approvals';
import { loadTimeline } from './load-timeline';
import type { Services } from './services';

let bench: Workbench;
afterEach(async () => {
  await bench.close();
  expect(bench.bugs).toEqual([]);
  bench.script.expectUsedUp();
});

const people = ['Ann', 'Ben', 'Cem', 'Dia', 'Eva', 'Fay'].map(
  (name): Actor => ({ id: `usr_${name.toLowerCase()}`, name, role: 'admin' }),
);
const [ann, ben, cem] = people as [Actor, Actor, Actor];
const approve = { decision: 'approve' } as const;

/** Starts a run whose edit waits for this many signatures. */
async function waitFor(signatures: number, replies = [call('edit_file', edit), 'Done.']): Promise<Run> {
  const rules = builtInRules.map((rule) => ({ ...rule, signatures }));
  bench = await openWorkbench(replies, { policy: { rules } });
  for (const person of people) await bench.services().actors.seed(person);
  await bench.write('notes/ideas.md', 'one\n');
  return bench.drive(await bench.create());
}
const edit = { path: 'notes/ideas.md', old_text: 'one', new_text: 'two' };

const idOf = ({ state }: Run) => ({ approvalId: 'approvalId' in state ? state.approvalId : '' });
const viewOf = (run: Run, reader = ann) => getApproval(bench.services(), reader, idOf(run));
const noUnknownOutcomes = { list: async () => ({ items: [], damaged: [] }), count: async () => 0 };
/** Returns what the list, the request and its small state say about signatures. */
const signaturesFor = async (run: Run, reader: Actor) => {
  const [[listed], view, state] = await Promise.all([
    listFor(reader).then(({ pending, others }) => [...pending.approvals, ...others.approvals]),
    viewOf(run, reader),
    getApprovalState(bench.services(), reader, idOf(run)),
  ]);
  return [listed, view, state].map((found) => found?.signatures);
};
const listFor = async (reader: Actor) => {
  const approvals = createApprovalStore(bench.database, toReader(reader, null));
  const services = { ...bench.services(), approvals, unknownOutcomes: noUnknownOutcomes };
  const list = (filter: 'pending' | 'others') =>
    listApprovals(services, reader, { filter, search: null, cursor: null });
  return { pending: await list('pending'), others: await list('others') };
};
/** Returns what the list of conversations says about the run that waits. */
const exceptionFor = async (reader: Actor) => {
  const services = {
    ...bench.services(),
    conversations: createConversationStore(bench.database),
    workflows: { find: async () => null } as unknown as Services['workflows'],
  };
  const { conversations } = await listConversations(services, reader, { search: null, cursor: null });
  return conversations.flatMap(({ needsYou, lastRunException }) => [needsYou, lastRunException]);
};
const three = <T>(value: T) => [value, value, value];
const timelineOf = async (run: Run) => {
  const current = await bench.runs.find(run.id);
  if (!current) throw new Error('The run is gone');
  return (await loadTimeline(bench.services(), current)).items;
};
const typesOf = async (run: Run, type: string) =>
  (await bench.eventTypes(run.id)).filter((found) => found === type).length;

describe('a call that needs several signatures', () => {
  it('waits after the first one, and runs after the last', async () => {
    const waiting = await waitFor(2);
    expect(await bench.decide(waiting, approve, ann)).toMatchObject({ status: 'pending', decidedBy: null });
    expect((await bench.drive(waiting.id)).state.status).toBe('awaiting_approval');
    expect(await bench.read('notes/ideas.md')).toBe('one\n');
    expect(await bench.decide(waiting, approve, ben)).toMatchObject({ status: 'approved', decidedBy: 'Ben' });
    expect((await bench.drive(waiting.id)).state.status).toBe('completed');
    expect(await bench.read('notes/ideas.md')).toBe('two\n');
  });

  it('keeps each decision with its author, time and the digest of what they saw', async () => {
    const waiting = await waitFor(2);
    const { digest } = await viewOf(waiting);
    await bench.decide(waiting, { ...approve, digest }, ann);
    await bench.decide(waiting, approve, ben);
    await bench.drive(waiting.id);
    expect((await viewOf(waiting)).decisions).toEqual([
      { decision: 'approved', by: 'Ann', reason: null, digest, at: expect.any(String) },
      { decision: 'approved', by: 'Ben', reason: null, digest, at: expect.any(String) },
    ]);
  });

  it('says how many have signed, and whether the reader is one of them', async () => {
    const waiting = await waitFor(3, [call('edit_file', edit)]);
    expect(await signaturesFor(waiting, ann)).toEqual(three({ given: 0, needed: 3, isYours: false }));
    const { digest } = await viewOf(waiting);
    const signed = await bench.decide(waiting, { ...approve, digest }, ann);
    expect(signed.signatures).toEqual({ given: 1, needed: 3, isYours: true });
    expect(await signaturesFor(waiting, ann)).toEqual(three({ given: 1, needed: 3, isYours: true }));
    expect(await signaturesFor(waiting, ben)).toEqual(three({ given: 1, needed: 3, isYours: false }));
    await bench.decide(waiting, { decision: 'reject' }, ben);
    expect((await viewOf(waiting)).signatures).toBeNull();
  });

  it('needs everyone but those who have signed it', async () => {
    const waiting = await waitFor(3, [call('edit_file', edit)]);
    await bench.decide(waiting, approve, ann);
    const signed = await listFor(ann);
    expect(signed.pending).toMatchObject({
      approvals: [],
      pendingCount: 0,
      needsYouCount: 0,
      othersCount: 1,
    });
    expect(signed.others.approvals).toMatchObject([
      { id: idOf(waiting).approvalId, signatures: { isYours: true } },
    ]);
    const demoted = await listFor({ ...ann, role: 'viewer' });
    expect(demoted.pending).toMatchObject({ approvals: [], pendingCount: 0, othersCount: 1 });
    expect(demoted.others.approvals).toHaveLength(1);
    const open = await listFor(ben);
    expect(open.pending).toMatchObject({ pendingCount: 1, needsYouCount: 1, othersCount: 0 });
    expect([open.pending.approvals.length, open.others.approvals.length]).toEqual([1, 0]);
    expect(await exceptionFor(ann)).toEqual([false, 'Waits for others']);
    expect(await exceptionFor(ben)).toEqual([true, 'Needs you']);

    // Ben signs another state, in which Ann's signature no longer counts.
    await bench.write('notes/ideas.md', 'one\nthree\n');
    await bench.decide(waiting, { ...approve, digest: (await viewOf(waiting, ben)).digest }, ben);
    expect((await listFor(ann)).pending).toMatchObject({ needsYouCount: 1, othersCount: 0 });
    expect((await listFor(ben)).pending).toMatchObject({ needsYouCount: 0, othersCount: 1 });
    await bench.decide(waiting, { decision: 'reject' }, cem);
  });

  it('counts no signature on an earlier state of its target', async () => {
    const waiting = await waitFor(2, [call('edit_file', edit)]);
    await bench.decide(waiting, approve, ann);
    await bench.write('notes/ideas.md', 'one\nthree\n');
    expect((await viewOf(waiting)).signatures).toEqual({ given: 0, needed: 2, isYours: false });
    await bench.decide(waiting, { decision: 'reject' }, ann);
  });

  it('says nothing about signatures when one is enough', async () => {
    const waiting = await waitFor(1, [call('edit_file', edit)]);
    expect(await signaturesFor(waiting, ann)).toEqual(three(null));
    await bench.decide(waiting, { decision: 'reject' }, ann);
  });

  it('does not count the same person twice', async () => {
    const waiting = await waitFor(2, [call('edit_file', edit)]);
    await bench.decide(waiting, approve, ann);
    await expect(bench.decide(waiting, approve, ann)).rejects.toMatchObject({
      code: 'already_decided',
      message: 'You have already approved this. Another person must approve it, too.',
      details: { approval: { status: 'pending', decisions: [{ by: 'Ann' }] } },
    });
    expect((await viewOf(waiting)).decisions).toHaveLength(1);
    await bench.decide(waiting, { decision: 'reject' }, ann);
  });

  it.each([2, 3])(
    'of many people at once, exactly the %i that are needed are recorded, and it runs once',
    async (needed) => {
      const waiting = await waitFor(needed);
      const results = await Promise.allSettled(
        people.map((person) => bench.decide(waiting, approve, person)),
      );
      const refused = results.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(people.length - needed);
      for (const result of refused) expect(result).toMatchObject({ reason: { code: 'already_decided' } });
      await bench.drive(waiting.id);
      expect((await viewOf(waiting)).decisions).toHaveLength(needed);
      expect(await typesOf(waiting, 'approval_decided')).toBe(needed);
      expect(await typesOf(waiting, 'tool_started')).toBe(1);
    },
  );

  it('ends with one refusal after an approval, and says who refused', async () => {
    const waiting = await waitFor(3, [call('edit_file', edit)]);
    await bench.decide(waiting, approve, ann);
    await bench.decide(waiting, { decision: 'reject', reason: 'Not today.' }, ben);
    expect((await bench.drive(waiting.id)).state).toMatchObject({ status: 'rejected', by: ben.id });
    expect(await viewOf(waiting)).toMatchObject({
      status: 'rejected',
      decidedBy: 'Ben',
      reason: 'Not today.',
      decisions: [{ by: 'Ann' }, { by: 'Ben', decision: 'rejected', digest: expect.any(String) }],
    });
    await expect(bench.decide(waiting, approve, cem)).rejects.toMatchObject({ code: 'already_decided' });
    expect(await bench.read('notes/ideas.md')).toBe('one\n');
  });

  it('keeps its first signature over a restart', async () => {
    const waiting = await waitFor(2);
    await bench.decide(waiting, approve, ann);
    await bench.restart();
    await expect(bench.decide(waiting, approve, ann)).rejects.toMatchObject({ code: 'already_decided' });
    await bench.decide(waiting, approve, ben);
    await bench.drive(waiting.id);
    expect(await bench.read('notes/ideas.md')).toBe('two\n');
  });

  it('asks everyone again when its target changes between two signatures', async () => {
    const waiting = await waitFor(2);
    const { digest: before } = await viewOf(waiting);
    await bench.decide(waiting, approve, ann);
    await bench.write('notes/ideas.md', 'one\nthree\n');
    await expect(bench.decide(waiting, { ...approve, digest: before }, ben)).rejects.toMatchObject({
      code: 'target_changed',
    });
    const { digest } = await viewOf(waiting);
    expect(await bench.decide(waiting, { ...approve, digest }, ben)).toMatchObject({ status: 'pending' });
    expect(await viewOf(waiting)).toMatchObject({ digest, targetChange: null });
    await bench.decide(waiting, { ...approve, digest }, ann);
    await bench.drive(waiting.id);
    expect(await bench.read('notes/ideas.md')).toBe('two\nthree\n');
  });

  it('shows every signature in the steps, and waits until the last', async () => {
    const waiting = await waitFor(2);
    await bench.decide(waiting, approve, ann);
    const before = await timelineOf(waiting);
    expect(before).toMatchObject([{ kind: 'call', status: 'waiting' }, { headline: 'Countersigned by Ann' }]);
    await bench.decide(waiting, approve, ben);
    await bench.drive(waiting.id);
    const after = await timelineOf(waiting);
    expect(after.map(({ headline }) => headline)).toEqual([
      expect.stringContaining('notes/ideas.md'),
      'Countersigned by Ann',
      'Countersigned by Ben',
    ]);
    expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
  });
});
