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
  ),
  fc.string({ unit: 'grapheme' }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
  fc.string({ unit: 'grapheme' }).map((text) => `error:${text.replaceAll(/[\r\n]/g, '')}`),
);
const bytesOfLine = fc.tuple(line, fc.constantFrom('\n', '\r\n')).map((parts) => Buffer.from(parts.join('')));
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

/** Line by line, as the standard says it, for streams without a byte order mark. */
function expected(bytes: Buffer): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  let lines: Buffer[] = [];
  let isError = false;
  const end = () => {
    if (lines.length > 0) {
      const data = lines.map((held) => held.toString('utf8')).join('\n');
      events.push({ data, isValid: lines.every(isUtf8), isError });
    }
    lines = [];
    isError = false;
  };
  for (const raw of bytes.toString('latin1').split('\n')) {
    const text = raw.replace(/\r$/, '');
    const [, field = '', value = ''] = /^(\w*): ?([\s\S]*)$/.exec(text) ?? [];
    if (text === '') end();
    if (field === 'error' || (field === 'event' && value === 'error')) isError = true;
    if (field === 'data' || field === 'error') lines.push(Buffer.from(value, 'latin1'));
  }
  end();
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

  test('begin behind a byte order mark', () => {
    expect(decode([Buffer.from('\uFEFFdata: a\n\n')])).toEqual([
      { data: 'a', isValid: true, isError: false },
    ]);
  });
});
