import { describe, expect, it } from 'vitest';
import { localActor, type NameOf, systemActor } from '../../domain/actor';
import { sampleCall, sampleRun } from '../../domain/fixtures/sample-run';
import { noWork, type RecordedEvent, type RunEvent } from '../../domain/run-event';
import { toTimelineHeader } from './run-view';
import { buildTimeline } from './timeline';
import { continuedHeadline } from './timeline-words';

const nameOf: NameOf = (id) => [localActor, systemActor].find((actor) => actor.id === id)?.name ?? '';
const call = sampleCall();
const approvalId = 'apr_00000000000000000000000000000001';
const requested: RunEvent = {
  type: 'tool_call_requested',
  call,
  reply: '{"tool":"write_file"}',
  commentary: 'Now I write.',
  approvalId,
  preview: [],
  foreseenError: null,
  activeMs: 10,
};
const decided = (decision: Extract<RunEvent, { type: 'approval_decided' }>['decision']): RunEvent => ({
  type: 'approval_decided',
  approvalId,
  callId: call.id,
  decision,
  digest: null,
});

function timelineOf(...events: RunEvent[]) {
  const recorded: RecordedEvent[] = [
    { type: 'run_created' } as const,
    { type: 'run_started' } as const,
    ...events,
  ].map((event, index) => ({
    version: index + 1,
    at: new Date(1_700_000_000_000 + index * 1_000),
    by: (event.type === 'approval_decided' || event.type === 'run_cancelled' ? localActor : systemActor).id,
    event,
  }));
  return buildTimeline(sampleRun({ status: 'queued' }), recorded, nameOf);
}

