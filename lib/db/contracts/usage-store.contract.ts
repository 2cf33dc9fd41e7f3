import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../domain/actor';
import { sampleCall } from '../../domain/fixtures/sample-run';
import { noWork, type RunEvent } from '../../domain/run-event';
import type { TokenUsage } from '../../domain/usage';
import { createId } from '../../shared/ids';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, refusals, writeRuns } from '../testing/write-runs';

const hourMs = 3_600_000;

/** Tests the promises of `UsageStore`, and the rows that commits of a run write for it, on any database. */
export function describeUsageStore(open: OpenStores): void {
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

  const answered = (usage: TokenUsage | null, answeredBy: string): RunEvent[] => [
    { type: 'text_replied', text: 'Done.', activeMs: 1, usage, answeredBy },
  ];
  const asked = (usage: TokenUsage | null, answeredBy: string): RunEvent => ({
    type: 'tool_call_requested',
    call: sampleCall({
      id: createId('call'),
      verdict: { ruleId: null, decision: 'allow', risk: 'low', reason: '' },
    }),
    reply: '{}',
    commentary: '',
    approvalId: null,
    preview: [],
    foreseenError: null,
    activeMs: 1,
    usage,
    answeredBy,
  });
  const listed = () => stores.usage.sumBetween(new Date(Date.now() - hourMs), new Date(Date.now() + hourMs));

  describe('usage', () => {
    it('is the sum of the replies of all runs, for each workflow and model', async () => {
      const results = await atOnce(5, async () => {
        const { run } = await write.start({ workflowId: 'reading' });
        const usage = { input: 100, cached: 60, output: 20, reasoning: 5, amountUsd: 0.5 };
        await write.append(run, [{ type: 'run_started' }, ...answered(usage, 'small')]);
      });
      expect(refusals(results)).toEqual([]);
      const { run } = await write.start({ workflowId: null });
      await write.append(run, [{ type: 'run_started' }, ...answered(null, 'large')]);
      const rows = await listed();
      const sums = rows.filter(({ workflowId }) => workflowId === 'reading');
      expect(sums.reduce((sum, { calls }) => sum + calls, 0)).toBe(5);
      expect(sums.reduce((sum, { input }) => sum + input, 0)).toBe(500);
      expect(sums.reduce((sum, { amountUsd }) => sum + (amountUsd ?? 0), 0)).toBe(2.5);
      expect(rows.filter(({ workflowId }) => workflowId === null)).toEqual([
        expect.objectContaining({ model: 'large', calls: 1, unreported: 1, input: 0, amountUsd: null }),
      ]);
    });

    it('counts as many tokens as a row holds where a server reports more', async () => {
      const most = 2 ** 31 - 1;
      for (let count = 0; count < 2; count += 1) {
        const { run } = await write.start({ workflowId: 'reading' });
        const usage = { input: 3e9, output: 1, cached: 3e9 };
        await write.append(run, [{ type: 'run_started' }, ...answered(usage, 'boastful')]);
      }
      const rows = await listed();
      expect(rows.reduce((sum, { input }) => sum + input, 0)).toBe(2 * most);
      expect(await stores.usage.countDamaged()).toBe(0);
    });

    it('of a driven run is written when it pauses or ends, with every reply before', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'driver', 60_000);
      const by = { actor: systemActor, owner: 'driver' };
      const going = await stores.runs.commit(
        run,
        [{ type: 'run_started' }, asked({ input: 10, output: 1 }, 'small')],
        by,
      );
      expect(await listed()).toEqual([]);
      const back = await stores.runs.find(run.id);
      expect(back?.usage).toEqual(going.usage);
      await stores.runs.commit(
        going,
        [{ type: 'run_failed', code: 'time_limit', message: '', ...noWork }],
        by,
      );
      expect(await listed()).toEqual([expect.objectContaining({ model: 'small', calls: 1, input: 10 })]);
    });

    it('is counted once when a run goes on after an end, and stays when its conversation is removed', async () => {
      const { run } = await write.start();
      const failed = await write.append(run, [
        { type: 'run_started' },
        asked({ input: 10, output: 1 }, 'small'),
        { type: 'run_failed', code: 'step_limit', message: '', ...noWork },
      ]);
      await write.append(failed, [{ type: 'run_continued' }, ...answered({ input: 20, output: 2 }, 'small')]);
      const sum = async () => (await listed()).reduce((total, { input }) => total + input, 0);
      expect(await sum()).toBe(30);
      await stores.database.write((transaction) => transaction.conversation.deleteMany());
      expect(await sum()).toBe(30);
    });

    it('has the quarters of an hour that begin in the time asked for', async () => {
      const { run } = await write.start();
      await write.append(run, [{ type: 'run_started' }, ...answered({ input: 10, output: 1 }, 'small')]);
      const { quarter } = await stores.database.read.usage.findFirstOrThrow();
      const at = (ms: number) => new Date(quarter.getTime() + ms);
      expect(await stores.usage.sumBetween(quarter, at(1))).toHaveLength(1);
      expect(await stores.usage.sumBetween(at(-hourMs), quarter)).toEqual([]);
      expect(await stores.usage.sumBetween(at(1), at(hourMs))).toEqual([]);
    });

    it('that is damaged is counted, in whatever part of the years it stands', async () => {
      const row = { model: 'small', workflowId: null, unreported: 0, cached: 0, output: 1, reasoning: 0 };
      const add = (runId: string, quarter: string, input: number) =>
        stores.database.write((transaction) =>
          transaction.usage.create({
            data: {
              ...row,
              runId,
              quarter: new Date(quarter),
              calls: 1,
              input,
              amountUsd: null,
              unpriced: 1,
            },
          }),
        );
      const quarters = ['1999-01-01', '2026-01-01', '2026-01-02', '2026-02-01', '9998-01-01'];
      for (const quarter of quarters) {
        await add('run_sound', quarter, 10);
        await add('run_damaged', quarter, -1);
      }
      expect(await stores.usage.countDamaged()).toBe(quarters.length);
      expect(await stores.usage.sumBetween(new Date('2026-01-01'), new Date('2026-01-03'))).toEqual([
        expect.objectContaining({ calls: 2, input: 20 }),
      ]);
    });
  });
}
