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
  /** For the model: the fault, its place, and how to correct the call. Never the complete reply. */
  message: string;
  /** Where in the reply the fault is, in UTF-16 units. */
  offset: number;
  /** Up to 100 characters around it. */
  excerpt: string;
};

const contract =
  'Send exactly one JSON object on lines of its own, {"tool": "name", "parameters": {...}, "terminate": false}, or answer in plain text.';

export function toMalformed(text: string, code: MalformedCode, reason: string, offset: number): Malformed {
  const excerpt = excerptAround(text, offset);
  const where = `At character ${offset}: ${JSON.stringify(excerpt)}.`;
  return {
    kind: 'malformed',
    code,
    message: `${reason}. Nothing was executed. ${where} ${contract}`,
    offset,
    excerpt,
  };
}

/** Up to 100 code points around an offset, 60 before and 40 after, never half a surrogate pair. */
function excerptAround(text: string, offset: number): string {
  const before = Array.from(text.slice(Math.max(0, offset - 120), offset)).slice(-60);
  const after = Array.from(text.slice(offset, offset + 80)).slice(0, 40);
  return [...before, ...after].join('').toWellFormed();
}
