import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventDecoder, type ServerSentEvent } from './server-sent-events';

const decode = (pieces: readonly Uint8Array[]): ServerSentEvent[] => {
  const decoder = new EventDecoder();
  return [...pieces.flatMap((piece) => decoder.feed(piece)), ...decoder.end()];
};

const cut = (bytes: Buffer, places: readonly number[]): Uint8Array[] => {
  const edges = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
};

const line = fc.oneof(
  fc.constantFrom(
    '',
    ': ping',
    'id: 7',
    'retry: 5',
    'event: error',
    'event: chunk',
    'data',
    'data:',
    'data: [DONE]',
    'data: {"a":1}',
    'data: {"a":',
    'data: 1} ',
  ),
  fc.string({ unit: 'grapheme' }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
  fc.string({ unit: 'grapheme' }).map((text) => `error:${text.replaceAll(/[\r\n]/g, '')}`),
);
const bytesOfLine = fc
  .tuple(line, fc.constantFrom('\n', '\r\n', '\r'))
  .map((parts) => Buffer.from(parts.join('')));
const invalidLine = fc
  .uint8Array({ minLength: 1, maxLength: 6 })
  .map((bytes) =>
    Buffer.concat([
      Buffer.from('data: '),
      bytes.filter((byte) => byte !== 10 && byte !== 13),
      Buffer.from([0xff, 10]),
    ]),
  );
const stream = fc
  .array(fc.oneof({ arbitrary: bytesOfLine, weight: 6 }, { arbitrary: invalidLine, weight: 1 }), {
    maxLength: 30,
  })
  .map((lines) => Buffer.concat(lines));

/**
 * Line by line, as the standard says it, for streams without a byte order mark. An event also ends where another line of data cannot
 * go on with its JSON.
 */
function expected(bytes: Buffer): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  let lines: Buffer[] = [];
  /** How many lines came before each name that is an error. */
  let errorsAt: number[] = [];
  const end = (isError: boolean) => {
    const data = lines.map((held) => held.toString('utf8')).join('\n');
    if (lines.length > 0) events.push({ data, isValid: lines.every(isUtf8), isError });
    lines = [];
  };
  for (const text of bytes.toString('latin1').split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^(\w*): ?([\s\S]*)$/.exec(text) ?? [];
    const isData = field === 'data' || field === 'error';
    if (text === '') {
      end(errorsAt.length > 0);
      errorsAt = [];
    } else if (isData && /[}\]][ \t]*\n[ \t]*[{[]/.test(`${lines.at(-1)?.toString('latin1')}\n${value}`)) {
      const count = lines.length;
      end(errorsAt.some((at) => at < count));
      errorsAt = errorsAt.filter((at) => at === count).map(() => 0);
    }
    if (field === 'error' || (field === 'event' && value === 'error')) errorsAt.push(lines.length);
    if (isData) lines.push(Buffer.from(value, 'latin1'));
  }
  end(errorsAt.length > 0);
  return events;
}

const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8')).equals(bytes);

describe('server-sent events', () => {
  test('are the same wherever their bytes are cut', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat({ max: 2_000 }), { maxLength: 12 }), (bytes, places) => {
        expect(decode(cut(bytes, places))).toEqual(expected(bytes));
      }),
      { numRuns: 2_000 },
    );
  });

  test('only the one with invalid bytes is invalid', () => {
    const bytes = Buffer.concat([
      Buffer.from('data: a\n\ndata: b'),
      Buffer.from([0xff]),
      Buffer.from('\n\ndata: ü\n\n'),
    ]);
    expect(decode([bytes]).map(({ isValid }) => isValid)).toEqual([true, false, true]);
  });

  test('end with their line where the next one begins another JSON', () => {
    const lines = [
      'data: {"a":1}',
      'event: error',
      'data: {"b":2}',
      'event: chunk',
      'data: {"c":',
      'data: 3}',
      'data: [DONE]',
    ];
    const found = decode([Buffer.from(`${lines.join('\n')}\n`)]);
    expect(found.map(({ data, isError }) => [data, isError])).toEqual([
      ['{"a":1}', false],
      ['{"b":2}', true],
      ['{"c":\n3}', false],
      ['[DONE]', false],
    ]);
  });

  test('with one line break after each are not held together', () => {
    const decoder = new EventDecoder();
    const line = Buffer.from(`data: {"a":"${'x'.repeat(10_000)}"}\n`);
    const counts = Array.from({ length: 2_000 }, () => decoder.feed(line).length);
    expect(counts).toEqual([0, ...counts.slice(1).map(() => 1)]);
  });

  test('hold JSON over any number of lines together', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, '\t'), (json, indent) => {
        const data = JSON.stringify([JSON.parse(json), { a: [{}, []] }, {}], null, indent);
        const event = data.replaceAll(/^/gm, 'data: ');
        expect(decode([Buffer.from(`${event}\n${event}\n\n`)])).toMatchObject([{ data }, { data }]);
      }),
    );
  });

  test('begin behind a byte order mark', () => {
    expect(decode([Buffer.from('\uFEFFdata: a\n\n')])).toEqual([
      { data: 'a', isValid: true, isError: false },
    ]);
  });
});
