import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hardParameters, hardValues } from './fixtures/call-values';
import { type ArgumentsErrorCode, parseArguments } from './parse-arguments';

/** Returns the text of a value after `layers` encodings as a JSON string. */
function encode(value: unknown, layers: number): string {
  let text = JSON.stringify(value);
  for (let layer = 0; layer < layers; layer += 1) text = JSON.stringify(text);
  return text;
}

/** Returns the inside of a JSON string, without the quotes around it. */
const inside = (text: string): string => JSON.stringify(text).slice(1, -1);

const command = { command: 'brew services list | grep mysql' };

describe('arguments', () => {
  it.each(Array.from({ length: 11 }, (_, layers) => layers))('encoded %i times come back equal', (layers) => {
    for (const value of [command, {}, ...Object.values(hardParameters)]) {
      expect(parseArguments(encode(value, layers))).toEqual({ ok: true, value, layers });
    }
  });

  it('encoded eleven times fail cleanly', () => {
    expect(parseArguments(encode(command, 11))).toMatchObject({
      ok: false,
      error: { code: 'too_many_layers' },
    });
    expect(parseArguments(encode(command, 15))).toMatchObject({ ok: false });
  });

  it.each(Object.entries(hardValues))('keep a value with %s at every layer', (_name, content) => {
    for (const layers of [0, 1, 2, 5]) {
      expect(parseArguments(encode({ content }, layers))).toEqual({ ok: true, value: { content }, layers });
    }
  });

  it('may arrive decoded', () => {
    expect(parseArguments(command)).toEqual({ ok: true, value: command, layers: 0 });
    expect(parseArguments(Object.assign(Object.create(null), command))).toMatchObject({
      ok: true,
      layers: 0,
    });
  });

  it.each([
    ['the scenario’s standard object', '{"command":"brew list mysql"}', { command: 'brew list mysql' }, 0],
    [
      'the scenario’s double encoding',
      '"{\\"command\\":\\"brew list mysql\\"}"',
      { command: 'brew list mysql' },
      1,
    ],
    [
      'the scenario’s layers',
      '"\\"{\\\\\\"command\\\\\\":\\\\\\"brew list mysql\\\\\\"}\\""',
      { command: 'brew list mysql' },
      2,
    ],
    ['the design’s example', '"{\\"command\\":\\"brew services list | grep mysql\\"}"', command, 1],
    [
      'the design’s example without its quotes',
      '{\\"command\\":\\"brew services list | grep mysql\\"}',
      command,
      1,
    ],
    [
      'that form inside a string',
      encode('{\\"command\\":\\"brew services list | grep mysql\\"}', 0),
      command,
      2,
    ],
    ['that form, pretty-printed', inside(JSON.stringify(command, null, 2)), command, 1],
    [
      'that form with a line break and a backslash',
      inside(JSON.stringify({ a: 'x\ny', b: 'C:\\new' })),
      { a: 'x\ny', b: 'C:\\new' },
      1,
    ],
    ['blanks around', ' \n\t {"a": 1} \r\n', { a: 1 }, 0],
    ['blanks around at every layer', JSON.stringify(` ${JSON.stringify(' {"a": 1} ')} `), { a: 1 }, 2],
    ['a byte order mark', '\ufeff{"a": 1}', { a: 1 }, 0],
    ['unicode escapes', '{"a": "\\u0041\\ud83d\\ude00"}', { a: 'A😀' }, 0],
    ['an escaped slash', '{"a": "<\\/script>"}', { a: '</script>' }, 0],
    ['a string that looks like JSON', '{"a": "{\\"b\\": 1}"}', { a: '{"b": 1}' }, 0],
    ['a string that is encoded twice', '{"a": "\\"{}\\""}', { a: '"{}"' }, 0],
    ['an empty object', '{}', {}, 0],
    ['an empty object, encoded', '"{}"', {}, 1],
    ['a pretty-printed object with CRLF', '{\r\n  "a": [1,\r\n 2]\r\n}', { a: [1, 2] }, 0],
    ['an empty key', '{"": ""}', { '': '' }, 0],
    ['exponents', '{"a": 1E+2, "b": -0.5e-1}', { a: 100, b: -0.05 }, 0],
  ])('read %s', (_name, raw, value, layers) => {
    expect(parseArguments(raw)).toEqual({ ok: true, value, layers });
  });
});

