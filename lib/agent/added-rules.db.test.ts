import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, type ScriptedReply } from '../../tests/scripted-model';
import { storedRule } from '../db/testing/stored-rule';
import type { RunId } from '../shared/ids';

const write = (path: string) => call('write_file', { path, content: 'text' });
let bench: Workbench;
const replies: ScriptedReply[] = [];
beforeEach(async () => {
  replies.length = 0;
  bench = await openWorkbench(
    Array.from({ length: 5 }, () => (request) => {
      const next = replies.shift() ?? 'Done.';
      return typeof next === 'function' ? next(request) : (next as string);
    }),
  );
});
afterEach(() => bench.close());

const add = (change: Parameters<typeof storedRule>[0] = {}) =>
  bench.database.write((transaction) => transaction.rule.create({ data: storedRule(change) }));
const revokeAll = () =>
  bench.database.write((transaction) => transaction.rule.updateMany({ data: { revokedAt: new Date() } }));

/** Returns the decision and the rule of each call, as stored. */
async function verdictsOf(runId: RunId): Promise<string[]> {
  const events = await bench.database.read.runEvent.findMany({
    where: { runId, type: 'tool_call_requested' },
    orderBy: { version: 'asc' },
  });
  return events.map(({ payloadJson }) => {
    const { decision, ruleId } = JSON.parse(payloadJson).call.verdict;
    return `${decision} ${ruleId}`;
  });
}

it('a rule that is revoked during a run counts for the calls before, and for none after', async () => {
  await add();
  replies.push(write('a.txt'), async () => {
    await revokeAll();
    return write('b.txt');
  });
  const run = await bench.drive(await bench.create());
  expect(run.state.status).toBe('awaiting_approval');
  expect(await bench.read('a.txt')).toBe('text');
  expect(await verdictsOf(run.id)).toEqual(['allow rul_sample', 'ask everything_else']);
});

it('a rule counts only for the workflow and the starter that it names', async () => {
  await add({ conditionJson: '{"tool":"write_file","workflowId":"tidy","startedBy":"usr_local"}' });
  replies.push(write('a.txt'), 'Done.', write('b.txt'));
  expect((await bench.drive(await bench.create({ workflowId: 'tidy' }))).state.status).toBe('completed');
  const other = await bench.drive(await bench.create({ workflowId: 'other' }));
  expect(other.state.status).toBe('awaiting_approval');
});

it('a row that this version cannot read makes even a read ask, until the row is set aside', async () => {
  await bench.write('a.txt', 'text');
  await add({ id: 'rul_odd', decision: 'sometimes' });
  replies.push(call('read_file', { path: 'a.txt' }));
  const run = await bench.drive(await bench.create());
  expect(run.state).toMatchObject({ status: 'awaiting_approval', call: { verdict: { risk: 'high' } } });
  expect(await verdictsOf(run.id)).toEqual(['ask rul_odd']);
  await bench.database.write((transaction) => transaction.rule.deleteMany());
  replies.push(call('read_file', { path: 'a.txt' }), 'Done.');
  expect((await bench.drive(await bench.create())).state.status).toBe('completed');
});
