import { isJsonObject, type JsonObject } from '../shared/json';

/** A piece of a native call. The arguments are text, which pieces continue. */
export type WireToolCall = { index: number | null; id: string | null; name: string; arguments: string };

/**
 * What one message adds to a reply. `isRefusal`: the text, or a part of it, says that the model refuses. `isDamaged`: a part of the message
 * has a form that we do not know. Its words are in its place, or U+FFFD.
 */
export type WireMessage = {
  text: string;
  toolCalls: WireToolCall[];
  isRefusal: boolean;
  isDamaged: boolean;
};

/** The one choice of a chunk of a stream, or of a plain response: `OneChoice` leaves out the others. */
export type WireChoice = {
  delta: WireMessage | null;
  message: WireMessage | null;
  finishReason: string | null;
};

export type WireAnswer = { model: string | null; choice: WireChoice | null };

const unreadable = '\uFFFD';

/**
 * Reads a chunk of a stream or a plain response; null when it is neither. Servers leave out different fields, send them as null, and
 * some send numbers, lists or objects in the place of text. What we cannot read is never left out silently: a call with a hole
 * would be another call.
 */
export function readWireAnswer(data: unknown): WireAnswer | null {
  if (!isJsonObject(data) || !Array.isArray(data['choices'])) return null;
  const [choice] = data['choices'];
  return { model: textOrNull(data['model']), choice: isNothing(choice) ? null : readChoice(choice) };
}

/** It may be a part of a reply, in a form that we do not know: a list, or choices that are none. */
export function isUnreadableChunk(data: unknown): boolean {
  if (Array.isArray(data)) return data.length > 0;
  return isJsonObject(data) && !Array.isArray(data['choices']) && !isNothing(data['choices']);
}

function readChoice(choice: unknown): WireChoice {
  if (!isJsonObject(choice)) return { delta: unreadableMessage, message: null, finishReason: null };
  const { delta, message, text, finish_reason } = choice;
  // `text`: the old completions format, which a few servers still send. Some send it beside each delta.
  const old = isNothing(text) || !isNothing(delta) ? null : readMessage({ content: text });
  return {
    delta: readMessage(delta),
    message: readMessage(message) ?? old,
    finishReason: textOrNull(finish_reason),
  };
}

/** Leaves out `reasoning_content` and its like: a model's reasoning is not its reply. */
function readMessage(value: unknown): WireMessage | null {
  if (isNothing(value)) return null;
  if (!isJsonObject(value)) return unreadableMessage;
  const refusal = textOrNull(value['refusal']) ?? '';
  const calls = [...readToolCalls(value['tool_calls']), ...readToolCalls(value['function_call'], 0)];
  return join([...readContent(value['content']), toRefusal(refusal), toCalls(calls)]);
}

const nothing: WireMessage = { text: '', toolCalls: [], isRefusal: false, isDamaged: false };

const unreadableMessage: WireMessage = { ...nothing, text: unreadable, isDamaged: true };

const toText = (text: string | null): WireMessage =>
  text === null ? unreadableMessage : { ...nothing, text };

const toRefusal = (text: string): WireMessage => ({ ...nothing, text, isRefusal: text !== '' });

const toCalls = (calls: (WireToolCall | null)[]): WireMessage => ({
  ...nothing,
  toolCalls: calls.map((call) => call ?? { index: null, id: null, name: '', arguments: unreadable }),
  isDamaged: calls.includes(null),
});

function join(parts: WireMessage[]): WireMessage {
  return {
    text: parts.map(({ text }) => text).join(''),
    toolCalls: parts.flatMap(({ toolCalls }) => toolCalls),
    isRefusal: parts.some(({ isRefusal }) => isRefusal),
    isDamaged: parts.some(({ isDamaged }) => isDamaged),
  };
}

/** From a string, a token that a server made a number of, or parts. */
function readContent(content: unknown): WireMessage[] {
  if (isNothing(content)) return [];
  if (Array.isArray(content)) return content.map(readPart);
  return [isJsonObject(content) ? readPart(content) : toText(readToken(content))];
}

/** Kinds of parts that are no part of the reply: pictures, thoughts and sources. */
const leftOutPart =
  /(^|[^a-z])(thinking|thoughts?|reasoning|summary|signature|images?|audio|video|references?|citations?)([^a-z]|$)/i;
const callPart = /^(tool|function)([_-](use|call))?$/i;

function readPart(part: unknown): WireMessage {
  if (isNothing(part)) return nothing;
  if (!isJsonObject(part)) return toText(readToken(part));
  const { text } = part;
  const type = textOrNull(part['type']);
  if (type === null) return text === undefined ? unreadableMessage : toText(readTextOrNothing(text));
  if (type === 'text' || type === 'output_text') return toText(readTextOrNothing(text));
  if (type === 'refusal') return toRefusal(readToken(part['refusal']) ?? readToken(text) ?? unreadable);
  if (callPart.test(type)) return toCalls([readCallPart(part)]);
  if (leftOutPart.test(type)) return nothing;
  // Its words are shown. Nobody knows whether they are the model's reply, so no call in it runs.
  return { ...toText(readToken(text)), isDamaged: true };
}

/** Complete, unlike a piece of a call: without its name it is one in another form. */
function readCallPart(part: JsonObject): WireToolCall | null {
  const call = readToolCall(part, null);
  return call?.name === '' ? null : call;
}

const readTextOrNothing = (value: unknown): string | null => (isNothing(value) ? '' : readToken(value));

/** Cloudflare sends a token such as `12` as a number (cloudflare/ai#651). Of others, the text is not known for sure. */
function readToken(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : null;
}

/** The calls in a list of them, or in one alone; null for each that cannot be read. */
function readToolCalls(value: unknown, index: number | null = null): (WireToolCall | null)[] {
  if (isNothing(value)) return [];
  const calls = Array.isArray(value) ? value.filter((call) => !isNothing(call)) : [value];
  return calls.map((call) => readToolCall(call, index));
}

/** The name and arguments are in `function`; some servers write them beside it, OpenAI's free calls in `custom`, Anthropic's in `input`. */
function readToolCall(value: unknown, index: number | null): WireToolCall | null {
  if (!isJsonObject(value)) return null;
  const { custom } = value;
  const inner = isJsonObject(value['function']) ? value['function'] : isJsonObject(custom) ? custom : value;
  const text = readArguments(inner === custom ? inner['input'] : (inner['arguments'] ?? inner['input']));
  if (text === null) return null;
  return {
    index: toIndex(value['index']) ?? index,
    id: textOrNull(value['id']),
    name: textOrNull(inner['name']) ?? '',
    arguments: text,
  };
}

/** Text in the standard. Some servers send the object itself, and PHP writes `[]` for one without members. */
function readArguments(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '{}';
  if (!isJsonObject(value)) return readToken(value);
  try {
    return isExact(value) ? JSON.stringify(value) : null;
  } catch {
    // Nested too deeply.
    return null;
  }
}

/** `JSON.parse` keeps every value as it was written: no number was rounded. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

/** A chunk that has more than the role: text, reasoning or a call begins. */
export function hasBegun(data: unknown): boolean {
  const choices = isJsonObject(data) ? data['choices'] : null;
  const choice = Array.isArray(choices) && choices.length === 1 ? choices[0] : null;
  const delta = isJsonObject(choice) ? choice['delta'] : null;
  if (!isJsonObject(delta)) return false;
  return Object.entries(delta).some(([name, value]) => name !== 'role' && !isNothing(value));
}

/** Null: it is none. */
export function toIndex(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** As servers send a field that they do not use. */
function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
