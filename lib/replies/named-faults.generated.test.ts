import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReply } from '../convention/read-reply';
import { emptyReply } from '../llm/testing/empty-reply';
import { parseReply } from './parse-reply';

const messageOf = (content: string): string => {
  const parsed = parseReply(content);
  return parsed.kind === 'malformed' ? parsed.message : `(${parsed.kind})`;
};
const nativeMessageOf = (text: string): string => {
  const reading = readReply({ ...emptyReply, toolCalls: [{ name: 'read_file', arguments: text }] });
  return reading.kind === 'malformed' ? reading.message : `(${reading.kind})`;
};
const toText = (tokens: readonly string[]) => tokens.join('');
const argumentTokens = ['{', '"path"', ':', '"a.md"', ',', '"note"', ':', '"x"', '}'];
const callTokens = [
  '{',
  '"tool"',
  ':',
  '"read_file"',
  ',',
  '"parameters"',
  ':',
  ...argumentTokens,
  ',',
  '"terminate"',
  ':',
  'false',
  '}',
];
/** Inserts something between two tokens, never before the first or after the last one. */
const between = (tokens: readonly string[], what: string, at: number) => {
  const index = 1 + (at % (tokens.length - 1));
  return toText([...tokens.slice(0, index), what, ...tokens.slice(index)]);
};
const shells = fc.constantFrom(
  (call: string) => call,
  (call: string) => `I read it.\n\n${call}`,
  (call: string) => `\`\`\`json\n${call}\n\`\`\``,
  (call: string) => `<tool_call>${call}</tool_call>`,
);
const blanks = [
  ...'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  ...'\u0085\u2028\u2029\u000b\u000c\ufeff\u200b\u200c\u200d\u2060\u00ad',
];
const codeOf = (character: string) =>
  `(U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;

describe('what is no JSON in a call is named, with what to write', () => {
  it('a blank that JSON does not have', () => {
    fc.assert(
      fc.property(fc.constantFrom(...blanks), fc.nat(40), shells, (blank, at, toReply) => {
        for (const message of [
          messageOf(toReply(between(callTokens, blank, at))),
          nativeMessageOf(between(argumentTokens, blank, at)),
        ]) {
          expect(message).toContain(`${codeOf(blank)} is outside a string: write a plain space`);
          expect(message).not.toContain('unexpected');
        }
      }),
    );
    expect(messageOf(between(callTokens, '\u00a0', 4))).toContain('a no-break space (U+00A0)');
  });

  it('a comment', () => {
    const comments = fc.constantFrom(
      '// which file\n',
      '/* which */',
      '/* two\nlines */',
      '# which file\n',
      '//\n',
    );
    fc.assert(
      fc.property(comments, fc.nat(40), shells, (comment, at, toReply) => {
        const mark = comment.startsWith('#') ? '#' : comment.slice(0, 2);
        for (const message of [
          messageOf(toReply(between(callTokens, comment, at))),
          nativeMessageOf(between(argumentTokens, comment, at)),
        ])
          expect(message).toContain(`a comment begins with "${mark}": JSON has no comments, so leave it out`);
      }),
    );
  });

  it('a comment of HTML or SQL', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('<!-- which -->', ' -- which\n'),
        fc.nat(40),
        shells,
        (comment, at, toReply) => {
          const mark = comment.trim().split(' ')[0];
          for (const message of [
            messageOf(toReply(between(callTokens, comment, at))),
            nativeMessageOf(between(argumentTokens, comment, at)),
          ])
            expect(message).toContain(
              `a comment begins with "${mark}": JSON has no comments, so leave it out`,
            );
        },
      ),
    );
  });

  it.each([
    ['True', 'true'],
    ['FALSE', 'false'],
    ['None', 'null'],
    ['undefined', 'null'],
    ['NaN', 'a number, or null'],
    ['-Infinity', 'a number, or null'],
    ['0x1F', 'the number in decimal digits'],
    ['+1', 'the number without its plus sign'],
    ['.5', 'a digit before the decimal point'],
    ['-.5', 'a digit before the decimal point'],
    ["'a'", 'a plain quotation mark'],
    ['`a`', 'a plain quotation mark'],
    ['“a”', 'a plain quotation mark'],
    ['「a」', 'a plain quotation mark'],
    ['007', 'it without that zero'],
    ['-01.5', 'it without that zero'],
  ])('a value of another language: %s', (value, wanted) => {
    for (const place of [`{"n":${value}}`, `{"a":"x","n": ${value} }`, `{"list":[1,${value}]}`]) {
      for (const message of [
        messageOf(`{"tool":"read_file","parameters":${place},"terminate":false}`),
        messageOf(`{"tool":"read_file","terminate":false,"parameters":${place}}`),
        nativeMessageOf(place),
      ])
        expect(message).toContain(`: write ${wanted}`);
    }
  });

  it.each([
    ['{"tool"："read_file","parameters":{},"terminate":false}', 'a colon (:)'],
    ['{"tool"="read_file","parameters":{},"terminate":false}', 'a colon (:)'],
    ['{"tool"=>"read_file","parameters":{},"terminate":false}', 'a colon (:)'],
    ['{"tool":"read_file"，"parameters":{},"terminate":false}', 'a comma (,)'],
    ['{"tool":"read_file"; "parameters":{},"terminate":false}', 'a comma (,)'],
    ['{"tool":"read_file","parameters":{}、"terminate":false}', 'a comma (,)'],
    ["{'tool':'read_file','parameters':{},'terminate':false}", 'a plain quotation mark'],
    ['{“tool”:“read_file”,“parameters”:{},“terminate”:false}', 'a plain quotation mark'],
    ['{＂tool＂:＂read_file＂,＂parameters＂:{},＂terminate＂:false}', 'a plain quotation mark'],
  ])('a mark of another language or keyboard: %s', (call, wanted) => {
    expect(messageOf(call)).toContain(`: write ${wanted}`);
  });

  it('a quotation mark in a string that is not escaped', () => {
    const inner = fc.constantFrom(
      'say "hi" now',
      '"all" of it',
      'ends with "this"',
      'a "b", then c',
      '5" wide',
      'print("x")',
      'use "}" here',
      'a "b": c',
      '"',
      'é "ü" ö',
    );
    const places = fc.constantFrom<(value: string) => string>(
      (value) => `{"tool":"write_file","parameters":{"path":"a","content":"${value}"},"terminate":false}`,
      (value) => `{"tool":"write_file","parameters":{"content":"${value}","path":"a"},"terminate":false}`,
      (value) => `{"terminate":false,"tool":"run_command","parameters":{"list":["x","${value}"]}}`,
    );
    fc.assert(
      fc.property(inner, places, shells, (value, toCall, toReply) => {
        const message = messageOf(toReply(toCall(value)));
        expect(message).toContain('if the quotation mark before it is inside a string, write it as \\"');
      }),
    );
    expect(nativeMessageOf('{"content":"say "hi" now"}')).toContain('write it as \\"');
  });

  it('and no such cause is named where there is none', () => {
    for (const call of [
      '{"tool":"x" "parameters":{},"terminate":false}',
      '{"tool":"x",parameters:{},"terminate":false}',
      '{"tool":"x","parameters":{},"terminate":no}',
    ])
      expect(messageOf(call)).not.toMatch(/comment|write it as|plain space/);
  });
});

describe('native arguments', () => {
  it('that are empty say so once, and what to send', () => {
    fc.assert(
      fc.property(fc.constantFrom('', ' ', '\n\t', '""', '"  "', '"\\"\\""', '\u00a0'), (text) => {
        const message = nativeMessageOf(text);
        expect(message).toContain('The arguments of "read_file" are empty: send an object, {} when');
      }),
    );
  });

  it('never say the same sentence twice', () => {
    const broken = fc.constantFrom(
      '{',
      '[]',
      '5',
      'null',
      '{"a":1,}',
      '{"a":1,"a":2}',
      '""',
      '{\u00a0}x',
      '"x"',
      '{"n":12345678901234567890}',
    );
    fc.assert(
      fc.property(broken, (text) => {
        const message = nativeMessageOf(text);
        expect(message.match(/could not be read/g) ?? []).toHaveLength(message.includes('are empty') ? 0 : 1);
      }),
    );
  });

  it('in text, an empty string for the parameters is named', () => {
    for (const empty of ['""', '" "', '"\\"\\""'])
      expect(messageOf(`{"tool":"read_file","parameters":${empty},"terminate":false}`)).toContain(
        '"parameters" must be an object, {} when the tool takes none, not an empty string',
      );
  });
});
