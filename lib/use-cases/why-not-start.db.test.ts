import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { writeRuns } from '../db/testing/write-runs';
import type { Actor } from '../domain/actor';
import { noWork } from '../domain/run-event';
import { getConversation } from './conversations';
import { getRun } from './get-run';
import { watchRun } from './watch-run';

let box: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  box = await openServices();
});
afterEach(() => box.close());

const reason = 'Only people with the role approver or admin can start this workflow.';
const signers = { role: null, count: 1, notRequester: false, startedBy: 'approver' } as const;
const failed = { type: 'run_failed', code: 'internal_error', message: 'x', ...noWork } as const;
const as = (role: string): Actor => ({ id: 'usr_ben', name: 'Ben', role });

it('every view of a run tells its own reader why they may not start it, and so the viewers share the rest', async () => {
  const { start, append } = writeRuns(box.services.runs);
  const { run } = await start({ startedBy: 'usr_ben', signers });
  const { conversationId } = run;
  const active = await append(run, [{ type: 'run_started' }]);
  const snapshotFor = async (actor: Actor) => {
    const open = await watchRun(box.services, actor, { runId: run.id, lastVersion: null });
    const stream = open(new AbortController().signal);
    const { value } = await stream.next();
    await stream.return(undefined);
    return value;
  };
  const expectFor = async (role: string, whyNot: string | null) => {
    const page = await getConversation(box.services, as(role), { conversationId });
    expect(page).toMatchObject({ whyNotReply: whyNot, runs: [{ whyNotStart: whyNot }] });
    expect(await getRun(box.services, as(role), { runId: run.id })).toMatchObject({ whyNotStart: whyNot });
    expect(await snapshotFor(as(role))).toMatchObject({ message: { run: { whyNotStart: whyNot } } });
  };
  await expectFor('approver', null);
  await expectFor('operator', reason);
  await expectFor('viewer', 'Your role can only read. An operator can start this.');
  await append(active, [failed]);
  await expectFor('operator', reason);
  await expectFor('admin', null);
});

it('viewers to whom a run says the same share its snapshot, so that its bytes are made once', async () => {
  const { start } = writeRuns(box.services.runs);
  const { run } = await start({ signers });
  const roles = ['operator', 'operator', 'approver', 'viewer', 'viewer'];
  const streams = await Promise.all(
    roles.map(async (role) => {
      const open = await watchRun(box.services, as(role), { runId: run.id, lastVersion: null });
      return open(new AbortController().signal);
    }),
  );
  const values: unknown[] = [];
  for (const stream of streams) values.push((await stream.next()).value);
  expect(values.map((value) => values.indexOf(value))).toEqual([0, 0, 2, 3, 3]);
  await Promise.all(streams.map((stream) => stream.return(undefined)));
});

it('a message follows the latest run of a model, whatever was started without one since', async () => {
  const { start, append } = writeRuns(box.services.runs);
  const { run } = await start({ signers });
  await append(run, [{ type: 'run_started' }, failed]);
  await start({ conversationId: run.conversationId, kind: 'direct', signers: null });
  const page = await getConversation(box.services, as('operator'), { conversationId: run.conversationId });
  expect(page.runs.map(({ whyNotStart }) => whyNotStart)).toEqual([reason, null]);
  expect(page.whyNotReply).toBe(reason);
});
