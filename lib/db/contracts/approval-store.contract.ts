import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, localActor } from '../../domain/actor';
import type { ApprovalDecision } from '../../domain/decision';
import { sampleRun } from '../../domain/fixtures/sample-run';
import type { Presentation } from '../../domain/presentation';
import type { Verdict } from '../../domain/verdict';
import { createId } from '../../shared/ids';
import { indexMissing } from '../ledger/search-texts';
import { StaleRun } from '../ports/run-store.port';
import type { PageRequest } from '../ports/stores.port';
import type { OpenStores, Stores } from '../testing/open-stores';
import { fulfilled, readPages, toApproved, toExpired, writeRuns } from '../testing/write-runs';

const twoSignatures: Verdict = {
  ruleId: null,
  decision: 'ask',
  risk: 'high',
  reason: 'It matters.',
  signatures: 2,
};
const people = Array.from(
  { length: 10 },
  (_, index): Actor => ({ id: `usr_${index}`, name: `Person ${index}`, role: 'admin' }),
);

/** Tests the promises of `ApprovalStore` and `UnknownOutcomeStore` on any database. */
export function describeApprovalStore(open: OpenStores): void {
  let stores: Stores;
  let write: ReturnType<typeof writeRuns>;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(async () => {
    await stores.clear();
    write = writeRuns(stores.runs);
  });
  afterAll(() => stores.close());

  const all: PageRequest = { search: null, cursor: null, limit: 50 };
  const list = async (
    filter: 'pending' | 'decided' | 'approved' | 'rejected' | 'expired',
    search: string | null = null,
  ) => (await stores.approvals.list({ ...all, search, filter })).items;
  const decide = (pending: Awaited<ReturnType<typeof write.pending>>, decision: ApprovalDecision) =>
    write.append(pending.run, [{ ...toApproved(pending), decision }], localActor);

  describe('requests', () => {
    it('wait as rows and survive a restart', async () => {
      const { run, call, approvalId } = await write.pending();
      stores = await stores.reopen();
      expect(await stores.approvals.countPending()).toBe(1);
      expect(await stores.approvals.find(approvalId)).toMatchObject({
        status: 'pending',
        runId: run.id,
        runState: run.state,
        conversation: { title: 'A title' },
        call: { id: call.id, parameters: call.parameters, outcome: null },
        callHash: call.hash,
        decidedAt: null,
      });
      expect(await stores.approvals.findBrief(approvalId)).toEqual({
        id: approvalId,
        runId: run.id,
        status: 'pending',
        callHash: call.hash,
      });
      expect(await stores.calls.find(run.id, call.id)).toMatchObject({ id: call.id, tool: call.tool });
      expect(await stores.calls.find(createId('run'), call.id)).toBeNull();
      expect(await stores.approvals.find(createId('apr'))).toBeNull();
      expect(await stores.approvals.findBrief(createId('apr'))).toBeNull();
    });

    it('show the call that replaced theirs, and the events keep both', async () => {
      const { run, call, approvalId } = await write.pending();
      const preview: Presentation[] = [{ kind: 'text', title: 'New', text: 'new', language: null }];
      const verdict = { ...call.verdict, risk: 'high', reason: 'New reason' } as const;
      const next = { ...call, parameters: { path: 'new.txt' }, hash: 'new', headline: 'New call', verdict };
      await write.append(run, [{ type: 'call_replaced', approvalId, call: next, preview }], localActor);
      stores = await stores.reopen();
      write = writeRuns(stores.runs);
      expect(await stores.approvals.find(approvalId)).toMatchObject({
        status: 'pending',
        callHash: 'new',
        risk: 'high',
        riskReason: 'New reason',
        runState: { status: 'awaiting_approval', call: next, isReplaced: true },
        call: { id: call.id, parameters: next.parameters, headline: 'New call', preview, outcome: null },
      });
      expect(await stores.approvals.findBrief(approvalId)).toMatchObject({ callHash: 'new' });
      expect((await list('pending', 'new call')).map(({ id }) => id)).toEqual([approvalId]);
      const calls = (await stores.runs.listEvents(run.id)).flatMap(({ event }) =>
        'call' in event ? [event.call] : [],
      );
      expect(calls).toEqual([call, next]);
    });

    it('keep each decision with who made it and why', async () => {
      const [yes, no, guided, left] = [
        await write.pending(),
        await write.pending(),
        await write.pending(),
        await write.pending(),
      ];
      await decide(yes, { decision: 'approve' });
      await decide(no, { decision: 'reject', reason: 'Too risky' });
      await decide(guided, { decision: 'reject_with_guidance', guidance: 'Use a copy' });
      await write.cancel(left.run);
      const found = (id: typeof yes.approvalId) => stores.approvals.find(id);
      expect(await found(yes.approvalId)).toMatchObject({
        status: 'approved',
        decidedBy: localActor.id,
        reason: null,
      });
      expect((await found(yes.approvalId))?.decisions).toMatchObject([
        { decision: 'approve', by: localActor.id, words: null, digest: 'digest' },
      ]);
      expect((await found(left.approvalId))?.decisions).toEqual([]);
      expect(await found(no.approvalId)).toMatchObject({ status: 'rejected', reason: 'Too risky' });
      expect(await found(guided.approvalId)).toMatchObject({
        status: 'rejected_with_guidance',
        reason: 'Use a copy',
      });
      expect(await found(left.approvalId)).toMatchObject({ status: 'withdrawn', decidedBy: localActor.id });
      expect((await list('approved')).map(({ id }) => id)).toEqual([yes.approvalId]);
      expect(await list('rejected')).toHaveLength(2);
      expect(await list('decided')).toHaveLength(4);
      expect(await stores.approvals.countPending()).toBe(0);
    });

    it('are overdue from their time on, as long as they wait, and also after a restart', async () => {
      const at = (seconds: number) => new Date(Date.UTC(2026, 0, 2) + seconds * 1_000);
      const second = await write.pending({}, {}, at(20));
      const first = await write.pending({}, {}, at(10));
      const decided = await write.pending({}, {}, at(5));
      await write.pending();
      await decide(decided, { decision: 'approve' });
      stores = await stores.reopen();
      write = writeRuns(stores.runs);
      const overdue = async (now: Date) => (await stores.approvals.listOverdue(now)).map(({ id }) => id);
      expect(await stores.approvals.find(first.approvalId)).toMatchObject({ expiresAt: at(10) });
      expect(await overdue(at(9.999))).toEqual([]);
      expect(await overdue(at(10))).toEqual([first.approvalId]);
      expect(await overdue(at(100))).toEqual([first.approvalId, second.approvalId]);
      await write.append(first.run, [toExpired(first)]);
      expect(await overdue(at(100))).toEqual([second.approvalId]);
    });

    it('that expired were decided by nobody, are no rejections, and free their conversation', async () => {
      const expired = await write.pending({}, {}, new Date());
      await write.append(expired.run, [toExpired(expired)]);
      expect(await stores.approvals.find(expired.approvalId)).toMatchObject({
        status: 'expired',
        decidedAt: expect.any(Date),
        decidedBy: null,
        decisions: [],
      });
      expect((await list('expired')).map(({ id }) => id)).toEqual([expired.approvalId]);
      expect(await list('decided')).toHaveLength(1);
      expect(await list('rejected')).toEqual([]);
      expect(await stores.approvals.countPending()).toBe(0);
      const { conversationId } = expired.run;
      await expect(write.start({ conversationId })).resolves.toMatchObject({ isNew: true });
    });

    it('of a decision, an expiry and a stop at once, exactly one is recorded', async () => {
      for (let round = 0; round < 20; round += 1) {
        const pending = await write.pending({}, {}, new Date());
        const results = await Promise.allSettled([
          decide(pending, { decision: 'approve' }),
          write.append(pending.run, [toExpired(pending)]),
          write.cancel(pending.run),
        ]);
        expect(fulfilled(results).map(({ state }) => state.status)).toHaveLength(1);
        const [winner] = fulfilled(results);
        expect(await stores.runs.find(pending.run.id)).toEqual(winner);
      }
    });

    it('that need two signatures stay pending after one, and keep both, in order', async () => {
      const pending = await write.pending({ verdict: twoSignatures });
      const once = await write.append(pending.run, [toApproved(pending)], people[0]);
      stores = await stores.reopen();
      write = writeRuns(stores.runs);
      expect(await stores.runs.find(once.id)).toEqual(once);
      expect(await stores.approvals.find(pending.approvalId)).toMatchObject({
        status: 'pending',
        decidedAt: null,
        decidedBy: null,
        decisions: [{ decision: 'approve', by: people[0]?.id, words: null, digest: 'digest' }],
      });
      expect(await stores.approvals.countPending()).toBe(1);
      const reject = { decision: 'reject', reason: 'No' } as const;
      const refused = { ...toApproved(pending), decision: reject };
      await write.append(once, [refused], people[1]);
      expect(await stores.approvals.find(pending.approvalId)).toMatchObject({
        status: 'rejected',
        decidedBy: people[1]?.id,
        reason: 'No',
        decisions: [{ by: people[0]?.id }, { decision: 'reject', by: people[1]?.id, words: 'No' }],
      });
    });

    it('of ten people who sign at once, exactly the two that are needed are recorded', async () => {
      const pending = await write.pending({ verdict: twoSignatures });
      /** Signs as a use case does: after a lost race, it tries again with the newest state. */
      const sign = async (actor: Actor): Promise<unknown> => {
        const run = await stores.runs.find(pending.run.id);
        if (run?.state.status !== 'awaiting_approval') throw new Error('Already decided');
        return write.append(run, [toApproved(pending)], actor).catch((error: unknown) => {
          if (error instanceof StaleRun) return sign(actor);
          throw error;
        });
      };
      const results = await Promise.allSettled(people.map(sign));
      expect(fulfilled(results)).toHaveLength(2);
      const approval = await stores.approvals.find(pending.approvalId);
      expect(approval).toMatchObject({ status: 'approved', decidedBy: approval?.decisions[1]?.by });
      expect(new Set(approval?.decisions.map(({ by }) => by)).size).toBe(2);
      expect(approval?.decisions).toHaveLength(2);
    });

    it.each(['pending', 'decided'] as const)(
      'pages of %s ones have no gap while more arrive',
      async (filter) => {
        const make = async () => {
          const pending = await write.pending();
          if (filter === 'decided') await write.cancel(pending.run);
          return pending.approvalId;
        };
        const before: string[] = [];
        for (let index = 0; index < 7; index += 1) before.push(await make());
        const page = (cursor: string | null) =>
          stores.approvals.list({ filter, search: null, cursor, limit: 3 });
        const seen = (await readPages(page, make)).map(({ id }) => id);
        expect(seen.filter((id) => before.includes(id))).toHaveLength(7);
        expect(new Set(seen).size).toBe(seen.length);
      },
    );

    it.each([
      ['BUDGET', ['Write to Budget 2026.md']],
      ['büCHER', ['Move BÜCHER/ÄÖ.txt']],
      ['ΔΈΛΤΑ', ['Delete δέλτα_100%']],
      ['бюджет', ['Run БЮДЖЕТ']],
      ['e\u0301te\u0301', ['Read ÉTÉ']],
      ['100%', ['Delete δέλτα_100%']],
      ['1_0', []],
      ['%', ['Delete δέλτα_100%']],
    ])('the search for %s finds %j, regardless of case', async (words, headlines) => {
      const stored = [
        'Write to Budget 2026.md',
        'Move BÜCHER/ÄÖ.txt',
        'Delete δέλτα_100%',
        'Run БЮДЖЕТ',
        'Read ÉTÉ',
      ];
      for (const headline of stored) await write.pending({ headline });
      expect((await list('pending', words)).map(({ call }) => call.headline)).toEqual(headlines);
    });

    it('the search follows a headline that was shown again, and finds rows older than its index', async () => {
      const pending = await write.pending({ headline: 'Before' });
      const { verdict } = pending.call;
      const reshown = { headline: 'After', verdict, targetFingerprint: null, preview: [] };
      const approved = { ...toApproved(pending), reshown };
      await write.append(pending.run, [approved], localActor);
      expect(await list('decided', 'before')).toEqual([]);
      expect(await list('decided', 'AFTER')).toHaveLength(1);
      await stores.database.write((transaction) =>
        transaction.approval.updateMany({ data: { searchText: null } }),
      );
      expect(await list('decided', 'after')).toEqual([]);
      await indexMissing(stores.database);
      expect(await list('decided', 'after')).toHaveLength(1);
    });
  });

  it('steps with an unknown outcome are counted and listed, longest waiting first', async () => {
    const lose = async () => {
      const pending = await write.pending();
      const callId = pending.call.id;
      return write.append(pending.run, [
        toApproved(pending),
        { type: 'tool_started', callId },
        { type: 'outcome_lost', callId, errorId: null, activeMs: 0 },
      ]);
    };
    const runs = [await lose(), await lose(), await lose()];
    expect(await stores.unknownOutcomes.count()).toBe(3);
    const { items: listed } = await stores.unknownOutcomes.list(2);
    const oldest = [...runs].sort(
      (one, two) => one.updatedAt.getTime() - two.updatedAt.getTime() || (one.id < two.id ? -1 : 1),
    );
    expect(listed.map(({ runId }) => runId)).toEqual(oldest.slice(0, 2).map(({ id }) => id));
    expect(listed[0]).toMatchObject({
      headline: 'Write 1 line to a.txt',
      workflowTitle: sampleRun({ status: 'queued' }).title,
    });
  });
}
