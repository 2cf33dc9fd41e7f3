import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callReplies } from '../fixtures/call-replies';
import { foreignReplies } from '../fixtures/foreign-replies';
import { malformedReplies } from '../fixtures/malformed-replies';
import { sampleCall } from '../fixtures/reply-case';
import { textReplies } from '../fixtures/text-replies';
import { parseReply } from '../parse-reply';
import { createTextGate } from './text-gate';

/** Returns the text on the screen after the complete reply has passed in pieces of these lengths. */
function stream(reply: string, lengths: readonly number[]): string {
  let screen = '';
  const gate = createTextGate(() => {
    screen = '';
  });
  let at = 0;
  for (let piece = 0; at < reply.length; piece += 1) {
    const length = lengths[piece % lengths.length] ?? 1;
    const shown = gate.push(reply.slice(at, at + length));
    screen += shown;
    at += length;
  }
  return screen;
}

/**
 * Matches quotes, tables and code, and what may come before another call. The gate lets a call through where
 * the reply only shows it.
 */
const mayShowCalls = /[|`~]|^ *> /m;
const chunkings = [[1], [2], [3, 1, 4], [7], [16, 1], [1_000_000]];
const replies = [...callReplies, ...textReplies, ...malformedReplies, ...foreignReplies].filter(
  ({ reply }) => reply.length < 10_000,
);
/** Only attempts contain this text: calls that fixtures merely show name another tool. */
const marks = [
  'tool_call>',
  'read_file',
  "'tool'",
  'function_calls',
  '<invoke',
  '[TOOL_CALLS]',
  '<|',
  '<｜',
  'Action:',
  '"arguments"',
];

describe('while a reply streams', () => {
  it.each(replies)('nothing wrong is let through: $name', ({ reply }) => {
    const parsed = parseReply(reply);
    for (const lengths of chunkings) {
      const screen = stream(reply, lengths);
      if (parsed.kind === 'text') expect(parsed.text.startsWith(screen)).toBe(true);
      else {
        expect(reply).toContain(screen);
        for (const mark of marks) {
          expect(screen).not.toContain(mark);
        }
      }
    }
  });

  it('the words before a call are let through, and nothing after them', () => {
    expect(stream(`I will read the plan.\n\n${sampleCall}\n\nThen more.`, [3])).toBe('I will read the plan.');
  });

  it.each([
    ['paragraphs', 'One.\n\nTwo, with `code {x}` and **bold**.\n\nThree'],
    [
      'headings and lists',
      '# A\n\n- one\n- two `x`\n\n1. a\n2. b\n\n## C\n| a | b |\n| - | - |\n| 1 | {2} |\n> quoted {}\nend',
    ],
    [
      'code in another language',
      'Run:\n\n```python\nprint({"a": 1})\n```\n\nand\n\n```ts\ntype A = { a: string };\n```\nend',
    ],
    ['backquotes within a line of code', 'Run:\n```sh\nx ```\n{"a": 1}\n```\nend'],
    ['a bare fence', 'So:\n```\n$ ls {a,b}\n```\nend'],
    ['links, citations and tags', 'See [1], [a](b), <b>x</b>, a < b and <https://example.org>.'],
    ['braces on finished lines', 'Use {name} here.\nAnd ${x} there.\nend'],
    ['a JSON answer in a fence', 'Here:\n```json\n{"name": "demo", "version": "1"}\n```\nend'],
  ])('%s flow to the end', (_name, reply) => {
    for (const lengths of chunkings) expect(stream(`${reply}.`, lengths)).toBe(`${reply}.`);
  });

  it('reasoning is never let through', () => {
    expect(stream('<think>\nsecret\n</think>\n\nIt is 42.', [1])).toBe('It is 42.');
    expect(stream('<think>\nsecret', [2])).toBe('');
  });

  it('reasoning without an opening mark is taken back', () => {
    let resets = 0;
    const gate = createTextGate(() => {
      resets += 1;
    });
    expect(gate.push('I think so.')).toBe('I think so.');
    expect([gate.push('\n</think>\nIt is 42.'), resets]).toEqual(['It is 42.', 1]);
  });

  it('a line of a million characters that comes in one piece takes no square of its time', () => {
    for (const mark of ['</think>', '<think></think>', '<|im_end|>', '`x`', '<b>']) {
      const reply = `${mark.repeat(Math.ceil(1_000_000 / mark.length))} Done.`;
      expect(stream(reply, [reply.length])).toBe(stream(reply, [100]));
    }
  });

  it.each([
    '<b>>words and more words</think>a\nend',
    '<p> > words and more words</think>a\nend',
    'words and more words```words and more words</think>a```\nend',
    'words and more ``words ` and more words</think>a``\nend',
    '| words and more words</think>a| \nend',
    'a- `words and more words`</think>`\nend',
    '- <tool_call>{```json\n</think>a\nend',
    '- ~~~words and more words</think>a\nend',
    '1. ~~~ words and more words</think>a\nend',
    '<tool_call>```{"a": 1}\n\n</think>a\nend',
  ])(
    'an end of reasoning that a quote, a row, a block or code only names takes nothing back for good: %j',
    (reply) => {
      const parsed = parseReply(reply);
      for (const lengths of chunkings) {
        expect(parsed.kind === 'text' && parsed.text.startsWith(stream(reply, lengths))).toBe(true);
      }
    },
  );

  it('any pieces of any replies leave a prefix of the text', () => {
    const fragments = [
      'a',
      ' ',
      '\n',
      '\n\n',
      '`',
      '```',
      '```json\n',
      '{',
      '}',
      '[',
      ']',
      '"',
      '<',
      '>',
      '</think>',
      '<think>',
      '<b>',
      '# ',
      '- ',
      '> ',
      '| ',
      'tool',
      ':',
      'tool: x',
      '<|im_end|>',
      '<s>',
      '\ufeff',
      '◁',
      'Action: x',
      sampleCall,
      '{"a": 1}',
      'words and more words',
      '<tool_call>',
      '</tool_call>',
      '[TOOL_CALLS]',
      '~~~',
      '<!--',
      '-->',
      '\\',
      "'",
    ];
    const reply = fc
      .array(fc.constantFrom(...fragments), { maxLength: 14 })
      .map((pieces) => `${pieces.join('')}\nend`);
    fc.assert(
      fc.property(
        reply,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        (text, lengths) => {
          const parsed = parseReply(text);
          const screen = stream(text, lengths);
          if (parsed.kind === 'text') expect(parsed.text.slice(0, screen.length)).toBe(screen);
          else if (
            parsed.kind === 'tool_call' &&
            !mayShowCalls.test(text) &&
            text.split(sampleCall).length === 2
          )
            expect(screen).not.toContain('"tool": "read_file"');
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
