import fc from 'fast-check';
import type { Turn } from './personality';

/**
 * Describes one answer of a model server, in one of the many ways that servers write it, perhaps with one
 * fault.
 */
export type Wire = {
  turn: Turn;
  isNative: boolean;
  newline: '\n' | '\r\n' | '\r';
  /** Counts the line breaks after an event. The standard has two. */
  eventBreaks: 1 | 2;
  afterColon: '' | ' ';
  pieceCharacters: number;
  packetBytes: number;
  /** The server writes this between the events. None of it is part of the reply. */
  filler: (typeof fillers)[number];
  usage: 'none' | 'beside the end' | 'after the end' | 'before the end' | 'in each chunk';
  finish: 'stop' | 'tool_calls' | 'eos' | 'over' | 'twice' | 'none';
  /** The chunks before the end have this reason. */
  noReason: null | '' | 'null' | 'none' | 'stop' | 'tool_calls';
  hasDone: boolean;
  type: string | null;
  encoding: 'identity' | 'gzip' | 'deflate' | 'br';
  isSlow: boolean;
  fault: Fault | null;
};

/** `at` says which share of the reply comes before the fault. */
export type Fault = { kind: (typeof faults)[number]; at: number };

const fillers = [
  'nothing',
  'comments',
  'pings',
  'empty data',
  'empty choices',
  'null content',
  'ids and retries',
] as const;
export const errorChunks = {
  'an error object': { error: { message: 'CUDA out of memory', code: 500 } },
  'an error in words': { error: 'CUDA out of memory' },
  'an error list': [{ error: { message: 'CUDA out of memory', code: 503 } }],
  'an error as the body': { object: 'error', message: 'CUDA out of memory', code: 500 },
  'an error in the choice': {
    choices: [{ index: 0, delta: {}, error: { message: 'CUDA out of memory', code: 502 } }],
  },
  'an error as the end': { choices: [{ index: 0, delta: {}, finish_reason: 'error' }] },
  'a detail': { error: { detail: 'CUDA out of memory' } },
} as const;
export const otherFaults = [
  'the stream ends',
  'the connection breaks',
  'silence',
  'the limit of the reply',
  'the filter',
  'an event named error',
  'a field named error',
  'a web page',
  'half an event',
  'bytes of nothing',
  'another call',
  'a refusal',
] as const;
export const faults = [...(Object.keys(errorChunks) as (keyof typeof errorChunks)[]), ...otherFaults];

const characters = ['a', 'ß', '語', '👋🏽', '"', '\\', ' ', '\u2028', 'data: '];
const words = fc.string({ unit: fc.constantFrom(...characters) });
/** These characters are only for strings in a call, because among words they may look like a call. */
const content = fc.string({
  unit: fc.constantFrom(...characters, '\n', '\r\n', '{', '}', '\n\ndata: [DONE]'),
});

const turn: fc.Arbitrary<Turn> = fc.record({
  thoughts: fc.constantFrom('', 'I call write_file once.'),
  words: words.map((text) => `I say ${text} so.`),
  call: fc.option(
    content.map((text) => ({ tool: 'write_file', parameters: { path: 'a.md', content: text } })),
    { freq: 2 },
  ),
});

export const wire: fc.Arbitrary<Wire> = fc.record({
  turn,
  isNative: fc.boolean(),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  eventBreaks: fc.constantFrom(2, 2, 1),
  afterColon: fc.constantFrom('', ' '),
  pieceCharacters: fc.integer({ min: 1, max: 30 }),
  packetBytes: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(1_000_000)),
  filler: fc.constantFrom(...fillers),
  usage: fc.constantFrom('none', 'beside the end', 'after the end', 'before the end', 'in each chunk'),
  finish: fc.constantFrom('stop', 'tool_calls', 'eos', 'over', 'twice', 'none'),
  noReason: fc.constantFrom(null, null, '', 'null', 'none', 'stop', 'tool_calls'),
  hasDone: fc.boolean(),
  type: fc.constantFrom(
    'text/event-stream',
    'text/event-stream',
    'application/json',
    'text/plain',
    'text/html',
    null,
  ),
  encoding: fc.constantFrom('identity', 'identity', 'identity', 'gzip', 'deflate', 'br'),
  isSlow: fc.boolean(),
  fault: fc.option(
    fc.record({ kind: fc.constantFrom(...faults), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  ),
});
