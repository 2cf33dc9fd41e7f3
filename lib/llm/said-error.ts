import { isJsonObject } from '../shared/json';
import { type ContextRefusal, readContextRefusal } from './context-refusal';
import { reasonWords } from './reason-words';

/**
 * Holds an error as a server tells it, in any place of an answer. `message` may hold anything, even secrets:
 * show it through `explainError`.
 */
export type SaidError = {
  message: string;
  /** This is the HTTP status inside the error, or null when the error names none. */
  status: number | null;
  /**
   * These are the server's words for the kind of error: "insufficient_quota", "content_filter
   * overloaded_error".
   */
  code: string;
  /** The error itself asks for this wait. */
  retryAfterMs: number | null;
  /** The server took this text of the model for a native call and refused it (Groq, `tool_use_failed`). */
  failedGeneration: string | null;
  /** The server refused the request because it is longer than the model's window. */
  context: ContextRefusal | null;
};

const maxMessageCharacters = 4_000;

/**
 * Finds the error inside an answer of status 200, or returns null. The error may be an object, words or a
 * list in `error`; the body itself (`object: "error"`, `success: false`); in `base_resp`; in a list (Gemini);
 * in the first choice; or its finish reason.
 */
export function findError(body: unknown): SaidError | null {
  if (Array.isArray(body)) return findError(body[0]);
  if (!isJsonObject(body)) return null;
  if (isFilled(body['error'])) return toSaid(body['error'], body);
  if (body['object'] === 'error' || body['type'] === 'error') return toSaid(body);
  // Zhipu sends this, and so does MiniMax, whose number is no HTTP status.
  if (body['success'] === false) return toSaid(body);
  const answered = isJsonObject(body['base_resp']) ? body['base_resp'] : {};
  if (isFilled(answered['status_code'])) return toSaid({ ...answered, status_code: null });
  const choice = Array.isArray(body['choices']) ? body['choices'][0] : null;
  if (!isJsonObject(choice)) return null;
  if (isFilled(choice['error'])) return toSaid(choice['error'], choice);
  return toEnding(choice);
}

/** Reads a text that is surely an error: the body of a failed request, or an event named "error". */
export function readError(text: string): SaidError {
  const body = parseJson(text);
  if (body === undefined) return fromWords(text);
  return findError(body) ?? toSaid(Array.isArray(body) && body.length === 1 ? body[0] : body);
}

/**
 * Finds a possible error between the chunks of an answer: words, or an object with words. Returns null when
 * it says nothing.
 */
export function findWords(text: string, body: unknown): SaidError | null {
  const isWords = !isJsonObject(body)
    ? body !== null
    : wordNames.some((name) => typeof body[name] === 'string' && body[name] !== '') ||
      ['detail', 'errors'].some((name) => Array.isArray(body[name]) && isFilled(body[name]));
  const said = isWords ? readError(text) : null;
  return said?.message === '' ? null : said;
}

const wordNames = ['message', 'detail', 'msg', 'error_description'];

export const nothingSaid: SaidError = {
  message: '',
  status: null,
  code: '',
  retryAfterMs: null,
  failedGeneration: null,
  context: null,
};

function fromWords(words: string, code = ''): SaidError {
  const message = words.slice(0, maxMessageCharacters);
  return { ...nothingSaid, message, code, context: readContextRefusal(`${message} ${code}`) };
}

/** These reasons to end a reply are errors. Every other reason is an end. */
const brokenEnd = /^(error|abort(ed)?|network_error|insufficient_system_resource)$/i;
const filteredEnd =
  /^(content_?filter|safety|prohibited_content|recitation|blocklist|spii|sensitive|image_safety|refusal)/i;

