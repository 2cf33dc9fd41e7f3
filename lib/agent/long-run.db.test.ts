import { afterEach, describe, expect, it } from 'vitest';
import { appendToHistory, openHistory, toSentMessages } from '../domain/context-budget';
import { readDocuments } from './testing/long-run';

let reading: Awaited<ReturnType<typeof readDocuments>>;
afterEach(() => reading.close());

const steps = 100;
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
    // Linear in the steps: the second half costs hardly more than the first, whose requests began small.
    expect(sum(prompts.slice(50)) / sum(prompts.slice(0, 50))).toBeLessThan(1.6);
    expect(events.some(({ type }) => type === 'history_left_out')).toBe(true);
  });
});

describe('a server that does not tell its window', () => {
  it.each(['llama.cpp', 'vLLM'] as const)('is found out by its refusal: %s', async (kind) => {
    reading = await readDocuments({ kind, windowTokens: 32_768, tellsWindow: false }, 30);
    expect(reading.run.state).toMatchObject({ status: 'completed' });
    expect(reading.server.refusals()).toBe(1);
    expect(reading.events.filter(({ type }) => type === 'request_refused')).toHaveLength(1);
  });

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

it('a restart would send the same bytes: the events tell what is left out', async () => {
  reading = await readDocuments({ kind: 'vLLM', windowTokens: 32_768, tellsWindow: true }, 20);
  const { bench, run, events, server } = reading;
  const opening = openHistory(await bench.runs.loadOpeningMessages(run.id));
  const history = events.slice(0, -1).reduce(appendToHistory, opening);
  expect(toSentMessages(history)).toEqual(server.answered.at(-1)?.messages);
  expect(history.budget.leftOut.results).toBeGreaterThan(0);
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

it('a window that not even one result fits in ends the run in plain words', async () => {
  reading = await readDocuments({ kind: 'vLLM', windowTokens: 4_096, tellsWindow: true }, 3);
  expect(reading.run.state).toMatchObject({
    status: 'failed',
    code: 'context_exceeded',
    message: expect.stringContaining('A model with a larger window helps'),
  });
});
