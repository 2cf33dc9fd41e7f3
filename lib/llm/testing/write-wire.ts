import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { errorChunks, type otherFaults, type Wire } from './generated-wires';
import { cut, type Turn, textOf } from './personality';
import type { ScriptEntry } from './scripted-server';

const counts = { prompt_tokens: 1830, completion_tokens: 61, total_tokens: 1891 };

/** Lists the events in order, without their frame. */
function toEvents(wire: Wire): unknown[] {
  const { turn, isNative, pieceCharacters, usage, finish, noReason, hasDone, filler } = wire;
  const common = {
    id: 'c-1',
    object: 'chat.completion.chunk',
    ...(usage === 'in each chunk' ? { usage: counts } : {}),
  };
  const chunk = (delta: object, reason: string | null = noReason, more: object = {}) => ({
    ...common,
    choices: [{ index: 0, delta, finish_reason: reason }],
    ...more,
  });
  const asText = isNative ? turn.words : textOf(turn);
  const pieces = [
    ...cut(turn.thoughts, pieceCharacters).map((reasoning_content) =>
      chunk({ reasoning_content, content: '' }),
    ),
    ...cut(asText, pieceCharacters).map((content) => chunk({ content })),
    ...(isNative && turn.call
      ? toNative(turn.call, pieceCharacters).map((call) => chunk({ tool_calls: [call] }))
      : []),
  ];
  const between = { 'empty choices': { choices: [] }, 'null content': chunk({ content: null }) } as Record<
    string,
    unknown
  >;
  const filled = pieces.flatMap((piece) => (between[filler] ? [piece, between[filler]] : [piece]));
  const reason = finish === 'twice' ? 'stop' : finish;
  const beside = usage === 'beside the end' ? { usage: counts } : {};
  return [
    chunk({ role: 'assistant', content: '' }),
    ...filled,
    ...(usage === 'before the end' ? [{ choices: [], usage: counts }] : []),
    ...(finish === 'none' ? [] : [chunk({}, reason, beside)]),
    ...(finish === 'twice' ? [chunk({ content: '' }, 'stop')] : []),
    ...(usage === 'after the end' ? [{ choices: [], usage: counts }] : []),
    ...(hasDone ? ['[DONE]'] : []),
  ];
}

function toNative({ tool, parameters }: NonNullable<Turn['call']>, size: number): object[] {
  const [first = '', ...rest] = cut(JSON.stringify(parameters), size);
  return [
    { index: 0, id: 'call_1', type: 'function', function: { name: tool, arguments: first } },
    ...rest.map((text) => ({ index: 0, function: { arguments: text } })),
  ];
}

/** Returns the bytes of the complete answer, and how it ends. */
function toBytes(wire: Wire): { bytes: Buffer; ending: 'end' | 'break' | 'hang' } {
  const { newline, eventBreaks, afterColon, filler, fault } = wire;
  const frame = (data: unknown) =>
    `data:${afterColon}${typeof data === 'string' ? data : JSON.stringify(data)}${newline.repeat(eventBreaks)}`;
  const around: Record<string, string> = {
    comments: `: keep-alive${newline}${newline}`,
    pings: `event: ping${newline}data: {"type": "ping"}${newline}${newline}`,
    'empty data': `data:${newline}${newline}`,
    'ids and retries': `id: 7${newline}retry: 3000${newline}${newline}`,
  };
  const events = toEvents(wire).map((data) => `${around[filler] ?? ''}${frame(data)}`);
  if (!fault) return { bytes: Buffer.from(events.join('')), ending: 'end' };
  const place = Math.floor(fault.at * events.length);
  const [before, after] = [events.slice(0, place).join(''), events.slice(place).join('')];
  const with_ = (data: unknown) => Buffer.from(`${before}${frame(data)}${after}`);
  const end = (delta: object, reason: string) =>
    with_({ choices: [{ index: 0, delta, finish_reason: reason }] });
  if (Object.hasOwn(errorChunks, fault.kind))
    return { bytes: with_(errorChunks[fault.kind as keyof typeof errorChunks]), ending: 'end' };
  const whole = Buffer.from(events.join(''));
  const part = whole.subarray(0, Math.floor(fault.at * whole.length));
  switch (fault.kind as (typeof otherFaults)[number]) {
    case 'the stream ends':
      return { bytes: part, ending: 'end' };
    case 'the connection breaks':
      return { bytes: part, ending: 'break' };
    case 'silence':
      return { bytes: part, ending: 'hang' };
    case 'the limit of the reply':
      return { bytes: end({}, 'length'), ending: 'end' };
    case 'the filter':
      return { bytes: end({}, 'content_filter'), ending: 'end' };
    case 'a refusal':
      return { bytes: end({ refusal: 'I cannot help with that.' }, 'stop'), ending: 'end' };
    case 'another call': {
      const call = {
        index: 1,
        id: 'call_2',
        function: { name: 'delete_file', arguments: '{"path":"a.md"}' },
      };
      return { bytes: with_({ choices: [{ index: 0, delta: { tool_calls: [call] } }] }), ending: 'end' };
    }
    case 'an event named error':
      return {
        bytes: Buffer.from(
          `${before}event: error${newline}data: {"message":"CUDA out of memory"}${newline}${newline}${after}`,
        ),
        ending: 'end',
      };
    case 'a field named error':
      return {
        bytes: Buffer.from(
          `${before}error: {"code":500,"message":"CUDA out of memory"}${newline}${newline}${after}`,
        ),
        ending: 'end',
      };
    case 'a web page':
      return { bytes: Buffer.from(`${before}<html><body>502 Bad Gateway</body></html>`), ending: 'end' };
    case 'half an event':
      return {
        bytes: Buffer.from(`${before}data: {"choices":[{"delta":{"cont${newline}${newline}${after}`),
        ending: 'end',
      };
    case 'bytes of nothing':
      return {
        bytes: Buffer.concat([part, Buffer.from([0, 0xff, 0xfe, 0x80]), whole.subarray(part.length)]),
        ending: 'end',
      };
  }
}

const compress = {
  identity: (bytes: Buffer) => bytes,
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

export function respondWire(wire: Wire): ScriptEntry {
  const { bytes, ending } = toBytes(wire);
  const sent = compress[wire.encoding](bytes);
  return async (response) => {
    response.writeHead(200, {
      ...(wire.type === null ? {} : { 'content-type': wire.type }),
      ...(wire.encoding === 'identity' ? {} : { 'content-encoding': wire.encoding }),
    });
    response.flushHeaders();
    for (let start = 0; start < sent.length; start += wire.packetBytes) {
      response.write(sent.subarray(start, start + wire.packetBytes));
      if (wire.isSlow) await new Promise((resolve) => setImmediate(resolve));
    }
    if (ending === 'end') response.end();
    if (ending === 'break') response.destroy();
  };
}