function toEnding(choice: Record<string, unknown>): SaidError | null {
  const reason = textOf(choice['finish_reason']);
  const words = reasonWords(reason).join('_');
  if (brokenEnd.test(words)) return { ...nothingSaid, code: reason };
  if (!filteredEnd.test(words)) return null;
  const results = choice['content_filter_results'];
  const filtered = Object.entries(isJsonObject(results) ? results : {}).flatMap(([kind, result]) =>
    isJsonObject(result) && result['filtered'] === true ? [kind] : [],
  );
  const said = [choice['message'], choice['delta']].map((part) =>
    isJsonObject(part) ? textOf(part['refusal']) : '',
  );
  const kind = /^content_?filter$/.test(words) ? '' : reason;
  const message = [...said, kind, ...filtered].filter((word) => word !== '').join(', ');
  return { ...nothingSaid, message, code: 'content_filter' };
}

function toSaid(error: unknown, around: Record<string, unknown> = {}): SaidError {
  if (!isJsonObject(error)) return fromWords(wordsOf(error), codesOf(around));
  const metadata = isJsonObject(error['metadata']) ? error['metadata'] : {};
  const reasons = Array.isArray(metadata['reasons'])
    ? ` (${metadata['reasons'].map(textOf).join(', ')})`
    : '';
  const cause = wordsOf(parseIfJson(metadata['raw']));
  const message = `${wordsOf(error)}${reasons}${cause === '' ? '' : ` ${cause}`}`.trim();
  const status = [error['code'], error['status'], error['status_code'], around['code']]
    .map((code) => (typeof code === 'object' ? Number.NaN : Number(code)))
    .find((code) => code >= 400 && code < 600);
  const failed = error['failed_generation'];
  // llama.cpp names the window in a separate field.
  const counts = Object.entries(error).filter(([, value]) => typeof value === 'number' && value !== status);
  const said = fromWords(message, `${codesOf(error)}${'reasons' in metadata ? ' moderation' : ''}`);
  return {
    ...said,
    context: readContextRefusal(`${said.message} ${said.code} ${JSON.stringify(Object.fromEntries(counts))}`),
    status: status ?? null,
    retryAfterMs: readDelay(error, message),
    failedGeneration: typeof failed === 'string' ? failed : null,
  };
}

/** Finds the words for a person in an error of any shape. Without any, returns the complete error as JSON. */
function wordsOf(error: unknown, depth = 0): string {
  if (typeof error === 'string') return error;
  if (error === null || error === undefined || depth > 4) return '';
  if (Array.isArray(error)) return error.map((one) => wordsOf(one, depth + 1)).join('; ');
  if (!isJsonObject(error)) return String(error);
  if (Array.isArray(error['loc'])) {
    const place = error['loc'].filter((part) => typeof part !== 'object').join('.');
    return `${place}: ${wordsOf({ ...error, loc: null }, depth + 1)}`;
  }
  for (const name of [
    'message',
    'detail',
    'msg',
    'status_msg',
    'error',
    'errors',
    'error_description',
    'title',
  ]) {
    const words = isFilled(error[name]) ? wordsOf(error[name], depth + 1) : '';
    if (words !== '') return words;
  }
  return Object.values(error).some(isFilled) ? JSON.stringify(error) : '';
}

const codesOf = (error: Record<string, unknown>): string =>
  [error['code'], error['type'], error['status']]
    .map(textOf)
    .filter((word) => word !== '')
    .join(' ');

/** Gemini names the delay in the error's details; other servers name it only in words. */
function readDelay(error: Record<string, unknown>, message: string): number | null {
  const details = Array.isArray(error['details']) ? error['details'] : [];
  const named = details
    .map((detail) => (isJsonObject(detail) ? /^([\d.]+)s$/.exec(textOf(detail['retryDelay'])) : null))
    .find(Boolean);
  const [, amount, unit] = named
    ? [null, named[1], 's']
    : (/\b(?:re)?try again in ([\d.]+) ?(ms|s|m)\b/i.exec(message) ?? []);
  const factor = { ms: 1, s: 1_000, m: 60_000 }[unit?.toLowerCase() ?? ''];
  const milliseconds = Number(amount) * (factor ?? Number.NaN);
  return Number.isFinite(milliseconds) ? milliseconds : null;
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false && value !== 0;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const parseIfJson = (value: unknown): unknown =>
  typeof value === 'string' ? (parseJson(value) ?? value) : value;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
