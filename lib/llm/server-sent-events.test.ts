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
    'event: ping',
    'data',
    'data: : alive',
    'data: alive',
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
 * Reads line by line, as the standard says, for streams without a byte order mark. An event also ends when
 * the next line of data cannot continue its JSON or words. A comment in the place of data does not count, nor
 * do the words of an event that is named as a sign of life.
 */
function expected(bytes: Buffer): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  let lines: Buffer[] = [];
  /** Each number counts the lines before a name that means an error or a sign of life. */
  let [errorsAt, pingsAt]: [number[], number[]] = [[], []];
  const end = (isNamed: (at: number) => boolean) => {
    const data = lines.map((held) => held.toString('utf8')).join('\n');
    const isError = errorsAt.some(isNamed);
    const isWords = data.trim() !== '' && !/^\s*[{[]/.test(data);
    if (lines.length > 0 && (isError || !isWords || !pingsAt.some(isNamed)))
      events.push({ data, isValid: lines.every(isUtf8), isError });
    lines = [];
  };
  for (const text of bytes.toString('latin1').split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^(\w*): ?([\s\S]*)$/.exec(text) ?? [];
    const held = Buffer.concat(lines).toString('latin1');
    const isComment = /^[ \t]*:/.test(value) && held.trim() === '' && errorsAt.length === 0;
    const isData = (field === 'data' && !isComment) || field === 'error';
    const isJson = /^\s*[{[]/.test(held);
    const isOver = isJson
      ? /[}\]][ \t]*$/.test(lines.at(-1)?.toString('latin1') ?? '') && /^\s*[^\s,}\]]/.test(value)
      : held.trim() !== '' && /^[ \t]*[{[]/.test(value);
    if (text === '') {
      end(() => true);
      [errorsAt, pingsAt] = [[], []];
    } else if (isData && isOver) {
      const count = lines.length;
      end((at) => at < count);
      [errorsAt, pingsAt] = [errorsAt, pingsAt].map((all) =>
        all.filter((at) => at === count).map(() => 0),
      ) as [number[], number[]];
    }
    if (field === 'error' || (field === 'event' && value === 'error')) errorsAt.push(lines.length);
    if (field === 'event' && value === 'ping') pingsAt.push(lines.length);
    if (isData) lines.push(Buffer.from(value, 'latin1'));
  }
  end(() => true);
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

  test.each(['ping', 'heartbeat', 'keepalive', 'keep-alive', 'KeepAlive'])(
    'named "%s" are none if they are words',
    (name) => {
      const sent = `event: ${name}\ndata: 2024-04-27 01:35:43\n\nevent: ${name}\ndata: {"a":1}\n\ndata: b\n\n`;
      expect(decode([Buffer.from(sent)]).map(({ data }) => data)).toEqual(['{"a":1}', 'b']);
      const dense = sent.replaceAll('\n\n', '\n');
      expect(decode([Buffer.from(dense)]).map(({ data }) => data)).toEqual(['{"a":1}', 'b']);
    },
  );

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

  test('begin after a byte order mark', () => {
    expect(decode([Buffer.from('\uFEFFdata: a\n\n')])).toEqual([
      { data: 'a', isValid: true, isError: false },
    ]);
  });
});
