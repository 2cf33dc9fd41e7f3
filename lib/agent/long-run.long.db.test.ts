import { afterEach, describe, expect, it } from 'vitest';
import { readDocuments } from '../../tests/long-run';
import { appendToHistory, openHistory } from '../domain/context/context-budget';
import { toSentMessages } from '../domain/context/sent-messages';
import type { RunEvent } from '../domain/run-event';
import type { TranscriptMessage } from '../domain/transcript';

let reading: Awaited<ReturnType<typeof readDocuments>>;
afterEach(() => reading.close());

const steps = 100;
const nameOf = (step: number) => `document-${String(step).padStart(3, '0')}.md`;
const isReply = ({ type }: RunEvent) => type === 'tool_call_requested' || type === 'text_replied';

/**
 * Returns the messages of each step's request, built only from what the ledger held before the reply: a
 * restart at any step sends these.
 */
async function sentAfterRestarts({ bench, run, events }: typeof reading): Promise<TranscriptMessage[][]> {
  let history = openHistory(await bench.runs.loadOpeningMessages(run.id));
  const sent: TranscriptMessage[][] = [];
  for (const event of events) {
    if (isReply(event)) sent.push(toSentMessages(history.transcript, history.budget.leftOut));
    history = appendToHistory(history, event);
  }
  return sent;
}

/**
 * Each request has the beginning and the end of the last three results, and each step's call, in full or as a
 * line.
 */
function expectLastTurns({ server, events }: typeof reading): void {
  const results = events.flatMap((event) =>
    event.type === 'tool_finished' && event.outcome.ok ? [event.outcome.modelText] : [],
  );
  for (const [done, { messages }] of server.answered.entries()) {
    const sent = messages.filter(({ content }) => content.startsWith('[Result: '));
    for (let step = Math.max(1, done - 2); step <= done; step += 1) {
      const content = sent.at(step - done - 1)?.content ?? '';
      const result = results[step - 1] ?? '';
      expect(
        content.startsWith(`[Result: read_file, step ${step}, ok]\n\`\`\`\n${result.slice(0, 80)}`),
      ).toBe(true);
      expect(content.endsWith(`${result.slice(-80)}\n\`\`\``)).toBe(true);
    }
    const all = messages.map(({ content }) => content).join('\n');
    for (let step = 1; step <= done; step += 1) {
      const line = `- step ${step}, ok: Read ${nameOf(step)}\n`;
      expect(all.includes(`"${nameOf(step)}"`) || `${all}\n`.includes(line)).toBe(true);
    }
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('a run of 100 reading steps completes', () => {
  const servers = (['llama.cpp', 'vLLM', 'Ollama'] as const).flatMap((kind) =>
    [8_192, 32_768, 131_072].map((windowTokens) => ({ kind, windowTokens })),
  );
  it.each(servers)('on $kind with a window of $windowTokens tokens', async ({ kind, windowTokens }) => {
    reading = await readDocuments({ kind, windowTokens, tellsWindow: true }, steps);
    const { run, prompts, server, events } = reading;
    expect(run.state).toMatchObject({ status: 'completed', answer: 'All documents are read.' });
    expect(prompts).toHaveLength(steps + 1);
    expect(server.refusals()).toBe(0);
    expect(server.answered.filter(({ isCut }) => isCut)).toEqual([]);
    expect(Math.max(...prompts)).toBeLessThan(windowTokens);
    // The cost is linear in the steps: the second half costs hardly more than the first, whose requests began
    // small.
    expect(sum(prompts.slice(50)) / sum(prompts.slice(0, 50))).toBeLessThan(1.6);
    expectLastTurns(reading);
    expect(await sentAfterRestarts(reading)).toEqual(server.answered.map(({ messages }) => messages));
    const cuts = events.filter(({ type }) => type === 'history_left_out').length;
    expect(cuts).toBeGreaterThan(0);
    expect(cuts).toBeLessThan(steps * 0.6);
  });

  it('with a window of 4,096 tokens, which most servers begin with', async () => {
    reading = await readDocuments({ kind: 'vLLM', windowTokens: 4_096, tellsWindow: true }, steps);
    const { run, server } = reading;
    expect(run.state).toMatchObject({ status: 'completed' });
    expect(server.refusals()).toBe(0);
    expectLastTurns(reading);
  });
});

describe.each(['llama.cpp', 'vLLM'] as const)('%s that does not tell its window', (kind) => {
  it('is found out by its refusal', async () => {
    reading = await readDocuments({ kind, windowTokens: 32_768, tellsWindow: false }, 30);
    expect(reading.run.state).toMatchObject({ status: 'completed' });
    expect(reading.server.refusals()).toBe(1);
    expect(reading.events.filter(({ type }) => type === 'request_refused')).toHaveLength(1);
  });

  it('gets shortened results after its refusal', async () => {
    reading = await readDocuments({ kind, windowTokens: 8_192, tellsWindow: false }, 30);
    const { run, server, events } = reading;
    expect(run.state).toMatchObject({ status: 'completed' });
    expect(server.refusals()).toBe(1);
    const refused = events.findIndex(({ type }) => type === 'request_refused');
    expect(events[refused + 1]).toMatchObject({
      type: 'history_left_out',
      results: 0,
      maxCharacters: expect.any(Number),
    });
    expectLastTurns(reading);
  });
});

describe('a server that does not tell its window', () => {
  it('is found out when it cuts silently', async () => {
    reading = await readDocuments({ kind: 'Ollama', windowTokens: 8_192, tellsWindow: false }, 30);
    const { run, server, events } = reading;
    expect(run.state).toMatchObject({ status: 'completed' });
    const cuts = server.answered.filter(({ isCut }) => isCut).length;
    expect(cuts).toBeGreaterThan(0);
    expect(cuts).toBeLessThan(5);
    expect(events.find(({ type }) => type === 'request_cut')).toMatchObject({ type: 'request_cut' });
  });
});

describe('a server that cuts silently at 4,096 tokens', () => {
  const cutsAt = { kind: 'Ollama', windowTokens: 4_096, tellsWindow: false } as const;

  it('is noticed at the first cut, and then gets what its window holds', async () => {
    reading = await readDocuments(cutsAt, 20, 4_000);
    const { run, server, events } = reading;
    expect(run.state).toMatchObject({ status: 'completed' });
    expect(server.answered.filter(({ isCut }) => isCut)).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'request_cut')).toHaveLength(1);
  });

  it('is not suspected where the counts are honest, whatever the text', async () => {
    reading = await readDocuments({ ...cutsAt, windowTokens: 1_000_000 }, 20);
    expect(reading.run.state).toMatchObject({ status: 'completed' });
    expect(reading.server.answered.filter(({ isCut }) => isCut)).toEqual([]);
    expect(reading.events.filter(({ type }) => type === 'request_cut')).toEqual([]);
    expect(reading.events.filter(({ type }) => type === 'history_left_out')).toEqual([]);
  });
});