describe('a person’s view of a run', () => {
  it('a pending call waits, under the server’s headline and with the model’s words', () => {
    const timeline = timelineOf(requested);
    expect(timeline.items).toMatchObject([
      { kind: 'call', status: 'waiting', headline: 'Write 1 line to a.txt', commentary: 'Now I write.' },
    ]);
    expect(toTimelineHeader(timeline)).toMatchObject({
      status: 'awaiting_approval',
      approvalId,
      clockRunningSince: null,
      isActive: true,
    });
  });

  it('a step tells the tokens of the reply that asked for it, and nothing where nothing is known', () => {
    const usage = { input: 100, output: 20 };
    const [item] = timelineOf({ ...requested, usage, firstTokenMs: 7 }).items;
    expect(item?.modelCall).toEqual({
      usage: { input: 100, cached: null, output: 20, reasoning: null, amountUsd: null },
      firstTokenMs: 7,
      durationMs: 10,
    });
    expect(timelineOf({ ...requested, usage: null }).items[0]?.modelCall?.usage).toBeNull();
    expect(timelineOf(requested).items[0]?.modelCall).toBeNull();
    expect(toTimelineHeader(timelineOf(requested)).usage).toBeNull();
    expect(toTimelineHeader(timelineOf({ ...requested, usage })).usage).toMatchObject({
      calls: 1,
      input: 100,
    });
  });

  it('what is left out for the model is one line that grows, and a silent cut says what helps', () => {
    const leftOut = (results: number): RunEvent => ({
      type: 'history_left_out',
      results,
      turns: 0,
      maxCharacters: null,
      windowTokens: 8_192,
    });
    const { items } = timelineOf(leftOut(1), leftOut(12), {
      type: 'request_cut',
      expectedTokens: 9_000,
      readTokens: 4_096,
    });
    expect(items.map(({ headline }) => headline)).toEqual([
      'The model no longer gets the results of the 12 oldest steps, to fit its window of 8,192 tokens. You still see them here.',
      expect.stringMatching(/^The server read about 4,096 of 9,000 tokens: .*OLLAMA_CONTEXT_LENGTH/),
    ]);
    expect(items[0]?.position).toBe(3);
  });

  it('says that results are shortened for the model, alone or beside older ones that are left out', () => {
    const headlineOf = (results: number) =>
      timelineOf({
        type: 'history_left_out',
        results,
        turns: 0,
        maxCharacters: 5_000,
        windowTokens: 8_192,
      }).items.at(-1)?.headline;
    expect(headlineOf(0)).toBe(
      'The model gets long results only in part, at most 5,000 characters each, to fit its window of 8,192 tokens. You still see all of them here.',
    );
    expect(headlineOf(7)).toBe(
      'The model no longer gets the results of the 7 oldest steps, and gets later ones only in part, at most 5,000 characters each, to fit its window of 8,192 tokens. You still see all of them here.',
    );
  });

  it('never holds a tool’s name or the raw reply', () => {
    const text = JSON.stringify([timelineOf(requested).items, toTimelineHeader(timelineOf(requested))]);
    expect(text).not.toContain('write_file');
    expect(text).not.toContain('parameters');
  });

  it('an approved call that is done carries the stamp of who signed', () => {
    const timeline = timelineOf(
      requested,
      decided({ decision: 'approve' }),
      { type: 'tool_started', callId: call.id },
      {
        type: 'tool_finished',
        callId: call.id,
        outcome: {
          ok: true,
          summary: '1 line',
          modelText: '',
          detail: { kind: 'text', title: '', text: '', language: null },
        },
        durationMs: 12.4,
        activeMs: 12.4,
      },
    );
    expect(timeline.items).toMatchObject([
      { kind: 'call', status: 'done', summary: '1 line', durationMs: 12 },
      { kind: 'decision', headline: 'Countersigned by you', decision: { decision: 'approved', by: 'You' } },
    ]);
  });

  it('a rejection names the request, the reason and the person', () => {
    const timeline = timelineOf(requested, decided({ decision: 'reject', reason: 'wrong file' }));
    expect(toTimelineHeader(timeline).outcome).toMatchObject({
      kind: 'rejected',
      reason: 'wrong file',
      by: 'You',
      message: 'You rejected “Write 1 line to a.txt”. Nothing else ran.',
    });
  });

  it('stopping marks the current step as stopped', () => {
    const timeline = timelineOf(requested, { type: 'run_cancelled', ...noWork });
    expect(timeline.items).toMatchObject([{ status: 'stopped' }]);
    expect(toTimelineHeader(timeline)).toMatchObject({
      isActive: false,
      outcome: { kind: 'cancelled', by: 'You' },
    });
  });

  describe('an end says that completed steps are kept only where a step is complete', () => {
    const started: RunEvent = { type: 'tool_started', callId: call.id };
    const finished = (isDone: boolean): RunEvent => ({
      type: 'tool_finished',
      callId: call.id,
      durationMs: 1,
      activeMs: 1,
      outcome: isDone
        ? {
            ok: true,
            summary: '1 line',
            modelText: '',
            detail: { kind: 'text', title: '', text: '', language: null },
          }
        : { ok: false, error: { code: 'not_found', message: 'Not there.' }, detail: null },
    });
    const approved = [requested, decided({ decision: 'approve' }), started];
    const ends: RunEvent[] = [
      { type: 'run_cancelled', ...noWork },
      { type: 'run_failed', code: 'time_limit', message: 'The time is over.', ...noWork },
    ];
    const cases = ends.flatMap((end) => [
      { end, before: 'nothing', events: [], isKept: false },
      { end, before: 'a request that waits', events: [requested], isKept: false },
      { end, before: 'a step that runs', events: approved, isKept: false },
      { end, before: 'a step that failed', events: [...approved, finished(false)], isKept: false },
      { end, before: 'a step that is done', events: [...approved, finished(true)], isKept: true },
    ]);
    // A run that waits for a person, or whose step runs, reaches no limit.
    const midway = ['a request that waits', 'a step that runs'];
    const possible = cases.filter(
      ({ end, before }) => end.type === 'run_cancelled' || !midway.includes(before),
    );
    it('whatever ended it, and whatever was before', () => {
      for (const { end, before, events, isKept } of possible) {
        const { outcome } = toTimelineHeader(timelineOf(...events, end));
        expect(outcome?.message.endsWith(' Completed steps are kept.'), `${end.type} after ${before}`).toBe(
          isKept,
        );
      }
    });
  });

  it('a stopped run expects events until the call that was running has its result, and only then', () => {
    const approved = [requested, decided({ decision: 'approve' })];
    const started: RunEvent = { type: 'tool_started', callId: call.id };
    const stopped: RunEvent = { type: 'run_cancelled', ...noWork };
    const expects = (...events: RunEvent[]) => toTimelineHeader(timelineOf(...events)).expectsEvents;
    expect(expects(...approved, started)).toBe(true);
    expect(expects(...approved, started, stopped)).toBe(true);
    for (const outcome of [
      {
        ok: true,
        summary: 'Done',
        modelText: '',
        detail: { kind: 'text', title: '', text: '', language: null },
      },
      { ok: false, error: { code: 'stopped', message: 'Stopped.' }, detail: null },
    ] as const) {
      const late: RunEvent = { type: 'tool_finished', callId: call.id, outcome, durationMs: 1, activeMs: 1 };
      expect(expects(...approved, started, stopped, late)).toBe(false);
    }
    const lost: RunEvent = { type: 'outcome_lost', callId: call.id, errorId: null, activeMs: 0 };
    expect(expects(...approved, started, lost, stopped)).toBe(false);
    expect(expects(...approved, stopped)).toBe(false);
    expect(expects(requested, stopped)).toBe(false);
  });

  it('a malformed reply is explained without being shown', () => {
    const timeline = timelineOf({
      type: 'reply_malformed',
      code: 'several_calls',
      message: 'You sent {"tool":…',
      reply: '{"tool":1}{"tool":2}',
      activeMs: 1,
    });
    expect(timeline.items).toMatchObject([
      {
        kind: 'malformed_reply',
        headline: 'The model’s reply wasn’t valid (more than one call). Retrying.',
      },
    ]);
    expect(JSON.stringify(timeline.items)).not.toContain('tool"');
  });

  it('a command that ended badly is done with a warning, not plainly done', () => {
    const { items } = timelineOf(
      requested,
      decided({ decision: 'approve' }),
      { type: 'tool_started', callId: call.id },
      {
        type: 'tool_finished',
        callId: call.id,
        outcome: {
          ok: true,
          summary: 'exit code 1',
          warning: 'Ended with exit code 1',
          modelText: '',
          detail: { kind: 'text', title: '', text: '', language: null },
        },
        durationMs: 1,
        activeMs: 1,
      },
    );
    expect(items[0]).toMatchObject({ status: 'done', warning: 'Ended with exit code 1' });
  });

  it('a malformed reply says “Retrying” only when the model is asked again', () => {
    const bad: RunEvent = { type: 'reply_malformed', code: 'truncated', message: '', reply: '', activeMs: 1 };
    const { items } = timelineOf(bad, bad, bad);
    expect(items.map(({ headline }) => headline.endsWith('(cut off). Retrying.'))).toEqual([
      true,
      true,
      false,
    ]);
    const late = timelineOf({ ...bad, activeMs: 300_000 });
    expect(late.items[0]?.headline).toBe('The model’s reply wasn’t valid (cut off).');
  });

  it('a run that hit a limit can be continued, and its earlier steps stay in sight', () => {
    const limited = timelineOf({
      type: 'run_failed',
      code: 'step_limit',
      message: 'The limit.',
      ...noWork,
    });
    expect(toTimelineHeader(limited).outcome).toMatchObject({ failure: 'step_limit', canContinue: true });
    const continued = timelineOf(
      { type: 'run_failed', code: 'step_limit', message: 'The limit.', ...noWork },
      { type: 'run_continued' },
    );
    expect(continued.items).toMatchObject([
      { kind: 'notice', headline: 'The limit.' },
      { kind: 'notice', headline: 'Countersign continued with 10 more steps' },
    ]);
    expect(toTimelineHeader(continued)).toMatchObject({ status: 'calling_model', outcome: null });
    const { run } = continued;
    const once = continuedHeadline(
      { ...run, limits: { ...run.limits, maxSteps: 1 } },
      run.startedBy,
      undefined,
    );
    expect(once).toContain('continued with 1 more step');
    expect(once).not.toContain('steps');
  });

  it('counts the steps and the time of all parts of a run that was continued', () => {
    const work = { ...requested, activeMs: 40 };
    const limit: RunEvent = {
      type: 'run_failed',
      code: 'step_limit',
      message: 'The limit.',
      ...noWork,
      activeMs: 2,
    };
    const part = [work, decided({ decision: 'approve' }), { type: 'tool_started', callId: call.id }] as const;
    const finished: RunEvent = {
      type: 'tool_finished',
      callId: call.id,
      outcome: {
        ok: true,
        summary: '',
        modelText: '',
        detail: { kind: 'text', title: '', text: '', language: null },
      },
      durationMs: 8,
      activeMs: 8,
    };
    const once = toTimelineHeader(timelineOf(...part, finished, limit));
    expect([once.steps, once.activeMs, once.total]).toEqual([1, 50, { steps: 1, activeMs: 50 }]);
    const again: RunEvent[] = [...part, finished, limit, { type: 'run_continued' }];
    const twice = toTimelineHeader(
      timelineOf(...again, ...again, { type: 'text_replied', text: 'Done', activeMs: 5 }),
    );
    expect([twice.steps, twice.activeMs, twice.total]).toEqual([0, 5, { steps: 2, activeMs: 105 }]);
  });
});
