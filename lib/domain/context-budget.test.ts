import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendToHistory,
  findCut,
  fitRequest,
  type History,
  openHistory,
  toSentMessages,
} from './context-budget';
import { sampleCall } from './fixtures/sample-run';
import type { RunEvent } from './run-event';

const begin = () =>
  openHistory([
    { role: 'system', content: 'Be brief. '.repeat(50) },
    { role: 'user', content: 'Read all documents.' },
  ]);
const add = appendToHistory;

/** A call and its result. */
function step(history: History, number: number, characters: number, isIdempotent = true): History {
  const call = sampleCall({
    step: number,
    hash: `hash ${number}`,
    tool: 'read_file',
    headline: `Read ${number}.md`,
    verdict: { decision: 'allow', risk: 'low', reason: '' },
    isIdempotent,
  });
  const asked = add(history, {
    type: 'tool_call_requested',
    call,
    reply: `{"tool": "read_file", "parameters": {"path": "${number}.md"}}`,
    commentary: '',
    approvalId: null,
    preview: [],
    foreseenError: null,
    activeMs: 1,
  });
  const modelText = 'word '.repeat(Math.ceil(characters / 5));
  const detail = { kind: 'text', title: '', text: '', language: null } as const;
  const outcome = { ok: true, summary: '', modelText, detail } as const;
  return add(asked, { type: 'tool_finished', callId: call.id, outcome, durationMs: 1, activeMs: 1 });
}

function stepsOf(count: number, characters = 4_000): History {
  let history = begin();
  for (let number = 1; number <= count; number += 1) history = step(history, number, characters);
  return history;
}

const decide = fitRequest;
const sent = toSentMessages;

describe('what is left out', () => {
  it('is nothing while the window is not known, or holds everything', () => {
    expect(decide(stepsOf(30), null)).toEqual({ type: 'send' });
    expect(decide(stepsOf(3), 100_000)).toEqual({ type: 'send' });
  });

  it('is the oldest results, in a large step; request, calls and the last three turns stay', () => {
    const history = stepsOf(12);
    const decision = decide(history, 16_000);
    if (decision.type !== 'leave_out') throw new Error(decision.type);
    const after = add(history, decision.event);
    const [before, messages] = [sent(history), sent(after)];
    expect(messages).toHaveLength(before.length);
    expect(messages.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(messages.slice(-6)).toEqual(before.slice(-6));
    const calls = ({ role }: { role: string }) => role === 'assistant';
    expect(messages.filter(calls)).toEqual(before.filter(calls));
    expect(messages[3]?.content).toBe(
      '[Result: read_file, step 1, ok]\nLeft out, 4,000 characters. Call it again if you need it.',
    );
    // Below the start of the next decision: several steps fit before it.
    expect(decide(after, 16_000)).toEqual({ type: 'send' });
    expect(decide(step(step(after, 13, 4_000), 14, 4_000), 16_000)).toEqual({ type: 'send' });
  });

  it('a result of a call that changed something does not ask for it again, and a short one stays', () => {
    const history = step(step(begin(), 1, 8_000, false), 2, 100);
    const shortened = sent({ ...history, budget: { ...history.budget, leftOut: { results: 2, turns: 0 } } });
    expect(shortened[3]?.content).toContain('do not repeat it');
    expect(shortened[5]).toEqual(history.transcript.messages[5]);
  });

  it('is whole turns only when results are not enough: each keeps a line, and roles still alternate', () => {
    const history = stepsOf(60, 600);
    const decision = decide(history, 3_000);
    expect(decision).toMatchObject({ type: 'leave_out', event: { turns: expect.any(Number) } });
    if (decision.type !== 'leave_out') return;
    expect(decision.event.turns).toBeGreaterThan(0);
    const messages = sent(add(history, decision.event));
    expect(messages[3]?.content).toContain('- step 1, ok: Read 1.md');
    messages.slice(1).forEach(({ role }, index) => {
      expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant');
    });
  });

  it('only ever grows, fits, and is the same for the same events', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 12_000 }), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 6_000, max: 60_000 }), (characters, windowTokens) => {
        let history = begin();
        let before = begin().budget.leftOut;
        for (const [index, size] of characters.entries()) {
          history = step(history, index + 1, size);
          const decision = decide(history, windowTokens);
          expect(decide(history, windowTokens)).toEqual(decision);
          if (decision.type === 'leave_out') history = add(history, decision.event);
          const { leftOut } = history.budget;
          expect(leftOut.results).toBeGreaterThanOrEqual(before.results);
          expect(leftOut.turns).toBeGreaterThanOrEqual(before.turns);
          expect(leftOut.turns).toBeLessThanOrEqual(leftOut.results);
          expect(leftOut.results).toBeLessThan(index + 1 || 1);
          before = leftOut;
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('what the server reports', () => {
  const replied = (input: number): RunEvent => ({
    type: 'reply_malformed',
    code: '',
    message: '',
    reply: '',
    activeMs: 1,
    usage: { input, output: 1 },
  });

  it('corrects the estimate: a model with finer tokens is sent less', () => {
    const history = stepsOf(8);
    expect(decide(history, 16_000).type).toBe('send');
    expect(decide(add(history, replied(18_000)), 16_000).type).toBe('leave_out');
  });

  it('far below the estimate is a cut, unless the window is known to hold the request', () => {
    const history = stepsOf(8);
    expect(findCut(history, replied(2_048), null)).toMatchObject({
      type: 'request_cut',
      readTokens: 2_048,
    });
    expect(findCut(history, replied(7_500), null)).toBeNull();
    expect(findCut(history, replied(2_048), 100_000)).toBeNull();
  });

  it('that makes no sense changes nothing: a few tokens, or none, for a long request', () => {
    for (const input of [0, 100, 1_400]) {
      const history = stepsOf(8);
      expect(findCut(history, replied(input), null)).toBeNull();
      expect(add(history, replied(input)).budget).toEqual(history.budget);
    }
  });

  it('a cut teaches the window, and its report does not correct the estimate', () => {
    const history = stepsOf(8);
    const cut = add(
      add(history, { type: 'request_cut', expectedTokens: 8_000, readTokens: 4_096 }),
      replied(4_096),
    );
    expect(cut.budget).toMatchObject({ cutTokens: 4_096, scale: null, isCut: false });
    expect(decide(cut, null).type).toBe('leave_out');
  });
});

describe('a refused request', () => {
  const refused = (windowTokens: number | null, requestTokens: number | null): RunEvent => ({
    type: 'request_refused',
    windowTokens,
    requestTokens,
    message: '',
    activeMs: 1,
  });

  it.each([
    [4_096, 9_000],
    [4_096, null],
    [null, null],
  ])('is sent once more with less (window %s, request %s)', (windowTokens, requestTokens) => {
    const history = add(stepsOf(8), refused(windowTokens, requestTokens));
    const decision = decide(history, null);
    expect(decision.type).toBe('leave_out');
    if (decision.type !== 'leave_out') return;
    const again = add(add(history, decision.event), refused(windowTokens, null));
    expect(decide(again, null).type).toBe('too_long');
  });

  it('of which nothing can be left out ends the run; a person who continues begins with everything', () => {
    const history = add(stepsOf(1), refused(null, null));
    expect(decide(history, null)).toMatchObject({ type: 'too_long', hasSteps: true });
    expect(add(history, { type: 'run_continued' }).budget).toEqual(begin().budget);
  });
});

it('a request that no window of this size holds is not sent', () => {
  expect(decide(begin(), 64)).toMatchObject({ type: 'too_long', windowTokens: 64, hasSteps: false });
});