it('a restart in the middle sends the same history, shortened results too', async () => {
  const options = { kind: 'vLLM', windowTokens: 8_192, tellsWindow: true } as const;
  reading = await readDocuments(options, 20, 16_000, { restartAtRequest: 11 });
  const restarted = reading.server.answered.map(({ messages }) => messages);
  expect(reading.run.state).toMatchObject({ status: 'completed' });
  await reading.close();
  reading = await readDocuments(options, 20);
  const uninterrupted = reading.server.answered.map(({ messages }) => messages);
  expect(restarted).toEqual(uninterrupted.toSpliced(10, 0, uninterrupted[10] ?? []));
  const shortened = { type: 'history_left_out', maxCharacters: expect.any(Number) };
  expect(reading.events.slice(0, 30)).toContainEqual(expect.objectContaining(shortened));
});

it('a window that is too small for the request itself gets a sentence', async () => {
  reading = await readDocuments({ kind: 'llama.cpp', windowTokens: 1_024, tellsWindow: true }, 1);
  expect(reading.run.state).toMatchObject({
    status: 'failed',
    code: 'context_exceeded',
    message: expect.stringMatching(/1024 tokens.* Give the model a larger context window/),
  });
  expect(reading.server.answered).toEqual([]);
  expect(reading.server.refusals()).toBe(1);
});

it('the window is asked for only when a request may be too long', async () => {
  reading = await readDocuments({ kind: 'vLLM', windowTokens: 32_768, tellsWindow: true }, 0);
  expect(reading.run.state).toMatchObject({ status: 'completed' });
  expect(reading.server.questions()).toBe(0);
  await reading.close();
  reading = await readDocuments({ kind: 'vLLM', windowTokens: 32_768, tellsWindow: true }, 2);
  expect(reading.server.questions()).toBeGreaterThan(0);
});

it('a window that not even the shortest form of the results fits in ends the run in plain words', async () => {
  reading = await readDocuments({ kind: 'vLLM', windowTokens: 1_500, tellsWindow: true }, 3);
  expect(reading.run.state).toMatchObject({
    status: 'failed',
    code: 'context_exceeded',
    message: expect.stringMatching(
      /^What the model must see takes about [\d,]+ tokens, and the window of scripted holds 1,500\. Nothing more can be left out\. A model with a larger window helps/,
    ),
  });
  expect(reading.run.steps).toBeGreaterThan(0);
});

describe('a server that tells no window, cuts the front of what is longer and reports what it kept', () => {
  it.each([
    ['small', 4_096, 250],
    ['small', 8_192, 400],
    ['large', 8_192, 9_000],
    ['large', 16_000, 16_000],
  ])('is found out at the second cut, in %s steps (%i tokens)', async (_, readsAtMostTokens, characters) => {
    const windowTokens = readsAtMostTokens + 200;
    const options = { kind: 'Ollama', windowTokens, readsAtMostTokens, tellsWindow: false } as const;
    reading = await readDocuments(options, 60, characters);
    const { run, server, events } = reading;
    expect(run.state).toMatchObject({ status: 'completed' });
    const learned = events.filter(({ type }) => type === 'request_cut');
    expect(learned).toMatchObject([{ readTokens: readsAtMostTokens }]);
    const cut = server.answered.filter(({ isCut }) => isCut);
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.length).toBeLessThanOrEqual(2);
  });
});
