import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addStep, beginHistory, wordsOf } from '../fixtures/sample-history';
import type { RunEvent } from '../run-event';
import { appendToHistory, findCut, type History } from './context-budget';
import { measureRequest } from './measure-request';

/**
 * Builds a reply to a request of which the server read `input` tokens. The reply makes the next request
 * `characters` longer.
 */
const replied = (input: number, characters = 0): RunEvent => ({
  type: 'reply_malformed',
  code: '',
  message: wordsOf(characters),
  reply: '',
  activeMs: 1,
  usage: { input, output: 1 },
});
const sizeOf = ({ transcript, budget }: History) => measureRequest(transcript)(budget.leftOut);

/** Generates the sizes, in characters, of the results of a run's steps: small, large, or mixed. */
const someSteps = fc.oneof(
  ...[
    [200, 300],
    [400, 1_200],
    [3_000, 20_000],
    [200, 20_000],
  ].map(([min = 1, max = 1]) => fc.infiniteStream(fc.integer({ min, max }))),
);
/** Generates how many tokens the server counts for each one that we estimate. */
const someScale = fc.double({ min: 0.65, max: 1.6, noNaN: true });
const someWindow = fc.integer({ min: 1_600, max: 40_000 });

/**
 * Asks with each request of a growing run until the server has cut `most` of them. `report` turns a request's
 * true size into the size that the server reports.
 */
function ask(steps: Iterable<number>, scale: number, most: number, report: (tokens: number) => number) {
  let history = beginHistory();
  let number = 0;
  const reports: { readTokens: number; trueTokens: number; cut: ReturnType<typeof findCut> }[] = [];
  for (const characters of steps) {
    number += 1;
    if (number > 1_500 || reports.filter((one) => one.readTokens < one.trueTokens).length >= most) break;
    const trueTokens = Math.round(sizeOf(history) * scale);
    const reply = replied(report(trueTokens), characters);
    const cut = findCut(history, reply, null);
    reports.push({ readTokens: report(trueTokens), trueTokens, cut });
    if (cut) break;
    history = appendToHistory(history, reply);
  }
  return reports;
}

describe('a window that the server does not tell', () => {
  it('is learned at the second request that it cuts, in steps of any size', () => {
    fc.assert(
      fc.property(
        someSteps,
        someScale,
        someWindow,
        fc.constantFrom(1, 16, 64, 256),
        (steps, scale, tokens, block) => {
          const window = Math.floor(tokens / block) * block;
          const reports = ask(steps, scale, 2, (size) => Math.min(size, window));
          const cut = reports.filter(({ readTokens, trueTokens }) => readTokens < trueTokens);
          if (window < 1_500 || cut.length === 0) return;
          expect(reports.at(-1)?.cut).toMatchObject({ type: 'request_cut', readTokens: window });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is not invented while the reports grow, exactly or in blocks', () => {
    fc.assert(
      fc.property(someSteps, someScale, fc.constantFrom(1, 16), (steps, scale, block) => {
        const report = (size: number) => Math.floor(size / block) * block;
        expect(ask(steps.take(60), scale, Infinity, report).filter(({ cut }) => cut)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('is not the number that a request has again, nor that of one that hardly grew', () => {
    const history = addStep(beginHistory(), 1, 30_000);
    const tokens = sizeOf(history);
    const next = appendToHistory(history, replied(tokens));
    const again = { transcript: history.transcript, budget: next.budget };
    expect(findCut(again, replied(tokens), null)).toBeNull();
    expect(findCut(next, replied(tokens), null)).toBeNull();
  });

  it('is told as longer than what was read, and what a known window holds is no cut', () => {
    let history = addStep(beginHistory(), 1, 30_000);
    const tokens = sizeOf(history);
    history = appendToHistory(history, replied(tokens, 400));
    const cut = findCut(history, replied(tokens), null);
    expect(cut?.expectedTokens).toBeGreaterThan(tokens);
    expect(findCut(history, replied(tokens), 10 * tokens)).toBeNull();
  });
});
