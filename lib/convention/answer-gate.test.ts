import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextGate } from '../replies/stream/text-gate';
import { createAnswerGate } from './answer-gate';

function shownOf(text: string, size: number): string {
  const gate = createAnswerGate();
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += gate.push(text.slice(at, at + size));
  return shown;
}

/** Servers write characters, escapes, or both. */
const escaped = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

test('the words of an answer are shown as they arrive, in any pieces', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', '"', '\\', '\n', '{', 'ß', '語', '👋', '\u2028', ' '),
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 9 }), fc.boolean(), (text, size, isEscaped) => {
      const value = isEscaped ? escaped(text) : JSON.stringify(text);
      expect(shownOf(` {"answer" : ${value}}`, size)).toBe(text);
    }),
  );
});

test('what has arrived is shown at once', () => {
  const gate = createAnswerGate();
  expect(gate.push('{"answer": "It is')).toBe('It is');
  expect(gate.push(' re')).toBe(' re');
});

test.each([
  '{"tool":"read_file","parameters":{"answer":"no"},"terminate":false}',
  '{"answer": 5}',
  '{"answers": "no"}',
  `${' '.repeat(300)}{"answer": "no"}`,
])('of any other reply nothing is shown: %s', (text) => {
  expect(shownOf(text, 5)).toBe('');
});

test.each([' It is "answer": "no", in words.\n', '```json\n{"answer": "no"}\n```\n', '["answer"]\n'])(
  'a free reply is shown as without a schema: %s',
  (text) => {
    for (const size of [1, 5, text.length]) {
      const gate = createTextGate();
      let shown = '';
      for (let at = 0; at < text.length; at += size) shown += gate.push(text.slice(at, at + size));
      expect(shownOf(text, size)).toBe(shown);
    }
    expect(shownOf(text, 5)).not.toBe('');
  },
);

test('nothing is shown from the first character on that is no JSON, nor after the answer', () => {
  expect(shownOf('{"answer": "a\\x and so on, for long"}', 3)).toBe('a');
  expect(shownOf('{"answer": "a"} and more "text"', 4)).toBe('a');
});
