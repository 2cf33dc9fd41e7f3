import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import type { ApprovalStatus } from '../domain/decision';
import type { Run, RunStatus } from '../domain/run';
import { runs } from '../replies/testing/generated';
import { clockLagMs } from '../runtime/clock.port';
import type { RunId } from '../shared/ids';
import { createApprovalExpiry } from '../use-cases/expire-approvals';
import { continueRun, stopRun } from '../use-cases/steer-run';
import { buildTimeline } from '../use-cases/views/timeline';

/**
 * Describes a run as a person would, without events. The real loop, store and use cases must agree with it
 * after each command.
 */
type Told = {
  status: RunStatus;
  /** The waiting request would write this file. */
  asked: string | null;
  minutesLeft: number;
  steps: number;
  written: string[];
  requests: ApprovalStatus[];
};
type Real = { runId: RunId };
type Command = fc.AsyncCommand<Told, Real>;
type Reply = 'ask' | 'read' | 'malformed';

const expiresAfterMinutes = 30;
const maxSteps = 10;

let bench: Workbench;
const replies: string[] = [];
let files = 0;
beforeAll(async () => {
  bench = await openWorkbench(Array.from({ length: 500_000 }, () => () => replies.shift() ?? 'Done.'));
});
afterAll(() => bench.close());

/** Sets the model's next replies and works out how the run then ends. `Done.` follows the last reply. */
function goOn(told: Told, wanted: readonly Reply[]): void {
  told.status = 'calling_model';
  replies.length = 0;
  for (const reply of [...wanted, 'answer'] as const) {
    if (told.status !== 'calling_model') return;
    if (told.steps >= maxSteps) told.status = 'failed';
    else if (reply === 'answer') told.status = 'completed';
    else if (reply === 'malformed') replies.push('{"tool": "write_file", "parameters": {');
    else {
      told.steps += 1;
      if (reply === 'read') replies.push(call('list_files', { path: '.' }));
      else {
        files += 1;
        told.asked = `${files}.txt`;
        told.minutesLeft = expiresAfterMinutes;
        told.requests.push('pending');
        told.status = 'awaiting_approval';
        replies.push(call('write_file', { path: told.asked, content: 'x\n' }));
      }
    }
  }
}

/** The request no longer waits. */
function end(told: Told, as: ApprovalStatus): void {
  told.requests[told.requests.length - 1] = as;
  if (as === 'approved') told.written.push(told.asked ?? '');
  told.asked = null;
}

const find = async ({ runId }: Real): Promise<Run> => {
  const run = await bench.runs.find(runId);
  if (!run) throw new Error('The run is gone');
  return run;
};
const isWaiting = ({ status }: Readonly<Told>) => status === 'awaiting_approval';
const isContinuable = ({ status }: Readonly<Told>) => status === 'expired' || status === 'failed';

function command(
  name: string,
  check: (told: Readonly<Told>) => boolean,
  act: (told: Told, real: Real) => Promise<unknown>,
): Command {
  return {
    toString: () => name,
    check,
    async run(told, real) {
      await act(told, real);
      await bench.drive(real.runId);
      await expectAsTold(told, real);
    },
  };
}

async function expectAsTold(told: Told, real: Real): Promise<void> {
  const run = await find(real);
  expect(run.state.status).toBe(told.status);
  const events = await bench.runs.listEvents(run.id);
  // The row holds whole milliseconds.
  expect({ ...buildTimeline(run, events, String).run, activeMs: run.activeMs }).toEqual(run);
  const approvals = await bench.database.read.approval.findMany({
    where: { runId: run.id },
    orderBy: [{ requestedAt: 'asc' }, { call: { step: 'asc' } }],
  });
  expect(approvals.map(({ status }) => status).sort()).toEqual([...told.requests].sort());
  const started = events.filter(
    ({ event }) => event.type === 'approval_decided' || event.type === 'approval_expired',
  );
  expect(started).toHaveLength(
    told.requests.filter((status) => status !== 'pending' && status !== 'withdrawn').length,
  );
  if (told.asked !== null) await expect(bench.read(told.asked)).rejects.toThrow('ENOENT');
  for (const name of told.written) expect(await bench.read(name)).toBe('x\n');
}

