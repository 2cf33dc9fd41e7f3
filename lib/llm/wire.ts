import { isJsonObject, type JsonObject } from '../shared/json';

/** Holds one piece of a native call. The arguments are text that later pieces continue. */
export type WireToolCall = { index: number | null; id: string | null; name: string; arguments: string };

/**
 * Holds what one message adds to a reply. `isRefusal` means that the text, or a part of it, says that the
 * model refuses. `isDamaged` means that a part of the message has an unknown form; its words replace it, or
 * U+FFFD does.
 */
export type WireMessage = {
  text: string;
  toolCalls: WireToolCall[];
  isRefusal: boolean;
  isDamaged: boolean;
};

/** Holds the one choice of a chunk or of a plain response. `OneChoice` leaves out the others. */
export type WireChoice = {
  delta: WireMessage | null;
  message: WireMessage | null;
  finishReason: string | null;
};

export type WireAnswer = { model: string | null; choice: WireChoice | null };

const unreadable = '\uFFFD';

/**
 * Reads a chunk of a stream or a plain response. Returns null when the data is neither. Servers leave out
 * different fields, send them as null, and some send numbers, lists or objects in the place of text. This
 * function never silently leaves out what it cannot read, because a call with a hole would be another call.
 */
export function readWireAnswer(data: unknown): WireAnswer | null {
  if (!isJsonObject(data) || !Array.isArray(data['choices'])) return null;
  const [choice] = data['choices'];
  return { model: textOrNull(data['model']), choice: isNothing(choice) ? null : readChoice(choice) };
}

/**
 * Says whether the chunk may be a part of a reply in an unknown form: a list, or `choices` that are no list.
 */
export function isUnreadableChunk(data: unknown): boolean {
  if (Array.isArray(data)) return data.length > 0;
  return isJsonObject(data) && !Array.isArray(data['choices']) && !isNothing(data['choices']);
}

function readChoice(choice: unknown): WireChoice {
  if (!isJsonObject(choice)) return { delta: unreadableMessage, message: null, finishReason: null };
  const { delta, message, text, finish_reason } = choice;
  // A few servers still send `text`, the old completions format. Some send it beside each delta.
  const old = isNothing(text) || !isNothing(delta) ? null : readMessage({ content: text });
  return {
    delta: readMessage(delta),
    message: readMessage(message) ?? old,
    finishReason: textOrNull(finish_reason),
  };
}

/** Leaves out `reasoning_content` and similar fields, because a model's reasoning is not its reply. */
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

/** Reads a string, parts, or a token that a server turned into a number. */
function readContent(content: unknown): WireMessage[] {
  if (isNothing(content)) return [];
  if (Array.isArray(content)) return content.map(readPart);
  return [isJsonObject(content) ? readPart(content) : toText(readToken(content))];
}

/** These kinds of parts do not belong to the reply: pictures, thoughts and sources. */
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
  // People see its words. Nobody knows whether they are the model's reply, so no call in it runs.
  return { ...toText(readToken(text)), isDamaged: true };
}

/** Reads a complete call, unlike a piece of one. A call without a name has an unknown form. */
function readCallPart(part: JsonObject): WireToolCall | null {
  const call = readToolCall(part, null);
  return call?.name === '' ? null : call;
}

const readTextOrNothing = (value: unknown): string | null => (isNothing(value) ? '' : readToken(value));

/**
 * Cloudflare sends a token such as `12` as a number (cloudflare/ai#651). The exact text of other numbers is
 * not certain.
 */
function readToken(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : null;
}

/** Reads a list of calls, or a single call. Gives null for each call that it cannot read. */
function readToolCalls(value: unknown, index: number | null = null): (WireToolCall | null)[] {
  if (isNothing(value)) return [];
  const calls = Array.isArray(value) ? value.filter((call) => !isNothing(call)) : [value];
  return calls.map((call) => readToolCall(call, index));
}

/**
 * Most servers put the name and arguments in `function`. Some write them beside it; OpenAI's free calls are
 * in `custom`, Anthropic's arguments in `input`.
 */
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

/**
 * The standard sends text. Some servers send the object itself, and PHP writes `[]` for an object without
 * members.
 */
function readArguments(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '{}';
  if (!isJsonObject(value)) return readToken(value);
  try {
    return isExact(value) ? JSON.stringify(value) : null;
  } catch {
    // The value is nested too deeply.
    return null;
  }
}

/** Says whether `JSON.parse` kept every value as it was written and rounded no number. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

/** Says whether the chunk has more than the role: text, reasoning or a call begins. */
export function hasBegun(data: unknown): boolean {
  const choices = isJsonObject(data) ? data['choices'] : null;
  const choice = Array.isArray(choices) && choices.length === 1 ? choices[0] : null;
  const delta = isJsonObject(choice) ? choice['delta'] : null;
  if (!isJsonObject(delta)) return false;
  return Object.entries(delta).some(([name, value]) => name !== 'role' && !isNothing(value));
}

/** Returns null when the value is no index. */
export function toIndex(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** Says whether the value is one that servers send for a field that they do not use. */
function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