const failures: [name: string, raw: unknown, code: ArgumentsErrorCode][] = [
  ...[
    '',
    ' ',
    '   ',
    '\n',
    '\t\r\n',
    '\ufeff',
    '""',
    '"   "',
    '"\\n"',
    '"\\"\\""',
    '"\\"  \\""',
    encode('', 4),
  ].map((raw): [string, string, ArgumentsErrorCode] => [`empty: ${JSON.stringify(raw)}`, raw, 'empty']),
  ...[
    'null',
    'true',
    'false',
    '0',
    '42',
    '-1.5',
    '[]',
    '[1, 2]',
    '[{"a": 1}]',
    '"null"',
    '"42"',
    '"[]"',
    '"true"',
    encode([{}], 3),
    encode(null, 2),
  ].map((raw): [string, string, ArgumentsErrorCode] => [`no object: ${raw}`, raw, 'not_object']),
  ...[
    '{',
    '}',
    '{}}',
    '{{}}',
    '{}{}',
    '{}{"a": 1}',
    '{"a": 1}{"b": 2}',
    '{"a": 1} x',
    'x {"a": 1}',
    '{"a"',
    '{"a":',
    '{"a": 1',
    '{"a": "b',
    '{"a": 1,}',
    '{,}',
    '{"a" 1}',
    '{"a": 1 "b": 2}',
    '{a: 1}',
    "{'a': 1}",
    "{'a': 'b'}",
    '{"a": True}',
    '{"a": None}',
    '{"a": undefined}',
    '{"a": NaN}',
    '{"a": Infinity}',
    '{"a": .5}',
    '{"a": 1.}',
    '{"a": 01}',
    '{"a": +1}',
    '{"a": 0x1}',
    '{"a": 1e}',
    '{"a": tru}',
    '{"a": "\n"}',
    '{"a": "\t"}',
    '{"a": "\u0000"}',
    '{"a": "C:\\Users"}',
    '{"a": "\\x41"}',
    '{"a": "\\u12"}',
    '{"a": "\\d+"}',
    '{"a": "say "hi""}',
    '{"a": 1} // x',
    '/* x */ {"a": 1}',
    '{"a": 1, // x\n"b": 2}',
    '{“a”: 1}',
    '{"a"： 1}',
    '｛"a": 1｝',
    '{"a": [1, 2}',
    '{"a": [1, 2]]}',
    '{"a": [1,]}',
    '[',
    ']',
    'hello',
    'path: a',
    'a=1',
    '<a>1</a>',
    '```json\n{"a": 1}\n```',
    '"hello"',
    '"hello',
    'hello"',
    '"{\\"a\\": 1}',
    '{"a": 1}"',
    '"{"a": 1}"',
    '"{\\"a\\": \\"x\ny\\"}"',
    '"{\\"a\\": \\"x\\ny\\"}"',
    '{"a": "b" + "c"}',
    '{...}',
    '{"a": ...}',
    '\u200b{"a": 1}',
    '{\\"a\\": \\"b\\"',
    '{\\"a\\": "b"}',
    '{"a\\": 1}',
    '{\\"a\\": 1}}',
    '{\\\\"a\\\\": 1}',
    '{\\\\\\"a\\\\\\": 1}',
    '{\\n',
    '{\\"a\\": \\"x\\ny\\"}',
    '\\"{}\\"',
    "'{}'",
    '`{}`',
  ].map((raw): [string, string, ArgumentsErrorCode] => [`invalid: ${raw}`, raw, 'invalid_json']),
  ['a raw line break in the stray form', '{\\"a\\":\n1}', 'invalid_json'],
  ['a duplicate key', '{"a": 1, "a": 2}', 'duplicate_key'],
  ['a duplicate key, nested', '{"a": {"b": 1, "b": 1}}', 'duplicate_key'],
  ['a duplicate key, escaped', '{"a": 1, "\\u0061": 2}', 'duplicate_key'],
  ['a duplicate key, encoded', encode('{"a": 1, "a": 2}', 0), 'duplicate_key'],
  [
    'a duplicate key among many',
    `{${Array.from({ length: 40 }, (_, index) => `"k${index % 39}": 1`).join(',')}}`,
    'duplicate_key',
  ],
  ['objects too deep', '{"a":'.repeat(100_000), 'too_deep'],
  ['arrays too deep', `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'too_deep'],
  ['too deep, encoded', JSON.stringify('{"a":'.repeat(100_000)), 'too_deep'],
  ['too large', JSON.stringify({ a: 'x'.repeat(2_000_000) }), 'too_large'],
  ['too large, encoded', encode({ a: 'x'.repeat(2_000_000) }, 2), 'too_large'],
  ...[undefined, null, 1, true, [], [{}], () => 1, Symbol('x'), 1n, new Date(0), new Map()].map(
    (raw): [string, unknown, ArgumentsErrorCode] => [
      `no text and no object: ${String(raw)}`,
      raw,
      'not_object',
    ],
  ),
  ['an object with a function', { a: () => 1 }, 'not_object'],
  ['an object with a date', { a: new Date(0) }, 'not_object'],
  ['an object with undefined', { a: undefined }, 'not_object'],
  ['an object with NaN', { a: Number.NaN }, 'not_object'],
];

describe('arguments that are no object', () => {
  it.each(failures)('fail: %s', (_name, raw, code) => {
    expect(parseArguments(raw)).toMatchObject({ ok: false, error: { code, message: expect.any(String) } });
  });

  it('fail when an object holds itself', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(parseArguments(circular)).toMatchObject({ ok: false, error: { code: 'not_object' } });
  });

  it('are quoted as received, cut to 100 characters between code points, with the reason and the layer', () => {
    const raw = `${'x'.repeat(99)}😀${'y'.repeat(99)}`;
    const message = messageOf(raw);
    expect(message).toContain(`${'x'.repeat(99)}😀…`);
    expect(message).not.toContain('y');
    expect(message).toContain("unexpected 'x'");
    expect(messageOf(JSON.stringify('{"a": 1,}'))).toMatch(
      /a comma before "}" must be removed.*after decoding 1 layer.*"{\\"a\\": 1,}"/,
    );
  });

  it('leave no lone surrogate in the message', () => {
    expect(messageOf('\ud83d oops').isWellFormed()).toBe(true);
  });

  it('never come from a cut text', () => {
    for (const layers of [0, 1, 2]) {
      const text = encode({ command: 'ls "a"', list: [1, { b: null }] }, layers);
      for (let end = 0; end < text.length; end += 1)
        expect(parseArguments(text.slice(0, end)).ok).toBe(false);
    }
  });
});

describe('a key named __proto__', () => {
  it('is an own key and changes no prototype', () => {
    const parsed = parseArguments('{"__proto__": {"polluted": 1}, "constructor": 2}');
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(Object.keys(parsed.value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
    expect('polluted' in parsed.value || 'polluted' in {}).toBe(false);
  });
});

describe('depth', () => {
  it('of 200 levels works', () => {
    const text = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    expect(parseArguments(text)).toMatchObject({ ok: true, layers: 0 });
    expect(parseArguments(JSON.stringify(text))).toMatchObject({ ok: true, layers: 1 });
  });
});

describe('any object', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });

  it('comes back equal through 0 to 10 layers', () => {
    fc.assert(
      fc.property(object, fc.integer({ min: 0, max: 10 }), (value, layers) => {
        expect(parseArguments(encode(value, layers))).toEqual({
          ok: true,
          value: JSON.parse(JSON.stringify(value)),
          layers,
        });
      }),
    );
  });

  it('comes back equal without its outer quotes, unless it needs none', () => {
    fc.assert(
      fc.property(object, (value) => {
        const parsed = parseArguments(inside(JSON.stringify(value)));
        expect(parsed).toMatchObject({ ok: true, value: JSON.parse(JSON.stringify(value)) });
      }),
    );
  });

  it('and any text at all get an answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof parseArguments(text).ok).toBe('boolean');
      }),
    );
  });
});

function messageOf(raw: unknown): string {
  const parsed = parseArguments(raw);
  if (parsed.ok) throw new Error('expected a failure');
  return parsed.error.message;
}
