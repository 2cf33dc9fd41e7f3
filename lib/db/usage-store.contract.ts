import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../domain/actor';
import { sampleCall } from '../domain/fixtures/sample-run';
import { noWork, type RunEvent } from '../domain/run-event';
import type { TokenUsage } from '../domain/usage';
import { createId } from '../shared/ids';
import type { OpenStores, Stores } from './testing/open-stores';
import { atOnce, refusals, writeRuns } from './testing/write-runs';

const hourMs = 3_600_000;

/** The promises of `UsageStore`, and of the rows that commits of a run write for it, on any database. */
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
    call: sampleCall({ id: createId('call'), verdict: { decision: 'allow', risk: 'low', reason: '' } }),
    reply: '{}',
    commentary: '',
    approvalId: null,
    preview: [],
    foreseenError: null,
    activeMs: 1,
    usage,
    answeredBy,
  });
  const listed = () => stores.usage.listSince(new Date(Date.now() - hourMs));

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

    it('before the quarter of an hour that is asked for is left out', async () => {
      const before = new Date();
      const { run } = await write.start();
      await write.append(run, [{ type: 'run_started' }, ...answered({ input: 10, output: 1 }, 'small')]);
      expect(await stores.usage.listSince(new Date(Date.now() + hourMs))).toEqual([]);
      expect(await stores.usage.listSince(before)).toHaveLength(1);
    });
  });
}
