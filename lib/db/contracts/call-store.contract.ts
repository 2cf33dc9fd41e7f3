import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor } from '../../domain/actor';
import { sampleCall } from '../../domain/fixtures/sample-run';
import { toSettledOutcome } from '../../domain/reduce-run';
import type { RunEvent } from '../../domain/run-event';
import type { ToolError, ToolOutcome } from '../../domain/tool-call';
import { type CallId, createId } from '../../shared/ids';
import type { OpenStores, Stores } from '../testing/open-stores';
import { writeRuns } from '../testing/write-runs';

/**
 * Tests the promises of `CallStore` on any database: the store reads a call back complete, whether or not it
 * has a row of its own.
 */
export function describeCallStore(open: OpenStores): void {
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

  describe('a call', () => {
    const text = (words: string) => ({ kind: 'text' as const, title: 'Title', text: words, language: null });
    const worked = { ok: true as const, summary: 'Done', modelText: 'The words.' };
    const error = { code: 'not_found' as const, message: 'It is not there.' };
    const outcomes: [told: string, outcome: ToolOutcome][] = [
      ['the text that the model read', { ...worked, detail: text('The words.') }],
      ['more than the model read', { ...worked, warning: 'Look at it', detail: text('All of the words.') }],
      ['nothing', { ...worked, modelText: '', detail: text('') }],
      ['a failure', { ok: false, error, detail: null }],
      ['a failure with details', { ok: false, error, detail: text('Its output') }],
    ];
    const preview = [text('Shown before')];
    const request = async (change: { preview?: typeof preview; foreseenError?: ToolError } = {}) => {
      const call = sampleCall({
        id: createId('call'),
        verdict: { ruleId: null, decision: 'allow', risk: 'low', reason: 'It only reads.' },
      });
      const { run } = await write.start();
      const requested: RunEvent = {
        type: 'tool_call_requested',
        call,
        reply: '{}',
        commentary: '',
        approvalId: null,
        preview: [],
        foreseenError: null,
        activeMs: 1,
        ...change,
      };
      const after = await write.append(run, [{ type: 'run_started' }, requested]);
      return { run: after, call, callId: call.id };
    };
    /** Keeps the parts of the outcome that a person may open. */
    const shownOf = (outcome: ToolOutcome) => {
      if (!outcome.ok) return outcome;
      const { modelText: _, ...shown } = outcome;
      return shown;
    };
    const finished = (callId: CallId, outcome: ToolOutcome): RunEvent => ({
      type: 'tool_finished',
      callId,
      outcome,
      durationMs: 1,
      activeMs: 1,
    });

    it.each(outcomes)(
      'that gave %s is read back complete, with a preview and without',
      async (_told, outcome) => {
        for (const shown of [[], preview]) {
          const { run, call, callId } = await request({ preview: shown });
          const { parameters, headline, step, tool } = call;
          const asked = { id: callId, parameters, headline, step, tool, preview: shown };
          expect(await stores.calls.find(run.id, callId)).toMatchObject({ ...asked, outcome: null });
          const running = await write.append(run, [{ type: 'tool_started', callId }]);
          await write.append(running, [finished(callId, outcome)]);
          const found = await stores.calls.find(run.id, callId);
          expect(found).toMatchObject({ ...asked, outcome: shownOf(outcome) });
        }
      },
    );

    it.each(outcomes)('that gave %s after a stop is read back complete', async (_told, outcome) => {
      const { run, callId } = await request();
      const running = await write.append(run, [{ type: 'tool_started', callId }]);
      await write.append(await write.cancel(running), [finished(callId, outcome)]);
      expect((await stores.calls.find(run.id, callId))?.outcome).toMatchObject(shownOf(outcome));
    });

    it('stores the text that its model read once, with the event', async () => {
      const modelText = 'Only the model reads this.';
      const outcome: ToolOutcome = { ok: true, summary: 'Done', modelText, detail: text('For a person') };
      const { run, callId } = await request({ preview });
      const running = await write.append(run, [{ type: 'tool_started', callId }]);
      await write.append(running, [finished(callId, outcome)]);
      const { read } = stores.database;
      const row = await read.toolCall.findUniqueOrThrow({ where: { id: callId } });
      expect(row.outcomeJson).toContain('For a person');
      expect(row.outcomeJson).not.toContain(modelText);
      const events = await read.runEvent.findMany({ where: { runId: run.id } });
      expect(events.filter(({ payloadJson }) => payloadJson.includes(modelText))).toHaveLength(1);
    });

    it('that could not work says why', async () => {
      for (const shown of [[], preview]) {
        const { run, callId } = await request({ preview: shown, foreseenError: error });
        const found = await stores.calls.find(run.id, callId);
        expect(found).toMatchObject({ preview: shown, outcome: { ok: false, error, detail: null } });
      }
    });

    it('whose outcome a person settled has their words as its result', async () => {
      const { run, callId } = await request();
      const settlement = { choice: 'worked', result: 'It is in the archive.' } as const;
      const events: RunEvent[] = [
        { type: 'tool_started', callId },
        { type: 'outcome_lost', callId, errorId: null, activeMs: 0 },
        { type: 'outcome_settled', callId, settlement },
      ];
      await write.append(run, events, localActor);
      expect((await stores.calls.find(run.id, callId))?.outcome).toMatchObject(
        shownOf(toSettledOutcome(settlement.result)),
      );
      expect(await stores.calls.find(createId('run'), callId)).toBeNull();
    });
  });
}