const replyList = fc.array(fc.constantFrom<Reply>('ask', 'ask', 'read', 'malformed'), { maxLength: 2 });
const decide = (real: Real, body: Parameters<Workbench['decide']>[1]) =>
  find(real).then((run) => bench.decide(run, body));

/** Each of these commands lets a run go on. */
const onward = [
  replyList.map((then) =>
    command(`approve, then ${then}`, isWaiting, (told, real) => {
      end(told, 'approved');
      goOn(told, then);
      return decide(real, { decision: 'approve' });
    }),
  ),
  replyList.map((then) =>
    command(`guide, then ${then}`, isWaiting, (told, real) => {
      end(told, 'rejected_with_guidance');
      goOn(told, then);
      return decide(real, { decision: 'reject_with_guidance', guidance: 'Another way' });
    }),
  ),
  replyList.map((then) =>
    command(`continue, then ${then}`, isContinuable, (told, { runId }) => {
      told.steps = 0;
      goOn(told, then);
      return continueRun(bench.services(), localActor, { runId });
    }),
  ),
];

/** The commands that go on come three times, because most runs would otherwise end at once. */
const commands = [
  ...onward,
  ...onward,
  ...onward,
  fc.constant(
    command('reject', isWaiting, (told, real) => {
      end(told, 'rejected');
      told.status = 'rejected';
      return decide(real, { decision: 'reject' });
    }),
  ),
  fc.integer({ min: 1, max: 40 }).map((minutes) =>
    command(`wait ${minutes} min`, isWaiting, (told) => {
      told.minutesLeft -= minutes;
      if (told.minutesLeft <= 0) {
        end(told, 'expired');
        told.status = 'expired';
      }
      bench.skip(minutes * 60_000 + clockLagMs);
      const expireApprovals = createApprovalExpiry(bench.services(), (error) => {
        throw error;
      });
      return expireApprovals();
    }),
  ),
  fc.constant(
    command('answer too late', isWaiting, async (told, real) => {
      const waiting = await find(real);
      end(told, 'expired');
      told.status = 'expired';
      bench.skip(expiresAfterMinutes * 60_000 + clockLagMs);
      await expect(bench.decide(waiting, { decision: 'approve' })).rejects.toMatchObject({
        code: 'already_decided',
      });
    }),
  ),
  fc.constant(
    command(
      'continue what cannot be continued',
      (told) => !isContinuable(told),
      async (_told, { runId }) => {
        await expect(continueRun(bench.services(), localActor, { runId })).rejects.toMatchObject({
          code: 'cannot_continue',
        });
      },
    ),
  ),
  fc.constant(
    command(
      'stop',
      () => true,
      (told, { runId }) => {
        if (isWaiting(told)) {
          end(told, 'withdrawn');
          told.status = 'cancelled';
        }
        return stopRun(bench.services(), localActor, { runId });
      },
    ),
  ),
  fc.constant(
    command(
      'restart',
      () => true,
      async () => {
        await bench.restart();
        await bench.sweep();
      },
    ),
  ),
];

it('a run is what its people did, in any order of what they do', { timeout: 7_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Reply>('ask', 'read', 'malformed'), { maxLength: 2 }),
      fc.commands(commands, { maxCommands: 30, size: 'max' }),
      async (first, all) => {
        bench.script.requests.length = 0;
        const told: Told = {
          status: 'queued',
          asked: null,
          minutesLeft: 0,
          steps: 0,
          written: [],
          requests: [],
        };
        goOn(told, [...first, 'ask']);
        const runId = await bench.create({ approvalExpiresAfterMs: expiresAfterMinutes * 60_000 });
        await bench.drive(runId);
        await fc.asyncModelRun(() => ({ model: told, real: { runId } }), all);
        await expectAsTold(told, { runId });
      },
    ),
    runs(15),
  );
  expect([bench.bugs, bench.reported]).toEqual([[], []]);
});
