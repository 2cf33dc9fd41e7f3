import { afterEach, describe, expect, it, vi } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { ModelChunk, ModelRequest } from '../models/model.port';
import type { RunId } from '../shared/ids';
import { loadHistory } from '../use-cases/conversation-history';
import { loadTimeline } from '../use-cases/load-timeline';
import { stopRun } from '../use-cases/steer-run';

let bench: Workbench;
/** Says whether the driver has taken every chunk. */
let isAllTaken = false;
afterEach(async () => {
  vi.useRealTimers();
  await bench.close();
  expect(bench.bugs).toEqual([]);
  expect(bench.reported).toEqual([]);
});

const limits = { maxSteps: 10, maxActiveMs: 300_000, maxMalformedReplies: 3 };
const text = (value: string): ModelChunk => ({ type: 'text', text: value });
const failed: ModelChunk = { type: 'failed', error: { code: 'cut_off', message: 'The connection broke.' } };

/** Opens a bench whose model sends these chunks and then hangs until it is aborted. */
async function open(...chunks: ModelChunk[]) {
  isAllTaken = false;
  async function* streamReply({ signal }: ModelRequest) {
    yield* chunks;
    isAllTaken = true;
    await new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
  }
  bench = await openWorkbench([], {
    models: { open: async () => ({ name: 'Model', findWindow: async () => null, streamReply }) },
  });
  return bench;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

/** From now on, time passes only when a test says so, for what measures it and for these timers. */
const stopClock = (...timers: ('setTimeout' | 'clearTimeout')[]) =>
  vi.useFakeTimers({ toFake: ['performance', 'Date', ...timers] });

async function textOf(runId: RunId): Promise<string> {
  const run = await bench.runs.find(runId);
  return run ? bench.live.textSoFar(run) : '';
}

async function stop(runId: RunId): Promise<Run> {
  await stopRun(bench.services(), localActor, { runId });
  return bench.drive(runId);
}

const partialTexts = async (run: Run) =>
  (await loadTimeline(bench.services(), run)).items
    .filter(({ kind }) => kind === 'partial_reply')
    .map(({ commentary }) => commentary);

describe('a stop', () => {
  it('while the model answers keeps the elapsed time and the text shown so far', async () => {
    const { create, dispatcher } = await open(text('The first line.\n'), text('And a second'));
    const runId = await create();
    stopClock();
    dispatcher.dispatch(runId, localActor.id, 'main');
    await until(async () => (await textOf(runId)).includes('second'));
    vi.advanceTimersByTime(60_000);
    const run = await stop(runId);
    expect(run.state).toEqual({ status: 'cancelled', by: localActor.id });
    expect(run.activeMs).toBe(60_000);
    expect(await partialTexts(run)).toEqual(['The first line.\nAnd a second']);
    const history = await loadHistory(bench.services(), run.conversationId);
    expect(history.at(-1)?.content).toContain('cut off before its end:\nThe first line.\nAnd a second');
  });

  it('while a command runs keeps its time, once', async () => {
    bench = await openWorkbench([call('run_command', { command: 'touch begun; sleep 60' })]);
    const waiting = await bench.drive(await bench.create());
    stopClock();
    await bench.decide(waiting, { decision: 'approve' });
    await until(() =>
      bench.read('begun').then(
        () => true,
        () => false,
      ),
    );
    vi.advanceTimersByTime(60_000);
    const run = await stop(waiting.id);
    expect(run.activeMs - waiting.activeMs).toBe(60_000);
    expect(await bench.eventTypes(run.id)).toContain('tool_finished');
  });

  it('while a request waits counts no time', async () => {
    bench = await openWorkbench([call('write_file', { path: 'b.txt', content: 'x' })]);
    const waiting = await bench.drive(await bench.create());
    stopClock();
    vi.advanceTimersByTime(60_000);
    expect((await stop(waiting.id)).activeMs).toBe(waiting.activeMs);
  });

  it('never keeps text that was held back as a possible call', async () => {
    const { create, dispatcher } = await open(
      text('I write it now.\n\n'),
      text('{"tool": "write_file", "parameters": {"path": "secret-plan'),
    );
    const runId = await create();
    dispatcher.dispatch(runId, localActor.id, 'main');
    await until(async () => isAllTaken && (await textOf(runId)).includes('now'));
    const run = await stop(runId);
    expect(await partialTexts(run)).toEqual([expect.stringContaining('I write it now.')]);
    expect(JSON.stringify(await bench.runs.listEvents(runId))).not.toContain('secret-plan');
  });
});

it('a failed model request is logged with its reason, and without the words for the person', async () => {
  const { create, drive, warnings } = await open(failed);
  const { id } = await drive(await create());
  expect(warnings).toContainEqual({
    message: 'A model request failed',
    facts: { runId: id, reason: 'cut_off' },
  });
  expect(JSON.stringify(warnings)).not.toContain('The connection broke.');
});

describe('text that was shown before a reply broke', () => {
  it('is kept when the time limit ends it', async () => {
    const { create, drive, dispatcher } = await open(text('Half an answer'));
    const runId = await create();
    stopClock('setTimeout', 'clearTimeout');
    dispatcher.dispatch(runId, localActor.id, 'main');
    await until(() => isAllTaken);
    vi.advanceTimersByTime(limits.maxActiveMs);
    const run = await drive(runId);
    expect(run.state).toMatchObject({ status: 'failed', code: 'time_limit' });
    expect(await partialTexts(run)).toEqual(['Half an answer']);
  });

  it('is kept when the provider cuts it off, even if later attempts send nothing', async () => {
    const { create, drive } = await open(text('Half an answer'), { type: 'restarted' }, failed);
    const run = await drive(await create());
    expect(run.state).toMatchObject({ status: 'failed', code: 'provider_error' });
    expect(await partialTexts(run)).toEqual(['Half an answer']);
  });

  it('is the text of the last attempt that sent any', async () => {
    const { create, drive } = await open(text('Half'), { type: 'restarted' }, text('Most of it'), failed);
    expect(await partialTexts(await drive(await create()))).toEqual(['Most of it']);
  });

  it.each([
    ['a table', '| a | b |'],
    ['data', 'The values are {"a": 1}'],
    ['a quote', '> Quoted words without an end'],
    ['a date', '2026-11-27: 3 files match'],
    ['code', '`config.json` holds {x} and'],
  ])('is kept with the part that was not shown yet: %s', async (_, words) => {
    const { create, drive } = await open(text(words), failed);
    const run = await drive(await create());
    expect(await partialTexts(run)).toEqual([words]);
    expect((await loadHistory(bench.services(), run.conversationId)).at(-1)?.content).toContain(words);
  });

  it('is kept when a later attempt sends nothing, with the part that was not shown yet', async () => {
    const { create, drive } = await open(text('> Quoted'), { type: 'restarted' }, failed);
    expect(await partialTexts(await drive(await create()))).toEqual(['> Quoted']);
  });

  it('is dropped when it turns out to be reasoning', async () => {
    const { create, drive } = await open(text('I ponder.\n'), text('</think>\n'), failed);
    expect(await partialTexts(await drive(await create()))).toEqual([]);
  });
});

const half = '{"tool": "read_file", "parameters": ';
const read = call('read_file', { path: 'a.txt' });

it.each([
  ['malformed', `{"answer": "It is read."} and ${half}`],
  ['a call', read.replace('{', '{"answer": "It is read.", ')],
])(
  'the words of an answer leave the screen before anything is stored of a reply that is %s',
  async (_, reply) => {
    const shown: [string, string][] = [];
    bench = await openWorkbench([half, reply, 'Done.'], {
      wrapPorts: (ports) => ({
        ...ports,
        runs: {
          ...ports.runs,
          commit: async (run, events, by) => {
            for (const { type } of events) shown.push([type, bench.live.textSoFar(run)]);
            return ports.runs.commit(run, events, by);
          },
        },
      }),
    });
    await bench.write('a.txt', 'the content of a');
    const runId = await bench.create();
    const seen: string[] = [];
    bench.live.subscribe(runId, (update) => {
      if (update.type === 'text') seen.push(update.text);
    });
    await bench.drive(runId);
    expect(seen.join('')).toContain('It is read.');
    expect(shown.filter(([type]) => /malformed|requested/.test(type)).map(([, text]) => text)).toEqual([
      '',
      '',
    ]);
  },
);
