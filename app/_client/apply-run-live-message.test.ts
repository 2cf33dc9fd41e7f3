import { describe, expect, it } from 'vitest';
import type { RunHeader, RunLiveMessage, RunView, TimelineItem } from '@/lib/contracts/runs';
import { applyRunLiveMessage, isGap, newerRun } from './apply-run-live-message';

const header = (version: number, change: Partial<RunHeader> = {}): RunHeader => ({
  id: 'run_1',
  conversationId: 'cnv_1',
  version,
  status: 'calling_model',
  statusText: 'Thinking',
  isActive: true,
  expectsEvents: true,
  approvalId: null,
  unknownOutcome: null,
  steps: 0,
  maxSteps: 10,
  activeMs: 0,
  maxActiveMs: 300_000,
  total: { steps: 0, activeMs: 0 },
  usage: null,
  clockRunningSince: null,
  outcome: null,
  ...change,
});

const item = (id: string, position: number, change: Partial<TimelineItem> = {}): TimelineItem => ({
  id,
  position,
  kind: 'call',
  step: 1,
  status: 'running',
  headline: `Step ${id}`,
  summary: null,
  durationMs: null,
  commentary: null,
  at: '2026-01-01T00:00:00.000Z',
  warning: null,
  answeredBy: null,
  modelCall: null,
  hasDetail: true,
  decision: null,
  ...change,
});

const run = (version: number, change: Partial<RunView> = {}): RunView => ({
  header: header(version),
  title: 'Tidy up',
  workflowId: 'tidy-up',
  kind: 'agent',
  values: [],
  parameters: {},
  message: null,
  startedBy: 'Ana',
  startedById: 'usr_ana',
  createdAt: '2026-01-01T00:00:00.000Z',
  modelName: 'demo',
  whyNotStart: null,
  pickedModelId: null,
  timeline: [],
  streamingText: '',
  ...change,
});

const event = (version: number, items: TimelineItem[] = []): RunLiveMessage => ({
  type: 'event',
  version,
  name: 'tool_started',
  at: '2026-01-01T00:00:00.000Z',
  header: header(version, { statusText: `After ${version}` }),
  items,
});

describe('a live message changes the run that is shown', () => {
  it('an event brings its header, replaces known items and puts new ones in their place', () => {
    const before = run(1, { timeline: [item('b', 2)], streamingText: 'half a rep' });
    const after = applyRunLiveMessage(before, event(2, [item('a', 1), item('b', 2, { status: 'done' })]));
    expect(after?.header.statusText).toBe('After 2');
    expect(after?.timeline.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'running'],
      ['b', 'done'],
    ]);
    expect(after?.streamingText).toBe('');
  });

  it('an event that was seen before changes nothing', () => {
    const before = run(3, { wait: null });
    expect(applyRunLiveMessage(before, event(3))).toEqual(before);
    expect(applyRunLiveMessage(before, event(2))).toEqual(before);
  });

  it('text is appended until it is taken back', () => {
    const first = applyRunLiveMessage(run(1), { type: 'text', text: 'Hel' });
    const second = applyRunLiveMessage(first, { type: 'text', text: 'lo' });
    expect(second?.streamingText).toBe('Hello');
    expect(applyRunLiveMessage(second, { type: 'text_reset' })?.streamingText).toBe('');
  });

  it('a wait is shown until the server answers or an event comes', () => {
    const wait = {
      message: 'ai.local is loading the model',
      since: '2026-01-01T00:00:00.000Z',
      isWork: true,
    };
    const waiting = applyRunLiveMessage(run(1), { type: 'waiting', wait });
    expect(waiting?.wait).toEqual(wait);
    expect(applyRunLiveMessage(waiting, { type: 'waiting', wait: null })?.wait).toBeNull();
    expect(applyRunLiveMessage(waiting, event(2))?.wait).toBeNull();
  });

  it('a snapshot begins it, and replaces what is not newer', () => {
    expect(applyRunLiveMessage(undefined, { type: 'snapshot', run: run(4) })?.header.version).toBe(4);
    const same = applyRunLiveMessage(run(4), { type: 'snapshot', run: run(4, { streamingText: 'so far' }) });
    expect(same?.streamingText).toBe('so far');
    expect(applyRunLiveMessage(run(5), { type: 'snapshot', run: run(4) })?.header.version).toBe(5);
  });

  it('nothing but a snapshot begins it', () => {
    expect(applyRunLiveMessage(undefined, event(1))).toBeUndefined();
    expect(applyRunLiveMessage(undefined, { type: 'text', text: 'x' })).toBeUndefined();
  });
});

describe('order of arrival', () => {
  it('a run never returns to an older state', () => {
    const known = run(7);
    expect(newerRun(known, run(6))).toBe(known);
    expect(newerRun(known, run(8)).header.version).toBe(8);
    expect(newerRun(undefined, run(1)).header.version).toBe(1);
  });

  it('an answer says why its reader may not start the run, also to a run that is newer', () => {
    const whyNotStart = 'Only people with the role admin can start this workflow.';
    for (const version of [6, 7, 8]) {
      const shown = newerRun(run(7), run(version, { whyNotStart }));
      expect(applyRunLiveMessage(shown, event(9))).toMatchObject({ header: { version: 9 }, whyNotStart });
      expect(newerRun(shown, run(6)).whyNotStart).toBeNull();
    }
  });

  it('an answer that overtakes the stream, or comes late, neither doubles nor loses streamed text', () => {
    const text = (piece: string): RunLiveMessage => ({ type: 'text', text: piece });
    const streamed = applyRunLiveMessage(run(3, { streamingText: 'Hel' }), text('lo'));
    for (const answered of ['He', 'Hello, wor']) {
      const shown = newerRun(streamed, run(3, { streamingText: answered }));
      expect(applyRunLiveMessage(shown, text(', world'))?.streamingText).toBe('Hello, world');
    }
    const ahead = newerRun(streamed, run(4, { streamingText: 'Bye' }));
    const caughtUp = [text('!'), event(4), text('Bye')].reduce(applyRunLiveMessage, ahead);
    expect(caughtUp?.streamingText).toBe('Bye');
  });

  it('an event after the next one is a gap', () => {
    expect(isGap(run(3), event(4))).toBe(false);
    expect(isGap(run(3), event(3))).toBe(false);
    expect(isGap(run(3), event(5))).toBe(true);
    expect(isGap(undefined, { type: 'text', text: 'x' })).toBe(false);
  });
});
