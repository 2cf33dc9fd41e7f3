import { isJsonObject } from '../shared/json';

/** A piece of a native call. The arguments are text, which pieces continue. */
export type WireToolCall = { index: number | null; id: string | null; name: string; arguments: string };

/**
 * What one message adds to a reply. `isRefusal`: the text, or its end, says that the model refuses. `isDamaged`: a part of the message
 * has a form that we do not know, and U+FFFD is in its place.
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
  return { model: textOrNull(data['model']), choice: isJsonObject(choice) ? readChoice(choice) : null };
}

function readChoice({ delta, message, text, finish_reason }: Record<string, unknown>): WireChoice {
  // `text`: the old completions format, which a few servers still send.
  const old = isNothing(text) ? null : readMessage({ content: text });
  return {
    delta: readMessage(delta),
    message: readMessage(message) ?? old,
    finishReason: textOrNull(finish_reason),
  };
}

/** Leaves out `reasoning_content` and its like: a model's reasoning is not its reply. */
function readMessage(value: unknown): WireMessage | null {
  if (isNothing(value)) return null;
  if (!isJsonObject(value)) return { text: unreadable, toolCalls: [], isRefusal: false, isDamaged: true };
  const refusal = textOrNull(value['refusal']) ?? '';
  const texts = [readText(value['content']), refusal];
  const toolCalls = [...readToolCalls(value['tool_calls']), ...readToolCalls(value['function_call'], 0)];
  const isDamaged = texts[0] === null || toolCalls.includes(null);
  return {
    text: texts.map((text) => text ?? unreadable).join(''),
    toolCalls: toolCalls.map((call) => call ?? { index: null, id: null, name: '', arguments: unreadable }),
    isRefusal: refusal !== '',
    isDamaged,
  };
}

/** The text of a message, from a string, a token that a server made a number of, or parts; null when a part of it is none of these. */
function readText(content: unknown): string | null {
  if (isNothing(content)) return '';
  if (Array.isArray(content)) return join(content.map(readPart));
  return isJsonObject(content) ? readPart(content) : readToken(content);
}

function readPart(part: unknown): string | null {
  if (!isJsonObject(part)) return isNothing(part) ? '' : readToken(part);
  const { type, text } = part;
  if (type === undefined && text === undefined) return null;
  // Other types are pictures and thoughts.
  const isText = type === undefined || type === 'text' || type === 'output_text';
  return !isText || isNothing(text) ? '' : readToken(text);
}

/** Cloudflare sends a token such as `12` as a number (cloudflare/ai#651). Of others, the text is not known for sure. */
function readToken(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : null;
}

const join = (texts: (string | null)[]): string | null => (texts.includes(null) ? null : texts.join(''));

/** The calls in a list of them, or in one alone; null for each that cannot be read. */
function readToolCalls(value: unknown, index: number | null = null): (WireToolCall | null)[] {
  if (isNothing(value)) return [];
  const calls = Array.isArray(value) ? value.filter((call) => !isNothing(call)) : [value];
  return calls.map((call) => readToolCall(call, index));
}

/** The name and arguments are in `function`; some servers write them beside it, and OpenAI's free calls in `custom`. */
function readToolCall(value: unknown, index: number | null): WireToolCall | null {
  if (!isJsonObject(value)) return null;
  const { custom } = value;
  const inner = isJsonObject(value['function']) ? value['function'] : isJsonObject(custom) ? custom : value;
  const sent = inner === custom ? inner['input'] : inner['arguments'];
  const text = readArguments(sent);
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
