import { afterEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, type ScriptedReply } from '../../tests/scripted-model';
import { DamagedRow } from '../db/ports/damaged-row.port';
import { localActor } from '../domain/actor';
import type { Run } from '../domain/run';
import { clockLagMs } from '../runtime/clock.port';
import { loadHistory } from './conversation-history';
import { createApprovalExpiry } from './expire-approvals';
import { getApproval } from './get-approvals';
import { loadTimeline } from './load-timeline';
import { continueRun, stopRun } from './steer-run';
import { toRunView } from './views/run-view';

let bench: Workbench;
afterEach(async () => {
  await bench.close();
  expect(bench.bugs).toEqual([]);
  bench.script.expectUsedUp();
});

const write = call('write_file', { path: 'b.txt', content: 'hello\n' });
const minute = 60_000;

/** Starts a run whose request waits for this many minutes. */
async function waitFor(minutes: number | null, replies: ScriptedReply[] = [write]): Promise<Run> {
  bench = await openWorkbench(replies);
  const approvalExpiresAfterMs = minutes === null ? null : minutes * minute;
  return bench.drive(await bench.create({ approvalExpiresAfterMs }));
}

const idOf = ({ state }: Run) => (state.status === 'awaiting_approval' ? state.approvalId : '');
const viewOf = (run: Run) => getApproval(bench.services(), localActor, { approvalId: idOf(run) });
const sweep = () =>
  createApprovalExpiry(bench.services(), (error) => {
    throw error;
  })();
const statusOf = async ({ id }: Run) => (await bench.runs.find(id))?.state.status;

describe('a request whose time is over', () => {
  it('expires while nobody looks, and nothing is executed', async () => {
    const waiting = await waitFor(30);
    bench.skip(29 * minute);
    await sweep();
    expect(await statusOf(waiting)).toBe('awaiting_approval');
    bench.skip(2 * minute);
    await sweep();
    expect(await statusOf(waiting)).toBe('expired');
    await expect(bench.read('b.txt')).rejects.toThrow('ENOENT');
    expect(await bench.eventTypes(waiting.id)).not.toContain('tool_started');
  });

  it('expires no moment early, although the clock may have been behind when it was made', async () => {
    const before = Date.now();
    const { expiresAt } = await viewOf(await waitFor(30));
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThanOrEqual(before + clockLagMs + 30 * minute);
  });

  it('expires at the next start when the server was off at its time', async () => {
    const waiting = await waitFor(30);
    bench.skip(31 * minute);
    await bench.restart();
    await sweep();
    expect(await statusOf(waiting)).toBe('expired');
  });

  it('waits for as long as it takes when the workflow sets no time', async () => {
    const waiting = await waitFor(null);
    bench.skip(10_000 * 60 * minute);
    await sweep();
    expect(await statusOf(waiting)).toBe('awaiting_approval');
  });

  it('no longer takes an answer, even before a sweep has found it, and says so', async () => {
    const waiting = await waitFor(30);
    const decision = (await viewOf(waiting)).digest;
    bench.skip(31 * minute);
    for (const answer of ['approve', 'reject'] as const) {
      await expect(bench.decide(waiting, { decision: answer, digest: decision })).rejects.toMatchObject({
        code: 'already_decided',
        message:
          'This request has expired: nobody decided in time. Your answer was not recorded, and nothing was executed.',
        details: { approval: { status: 'expired', decidedBy: null, decisions: [] } },
      });
    }
    expect(await statusOf(waiting)).toBe('expired');
  });

  it('is reported once when its run is damaged, and the others still expire', async () => {
    const damaged = await waitFor(30, [write, write]);
    const sound = await bench.drive(await bench.create({ approvalExpiresAfterMs: 30 * minute }));
    await bench.database.write(({ run }) => run.update({ where: { id: damaged.id }, data: { steps: -1 } }));
    bench.skip(31 * minute);
    const reported: unknown[] = [];
    const expire = createApprovalExpiry(bench.services(), (error) => reported.push(error));
    for (let round = 0; round < 3; round += 1) await expire();
    expect(reported).toEqual([expect.any(DamagedRow)]);
    expect(await statusOf(sound)).toBe('expired');
    expect((await viewOf(sound)).status).toBe('expired');
  });

  it('is shown as expired, and never as rejected', async () => {
    const waiting = await waitFor(30);
    expect((await viewOf(waiting)).expiresAt).not.toBeNull();
    bench.skip(31 * minute);
    await sweep();
    const run = await bench.runs.find(waiting.id);
    if (!run) throw new Error('The run is gone');
    const view = toRunView(await loadTimeline(bench.services(), run), null, '');
    expect(view.header).toMatchObject({
      status: 'expired',
      statusText: 'Request expired',
      isActive: false,
      outcome: {
        kind: 'expired',
        message: 'Nobody decided about “Write 1 line to b.txt” in time, so it was not executed.',
        canContinue: true,
      },
    });
    expect(view.timeline.map(({ headline, status }) => [headline, status])).toEqual([
      ['Write 1 line to b.txt', 'stopped'],
      ['The request expired', 'stopped'],
    ]);
    expect(await viewOf(waiting)).toMatchObject({ status: 'expired', expiresAt: null, decidedBy: null });
    const history = await loadHistory(bench.services(), waiting.conversationId);
    const told = JSON.stringify([view, await viewOf(waiting), history]);
    expect(told).toContain('in time');
    expect(told).not.toMatch(/reject|refus/i);
  });

  it('can be asked about again: the model learns that nobody refused it', async () => {
    const waiting = await waitFor(30, [write, write, 'Written.']);
    bench.skip(31 * minute);
    await sweep();
    await continueRun(bench.services(), localActor, { runId: waiting.id });
    const again = await bench.drive(waiting.id);
    expect(bench.script.requests.at(-1)?.at(-1)?.content).toContain('Nobody refused it');
    expect(idOf(again)).not.toBe(idOf(waiting));
    await bench.decide(again, { decision: 'approve' });
    expect((await bench.drive(waiting.id)).state.status).toBe('completed');
    expect(await bench.read('b.txt')).toBe('hello\n');
  });
});

describe('at the moment when the time is over', () => {
  it('of approve, reject, expire and stop, one wins, and only an approval runs the call', async () => {
    bench = await openWorkbench(
      Array.from({ length: 40 }, () =>
        call('write_file', { path: 'b.txt', content: '1\n', overwrite: true }, true),
      ),
    );
    for (let round = 0; round < 40; round += 1) {
      const run = await bench.drive(await bench.create({ approvalExpiresAfterMs: minute }));
      const services = bench.services();
      const people = [
        () => bench.decide(run, { decision: 'approve' }).then(() => 'approved'),
        () => bench.decide(run, { decision: 'reject' }).then(() => 'rejected'),
        () => stopRun(services, localActor, { runId: run.id }).then(({ status }) => status),
      ];
      const before = people.slice(0, round % 4).map((ask) => ask());
      bench.skip(2 * minute);
      const rest = [sweep(), ...people.slice(round % 4).map((ask) => ask())];
      await Promise.allSettled([...before, ...rest]);
      const events = await bench.eventTypes((await bench.drive(run.id)).id);
      const ends = events.filter((type) =>
        ['approval_decided', 'approval_expired', 'run_cancelled'].includes(type),
      );
      expect(
        events.filter((type) => type === 'approval_decided' || type === 'approval_expired').length,
      ).toBeLessThanOrEqual(1);
      expect(ends.length).toBeGreaterThan(0);
      const isApproved = (await viewOf(run)).status === 'approved';
      expect(events.includes('tool_started') && !isApproved).toBe(false);
    }
  });
});
