/**
 * Why a reply that tried to be a call is none.
 * `not_alone`: whole, but placed where calls are only shown, so that nobody can tell whether it was meant.
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
  /** For the model: the fault, where, and how to send it right. Never the whole reply. */
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

/** Up to 100 code points around an offset, 60 before and 40 after, without half a surrogate pair. */
function excerptAround(text: string, offset: number): string {
  const before = Array.from(text.slice(Math.max(0, offset - 120), offset)).slice(-60);
  const after = Array.from(text.slice(offset, offset + 80)).slice(0, 40);
  return [...before, ...after].join('').toWellFormed();
}
