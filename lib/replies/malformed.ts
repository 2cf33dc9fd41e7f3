/**
 * Says why an attempted tool call was rejected. `not_alone` means that the call is complete, but in a place
 * where calls are only shown.
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
  /**
   * Tells the model the fault, its place, and how to correct the call. It is plain text and never holds the
   * complete reply.
   */
  message: string;
  /** Says where in the reply the fault is, in UTF-16 units. */
  offset: number;
  excerpt: string;
};

/** Gives one reason why a call cannot run, without a period at the end. */
export type Reason = { code: MalformedCode; reason: string };
/**
 * Describes one fault of an attempted call. `wanted` is the call itself, when only its place or shape is
 * wrong.
 */
export type Fault = Reason & { offset: number; wanted?: string };

export const because = (code: MalformedCode, reason: string): Reason => ({ code, reason });
export const foreignFormat = (format: string) =>
  because('foreign_format', `The call is written as ${format}, a format that is not used here`);
export const severalCalls = (count: number) =>
  because('several_calls', `The reply holds ${count} tool calls: send one, and wait for its result`);

/** Quotes a model's key or string as a short JSON string. */
export const quote = (text: string) => JSON.stringify(text.slice(0, 40).toWellFormed());

/** Tells a model how to call. Each answer to an unreadable reply has this text. */
export const contract =
  'Send exactly one JSON object on lines of its own, {"tool": "name", "parameters": {...}, "terminate": false}, or answer in plain text.';
const longestWanted = 400;

export function toMalformed(text: string, { code, reason, offset, wanted }: Fault): Malformed {
  const before = Array.from(text.slice(Math.max(0, offset - 120), offset)).slice(-60);
  const after = Array.from(text.slice(offset, offset + 80)).slice(0, 40);
  const excerpt = [...before, ...after].join('').toWellFormed();
  // Text from the reply may come from a file, so none of it may begin a line among our lines.
  const near = excerpt.replace(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ⏎ ');
  const instruction =
    wanted && wanted.length <= longestWanted
      ? ` If you mean it to run, send exactly this and nothing else:\n${wanted.toWellFormed()}\nOtherwise answer in plain text.`
      : `${near === '' ? ' ' : `\nNear it: ${near}\n`}${contract}`;
  const message = `${reason}, at character ${offset}. Nothing was executed.${instruction}`;
  return { kind: 'malformed', code, message, offset, excerpt };
}
