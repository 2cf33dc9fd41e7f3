import { describe, expect, it } from 'vitest';
import { beginHistory, historyOf } from '../fixtures/sample-history';
import type { RunEvent } from '../run-event';
import { appendToHistory as add, findCut } from './context-budget';
import { fitRequest as decide } from './fit-request';

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
    const history = historyOf(8);
    expect(decide(history, 16_000).type).toBe('send');
    expect(decide(add(history, replied(18_000)), 16_000).type).toBe('leave_out');
  });

  it('far below the estimate is a cut, unless the window is known to hold the request', () => {
    const history = historyOf(8);
    expect(findCut(history, replied(2_048), null)).toMatchObject({
      type: 'request_cut',
      readTokens: 2_048,
    });
    expect(findCut(history, replied(7_500), null)).toBeNull();
    expect(findCut(history, replied(2_048), 100_000)).toBeNull();
  });

  it('that makes no sense changes nothing: a few tokens, or none, for a long request', () => {
    for (const input of [0, 100, 1_400]) {
      const history = historyOf(8);
      expect(findCut(history, replied(input), null)).toBeNull();
      expect(add(history, replied(input)).budget).toEqual(history.budget);
    }
  });

  it('a cut teaches the window, and its report does not correct the estimate', () => {
    const history = historyOf(8);
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
    const history = add(historyOf(8), refused(windowTokens, requestTokens));
    const decision = decide(history, null);
    expect(decision.type).toBe('leave_out');
    if (decision.type !== 'leave_out') return;
    const again = add(add(history, decision.event), refused(windowTokens, null));
    expect(decide(again, null).type).toBe('too_long');
  });

  it.each([
    [4_096, 4_500],
    [null, null],
  ])(
    'of which only the last results are long is sent once more, and they are shortened (window %s, request %s)',
    (windowTokens, requestTokens) => {
      const history = add(historyOf(2, 7_000), refused(windowTokens, requestTokens));
      const decision = decide(history, null);
      expect(decision).toMatchObject({
        type: 'leave_out',
        event: { results: 0, turns: 0, maxCharacters: expect.any(Number) },
      });
    },
  );

  it('of which nothing can be left out ends the run; a person who continues begins with everything', () => {
    const history = add(historyOf(1, 500), refused(null, null));
    expect(decide(history, null)).toMatchObject({ type: 'too_long', hasSteps: true });
    expect(add(history, { type: 'run_continued' }).budget).toEqual(beginHistory().budget);
  });
});
