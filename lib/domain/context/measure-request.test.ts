import { expect, it } from 'vitest';
import { nothingLeftOut } from '../left-out';
import { appendToTranscript, openTranscript, type TranscriptMessage } from '../transcript';
import { appendToHistory, findCut, newBudget } from './context-budget';
import { fitRequest, fitsAnyWindow } from './fit-request';
import { measureRequest } from './measure-request';

/** Counts how often anyone reads the text of a message. */
function countReads(count: number) {
  const reads = { total: 0 };
  const messages = Array.from({ length: count }, (_, index): TranscriptMessage => {
    const content = `Message ${index} has these words.`;
    return {
      role: 'user',
      get content() {
        reads.total += 1;
        return content;
      },
    };
  });
  return { messages, reads };
}

const usage = { input: 3_000, output: 4 };
const reply = { type: 'text_replied', text: 'Done.', activeMs: 1, usage } as const;

it('a request is measured once, whoever asks: what fits, what was cut, and what the report means', () => {
  const { messages, reads } = countReads(50);
  const history = { transcript: openTranscript(messages), budget: newBudget };
  fitsAnyWindow(history);
  fitRequest(history, 32_000);
  findCut(history, reply, 32_000);
  appendToHistory(history, reply);
  appendToHistory(history, {
    type: 'request_refused',
    windowTokens: null,
    requestTokens: null,
    message: 'Too long.',
    activeMs: 1,
  });
  expect(reads.total).toBe(50);
});

it('the next request measures only what is new', () => {
  const { messages, reads } = countReads(50);
  const first = openTranscript(messages);
  const before = measureRequest(first)(nothingLeftOut);
  const next = appendToTranscript(first, {
    ...reply,
    type: 'reply_malformed',
    code: 'invalid_json',
    message: 'A brace is missing.',
    reply: '{',
  });
  expect(next.messages.length).toBeGreaterThan(50);
  expect(measureRequest(next)(nothingLeftOut)).toBeGreaterThan(before);
  expect(reads.total).toBe(50);
});
