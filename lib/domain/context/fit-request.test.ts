import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addStep, beginHistory, historyOf, sentOf } from '../fixtures/sample-history';
import type { TranscriptMessage } from '../transcript';
import { appendToHistory as add, type History } from './context-budget';
import { estimateTokens } from './estimate-tokens';
import { fitRequest as decide } from './fit-request';

describe('what is left out', () => {
  it('is nothing while the window is not known, or holds everything', () => {
    expect(decide(historyOf(30), null)).toEqual({ type: 'send' });
    expect(decide(historyOf(3), 100_000)).toEqual({ type: 'send' });
  });

  it('is the oldest results, in a large step; request, calls and the last three turns stay', () => {
    const history = historyOf(12);
    const decision = decide(history, 16_000);
    if (decision.type !== 'leave_out') throw new Error(decision.type);
    const after = add(history, decision.event);
    const [before, messages] = [sentOf(history), sentOf(after)];
    expect(messages).toHaveLength(before.length);
    expect(messages.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(messages.slice(-6)).toEqual(before.slice(-6));
    const calls = ({ role }: { role: string }) => role === 'assistant';
    expect(messages.filter(calls)).toEqual(before.filter(calls));
    expect(messages[3]?.content).toBe(
      '[Result: read_file, step 1, ok]\nLeft out, 4,000 characters. Call it again if you need it.',
    );
    // The request is below the start of the next decision, so several steps fit before it.
    expect(decide(after, 16_000)).toEqual({ type: 'send' });
    expect(decide(addStep(addStep(after, 13, 4_000), 14, 4_000), 16_000)).toEqual({ type: 'send' });
  });

  it('a result of a call that changed something does not ask for it again, and a short one stays', () => {
    const history = addStep(addStep(beginHistory(), 1, 8_000, { isIdempotent: false }), 2, 100);
    const shortened = sentOf({
      ...history,
      budget: { ...history.budget, leftOut: { results: 2, turns: 0, maxCharacters: null } },
    });
    expect(shortened[3]?.content).toContain('do not repeat it');
    expect(shortened[5]).toEqual(history.transcript.messages[5]);
  });

  it('is whole turns only when results are not enough: each keeps a line, and roles still alternate', () => {
    const history = historyOf(60, 600);
    const decision = decide(history, 3_000);
    expect(decision).toMatchObject({ type: 'leave_out', event: { turns: expect.any(Number) } });
    if (decision.type !== 'leave_out') return;
    expect(decision.event.turns).toBeGreaterThan(0);
    const messages = sentOf(add(history, decision.event));
    expect(messages[3]?.content).toContain('- step 1, ok: Read 1.md');
    messages.slice(1).forEach(({ role }, index) => {
      expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant');
    });
  });
});

/** Leaves out what the next request has no room for, as a run does before it asks. */
function leaveOut(history: History, windowTokens: number): History {
  const decision = decide(history, windowTokens);
  if (decision.type === 'too_long') throw new Error(`${decision.needTokens} of ${windowTokens} tokens`);
  return decision.type === 'leave_out' ? add(history, decision.event) : history;
}

const resultsOf = (history: History) =>
  sentOf(history)
    .filter(({ content }) => content.startsWith('[Result: '))
    .map(({ content }) => content);

describe('the last three results, where they do not fit as they are', () => {
  it('get equal room; the calls stay, and a shorter result stays as it is', () => {
    let history = addStep(addStep(addStep(beginHistory(), 1, 16_000), 2, 600), 3, 16_000);
    const before = sentOf(history);
    history = leaveOut(history, 8_192);
    expect(history.budget.leftOut).toMatchObject({ results: 0, turns: 0 });
    const after = sentOf(history);
    expect(after).toHaveLength(before.length);
    for (const place of [0, 1, 2, 4, 5, 6]) expect(after[place]).toBe(before[place]);
    const [first = '', , third = ''] = resultsOf(history);
    expect(first.length).toBe(third.length);
    const most = history.budget.leftOut.maxCharacters ?? 0;
    expect(first.length).toBeLessThan(most + 100);
    expect(most).toBeGreaterThanOrEqual(3_000);
  });

  it('stay as they are where the window holds them', () => {
    let history = beginHistory();
    for (let number = 1; number <= 40; number += 1) {
      history = leaveOut(addStep(history, number, 16_000), 32_768);
      expect(history.budget.leftOut.maxCharacters).toBeNull();
    }
  });

  it('are shortened rarely: later results are sent with the same length at once', () => {
    let history = beginHistory();
    let cuts = 0;
    for (let number = 1; number <= 100; number += 1) {
      const after = leaveOut(addStep(history, number, 16_000), 8_192);
      if (after.budget.leftOut !== history.budget.leftOut) cuts += 1;
      history = after;
    }
    expect(cuts).toBeLessThan(60);
  });

  it('are not shortened to less than 2,000 characters while old calls can become a line each', () => {
    const leftOutOf = (oldTurns: number) => {
      let history = historyOf(oldTurns, 500);
      for (let number = oldTurns + 1; number <= oldTurns + 3; number += 1)
        history = addStep(history, number, 16_000);
      return leaveOut(history, 8_192).budget.leftOut;
    };
    expect(leftOutOf(10)).toEqual({ results: 10, turns: 0, maxCharacters: expect.any(Number) });
    const folded = leftOutOf(40);
    expect(folded).toEqual({ results: 40, turns: 40, maxCharacters: expect.any(Number) });
    expect(folded.maxCharacters).toBeGreaterThanOrEqual(2_000);
  });

  it('end the run where not even their shortest form fits', () => {
    const long = historyOf(3, 16_000);
    expect(decide(long, 1_200).type).toBe('leave_out');
    expect(decide(long, 600)).toMatchObject({ type: 'too_long', hasSteps: true });
  });

  it('give way to a long call, which is never shortened; one that is too long ends the run', () => {
    const withCall = (callCharacters: number) =>
      addStep(addStep(addStep(beginHistory(), 1, 16_000), 2, 16_000), 3, 16_000, { callCharacters });
    const [short, long] = [leaveOut(withCall(0), 8_192), leaveOut(withCall(16_000), 8_192)];
    expect(sentOf(long)).toContainEqual(withCall(16_000).transcript.messages[6]);
    expect(long.budget.leftOut.maxCharacters).toBeLessThan(short.budget.leftOut.maxCharacters ?? 0);
    expect(decide(withCall(40_000), 8_192).type).toBe('too_long');
  });
});

const tokensOf = new WeakMap<TranscriptMessage, number>();
function estimate(messages: readonly TranscriptMessage[]): number {
  return messages.reduce((sum, message) => {
    const tokens = tokensOf.get(message) ?? estimateTokens(message.content) + 4;
    tokensOf.set(message, tokens);
    return sum + tokens;
  }, 0);
}

it('in any window, for results of any length: it fits, three turns and every call stay, and it only becomes less', () => {
  const size = fc.oneof(
    fc.integer({ min: 0, max: 16_000 }),
    fc.constantFrom(0, 399, 400, 600, 601, 2_000, 16_000),
  );
  const letters = fc.constantFrom(
    'word ',
    '`',
    '🏠',
    '字',
    '[Result: read_file, step 1, ok]\n',
    '0123456789 ',
  );
  const sizes = fc.array(fc.tuple(size, letters), { minLength: 1, maxLength: 100, size: 'max' });
  const windows = fc.oneof(fc.integer({ min: 4_096, max: 131_072 }), fc.constantFrom(4_096, 8_192));
  fc.assert(
    fc.property(sizes, windows, (results, windowTokens) => {
      const available = windowTokens - Math.min(4_096, Math.floor(windowTokens / 8));
      let history = beginHistory();
      for (const [index, [characters, piece]] of results.entries()) {
        const before = history.budget.leftOut;
        const result = piece
          .repeat(Math.ceil(characters / piece.length))
          .slice(0, characters)
          .toWellFormed();
        history = addStep(history, index + 1, result);
        expect(decide(history, windowTokens)).toEqual(decide(history, windowTokens));
        history = leaveOut(history, windowTokens);
        const { leftOut } = history.budget;
        expect(leftOut.results).toBeGreaterThanOrEqual(before.results);
        expect(leftOut.turns).toBeGreaterThanOrEqual(before.turns);
        expect(leftOut.turns).toBeLessThanOrEqual(leftOut.results);
        expect(leftOut.maxCharacters ?? Infinity).toBeLessThanOrEqual(before.maxCharacters ?? Infinity);
        expect(leftOut.results).toBeLessThanOrEqual(Math.max(0, index + 1 - 3));
        const sent = sentOf(history);
        expect(estimate(sent)).toBeLessThanOrEqual(available);
        // The folded turns are one message with a line for each.
        const kept = history.transcript.messages
          .filter(({ role }) => role === 'assistant')
          .slice(leftOut.turns);
        const calls = sent.filter(({ role }) => role === 'assistant');
        expect(calls.slice(-kept.length)).toEqual(kept);
        for (let number = 1; number <= leftOut.turns; number += 1)
          expect(sent[3]?.content).toContain(`- step ${number}, ok: Read ${number}.md`);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

it('a run of an older version, which kept fewer turns, goes on from there', () => {
  const older = {
    type: 'history_left_out',
    results: 4,
    turns: 4,
    maxCharacters: null,
    windowTokens: 8_192,
  } as const;
  let history = add(historyOf(5, 16_000), older);
  for (let number = 6; number <= 12; number += 1) {
    history = leaveOut(addStep(history, number, 16_000), 8_192);
    expect(history.budget.leftOut.results).toBeGreaterThanOrEqual(4);
    expect(sentOf(history).at(-1)?.content).toContain(
      `[Result: read_file, step ${number}, ok]\n\`\`\`\nword `,
    );
  }
  expect(history.budget.leftOut.results).toBeLessThanOrEqual(12 - 3);
});

it('a request that no window of this size holds is not sent', () => {
  expect(decide(beginHistory(), 64)).toMatchObject({ type: 'too_long', windowTokens: 64, hasSteps: false });
});
