/**
 * Why an attempted tool call was rejected.
 * `not_alone`: complete, but in a place where calls are only shown, so the model may not have meant it.
 */
export type MalformedCode =
  | 'truncated'
  | 'invalid_json'
  | 'missing_field'
  | 'wrong_type'
  | 'foreign_format'
  | 'several_calls'
  | 'not_alone'
  | 'too_deep'
  | 'too_large';

export type Malformed = {
  kind: 'malformed';
  code: MalformedCode;
  /** For the model: the fault, its place, and how to correct the call. Plain text, never the complete reply. */
  message: string;
  /** Where in the reply the fault is, in UTF-16 units. */
  offset: number;
  /** Up to 100 characters around it. */
  excerpt: string;
};

/** One reason why a call cannot run, without a full stop. */
export type Reason = { code: MalformedCode; reason: string };

/** One fault of an attempted call. `wanted` is the call itself, when only its place or shape is wrong. */
export type Fault = Reason & { offset: number; wanted?: string };

const because = (code: MalformedCode, reason: string): Reason => ({ code, reason });

/** Every fault that a model is told about. */
export const reasons = {
  cut: (path: string, detail: string) =>
    because(
      'truncated',
      `The response ended${inside(path)} before the call was complete (${detail}): send a shorter call, long content in several parts`,
    ),
  cutReasoning: because(
    'truncated',
    'The response ended inside its reasoning, where calls are only drafts: close the reasoning, then send the call',
  ),
  notJson: (path: string, detail: string) =>
    because('invalid_json', `The call is not valid JSON${inside(path)}: ${detail}`),
  tooDeep: (detail: string) => because('too_deep', `The call is ${detail}`),
  tooLong: (limit: number) =>
    because(
      'too_large',
      `The call is longer than the limit of 1 MB (${limit} characters): send the content in several calls`,
    ),
  noBrace: because(
    'invalid_json',
    'The call is not valid JSON: its opening brace is missing or in another place',
  ),
  notOneObject: because('invalid_json', 'The call is not valid JSON: it is not one object'),
  followed: because('invalid_json', 'Something follows directly after the JSON object of the call'),
  twice: (key: string) => because('invalid_json', `The key ${quote(key)} occurs twice in one object`),
  missing: (field: string, detail: string) =>
    because('missing_field', `The call is not valid: "${field}" is missing: ${detail}`),
  wrongType: (field: string, expected: string, actual: string) =>
    because('wrong_type', `The call is not valid: "${field}" must be ${expected}, not ${actual}`),
  parameters: (code: MalformedCode, detail: string) =>
    because(code, `The call is not valid: "parameters" must be an object. ${detail}`),
  foreign: (format: string) =>
    because('foreign_format', `The call is written as ${format}, a format that is not used here`),
  several: (count: number) =>
    because(
      'several_calls',
      `The reply holds ${count} tool calls: send one, wait for its result, then the next`,
    ),
  inOther: because('wrong_type', 'The call is inside an array or another object: send the object itself'),
  inLine: because('not_alone', 'There are words on the same line as the call'),
  inShell: because(
    'not_alone',
    'The call is inside something else: a code fence of another language, other tags, quotes or a label',
  ),
  shown: because('not_alone', 'The call is in a place where calls are only shown'),
  inReasoning: because(
    'not_alone',
    'The call is before the end of the reasoning, where calls are only drafts',
  ),
};

const inside = (path: string) => (path === '' ? '' : ` inside ${path}`);

/** A key or string of a model as a short JSON string. */
export function quote(text: string): string {
  return JSON.stringify(text.slice(0, 40).toWellFormed());
}

/** Tells a model how to call, in each answer to a reply that could not be read. */
export const contract =
  'Send exactly one JSON object on lines of its own, {"tool": "name", "parameters": {...}, "terminate": false}, or answer in plain text.';
const longestWanted = 400;

/** The answer to a model whose call cannot run. `text` is its reply. */
export function toMalformed(text: string, { code, reason, offset, wanted }: Fault): Malformed {
  const excerpt = excerptAround(text, offset);
  const isShort = wanted !== undefined && wanted.length <= longestWanted;
  const instruction = isShort
    ? ` If you mean it to run, send exactly this and nothing else:\n${wanted.toWellFormed()}\nOtherwise answer in plain text.`
    : `${excerpt === '' ? ' ' : `\nNear it: ${excerpt}\n`}${contract}`;
  const message = `${reason}, at character ${offset}. Nothing was executed.${instruction}`;
  return { kind: 'malformed', code, message, offset, excerpt };
}

/** Up to 100 code points around an offset, 60 before and 40 after, never half a surrogate pair. */
function excerptAround(text: string, offset: number): string {
  const before = Array.from(text.slice(Math.max(0, offset - 120), offset)).slice(-60);
  const after = Array.from(text.slice(offset, offset + 80)).slice(0, 40);
  return [...before, ...after].join('').toWellFormed();
}
