import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callReplies } from './fixtures/call-replies';
import { fenced, otherCall, sampleCall, tagged } from './fixtures/reply-case';
import { parseReply } from './parse-reply';

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .constantFrom('```', '</think>', '<think>', '</tool_call>', '\n', '{"tool": "x"}', '"', '\\')
    .map((text) => text.repeat(3)),
);
const parameters = fc.dictionary(fc.string(), fc.oneof(value, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 4 });
const call = fc.record({ tool: fc.stringMatching(/^[a-z_]{1,12}$/), parameters, terminate: fc.boolean() });
const layout = fc.constantFrom<(content: string) => string>(
  (content) => content,
  (content) => `I do it.\n\n${content}\n\nSoon.`,
  (content) => fenced(content),
  (content) => fenced(content, ''),
  (content) => tagged(content),
  (content) => `<think>\n${otherCall}\n</think>\n${content}`,
);

describe('any call', () => {
  it('survives every wrapper, indentation and encoding with its values untouched', () => {
    fc.assert(
      fc.property(
        call,
        layout,
        fc.constantFrom(0, 2),
        fc.integer({ min: 0, max: 4 }),
        (sample, wrap, indent, layers) => {
          let sent: unknown = sample.parameters;
          for (let layer = 0; layer < layers; layer += 1) sent = JSON.stringify(sent);
          const reply = wrap(JSON.stringify({ ...sample, parameters: sent }, null, indent));
          expect(parseReply(reply)).toMatchObject({
            kind: 'tool_call',
            ...JSON.parse(JSON.stringify(sample)),
            layers,
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps its verdict whatever surrounds it: blanks, byte order mark, CRLF, key order, extra members', () => {
    const around = fc.constantFrom('', ' ', '\n', '\r\n', '\t', '\ufeff', '\u200b', '\n\n \n');
    fc.assert(
      fc.property(
        call,
        around,
        around,
        fc.boolean(),
        fc.boolean(),
        (sample, before, after, isReversed, hasExtra) => {
          const members = Object.entries({ ...sample, ...(hasExtra ? { note: 'x', id: 1 } : {}) });
          const object = Object.fromEntries(isReversed ? members.reverse() : members);
          const text = `${before}${JSON.stringify(object, null, 2).replaceAll('\n', '\r\n')}${after}`;
          expect(parseReply(text)).toMatchObject({
            kind: 'tool_call',
            ...JSON.parse(JSON.stringify(sample)),
            commentary: '',
          });
        },
      ),
    );
  });

  it('encoded more than ten times is malformed', () => {
    let sent: unknown = { path: 'a' };
    for (let layer = 0; layer < 10; layer += 1) sent = JSON.stringify(sent);
    const at = (value: unknown) =>
      parseReply(JSON.stringify({ tool: 'x', parameters: value, terminate: false }));
    expect(at(sent)).toMatchObject({ kind: 'tool_call', layers: 10 });
    expect(at(JSON.stringify(sent))).toMatchObject({ kind: 'malformed' });
  });
});

describe('a cut call', () => {
  const wholes = [
    sampleCall,
    '{"parameters":{"path":"a"},"terminate":true,"tool":"read_file"}',
    JSON.stringify(
      {
        tool: 'write_file',
        parameters: JSON.stringify({ content: 'a "b" {c} \\ ```\n</think>' }),
        terminate: false,
      },
      null,
      2,
    ),
    JSON.stringify({
      tool: 'edit',
      parameters: { edits: [[1, { a: null }], '</tool_call>'] },
      terminate: false,
    }),
  ];

  it.each(wholes)('is never a call, and never text once a contract key is visible: %s', (whole) => {
    for (const before of [
      '',
      'I do it.\n\n',
      '<think>x</think>\n',
      '```json\n',
      'Sure:\n```\n',
      '<tool_call>\n',
    ]) {
      for (let end = 1; end < whole.length; end += 1) {
        const { kind } = parseReply(before + whole.slice(0, end));
        expect(kind).not.toBe('tool_call');
        if (/"(tool|parameters|terminate)"/.test(whole.slice(0, end))) expect(kind).toBe('malformed');
      }
    }
  });

  it('inside a fence or tags is never a call before its object is complete', () => {
    for (const whole of [fenced(sampleCall), fenced(sampleCall, ''), tagged(sampleCall)]) {
      for (let end = 1; end < whole.indexOf(sampleCall) + sampleCall.length; end += 1)
        expect(parseReply(whole.slice(0, end)).kind).not.toBe('tool_call');
    }
  });
});

describe('a call in the wrong surroundings never runs', () => {
  const surroundings: Record<string, (content: string) => string> = {
    'a broken outer object': (content) => `{"plan": oops,\n${content}\n}`,
    'an outer object that is cut': (content) => `{"steps": [\n${content}\n`,
    'an outer object that is whole': (content) => `{"steps": [\n${content}\n]}`,
    'an array': (content) => `[\n${content}\n]`,
    reasoning: (content) => `<think>\n${content}\n</think>\n`,
    'reasoning that is not closed': (content) => `<think>\n${content}\n`,
    'reasoning without an opening mark': (content) => `${content}\n</think>\nDone.`,
    'a block quote': (content) =>
      content
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
    'a comment': (content) => `<!--\n${content}\n-->`,
    'another fence': (content) => fenced(content, 'python'),
    'a nested fence': (content) => fenced(fenced(content), 'markdown', '````'),
    'inline code': (content) => `Send \`${content}\` to read.`,
    'a sentence': (content) => `Send ${content} to read.`,
    'a table': (content) => `| a | ${content} |`,
    'an element': (content) => `<example>\n${content}\n</example>`,
    'a fence after a closing tag': (content) => `<task>\n${content}\n</task> ${fenced(content, 'python')}`,
    'a list': (content) => `- ${content}\n- ${content}`,
  };

  it.each(Object.entries(surroundings))('%s', (_name, surround) => {
    fc.assert(
      fc.property(call, (sample) => {
        expect(parseReply(surround(JSON.stringify(sample))).kind).not.toBe('tool_call');
      }),
      { numRuns: 50 },
    );
  });
});

describe('any text', () => {
  it('gets one of three verdicts, the same every time, and is never mistaken for a call', () => {
    const fragments = [
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '\n',
      '`',
      '```',
      '```json\n',
      '<think>',
      '</think>',
      '<tool_call>',
      '</tool_call>',
      '"tool"',
      '"parameters"',
      '"terminate"',
      'true',
      '{}',
      ' ',
      'words',
      '> ',
      '- ',
      '| ',
      '<!--',
      '-->',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 3 })), {
        maxLength: 30,
      })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (reply) => {
        const parsed = parseReply(reply);
        expect(parsed.kind === 'text' || parsed.kind === 'malformed').toBe(true);
        expect(parseReply(reply)).toEqual(parsed);
      }),
      { numRuns: 5_000 },
    );
  });

  it('a call cut anywhere and changed by one character is never run with other values', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...callReplies),
        fc.nat(),
        fc.constantFrom('', '{', '}', '"', ',', '\\', '\n', 'x'),
        ({ reply, parameters }, at, change) => {
          const place = at % reply.length;
          const parsed = parseReply(reply.slice(0, place) + change + reply.slice(place + 1));
          if (parsed.kind === 'tool_call')
            expect(Object.keys(parsed.parameters).length).toBeLessThanOrEqual(
              Object.keys(parameters ?? {}).length,
            );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('100,000 levels get an answer', () => {
    for (const opener of ['{"a":', '[', '{"tool": ', '{', '<think>', '<tool_call>', '- ', '> ']) {
      expect(['text', 'malformed']).toContain(parseReply(opener.repeat(100_000)).kind);
    }
  });
});
