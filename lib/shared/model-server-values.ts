import { findForbiddenCharacter } from './describe-character';

/** A value from a person or the environment: ready to use, or the problem in a plain sentence that never quotes it. */
export type Reading<Value> = { ok: true; value: Value } | { ok: false; problem: string };

const fail = (problem: string) => ({ ok: false, problem }) as const;

/**
 * A key as an HTTP header can carry it: visible ASCII (RFC 9110, field values; RFC 6750, bearer tokens). Trims the space
 * that copying and `$(cat file)` add. Null when there is no key.
 */
export function readApiKey(text: string | null): Reading<string | null> {
  const key = text?.trim() ?? '';
  if (key === '') return { ok: true, value: null };
  const found = findForbiddenCharacter(key, /^[!-~]$/);
  return found === null ? { ok: true, value: key } : fail(`${found}. Copy the API key again.`);
}

/** A model's name without characters that a person cannot see or type. */
export function readModelName(text: string): Reading<string> {
  const name = text.trim();
  if (name === '') return fail('Enter the name of a model.');
  const found = findForbiddenCharacter(name, /^[^\p{C}\p{Zl}\p{Zp}]$/u);
  return found === null ? { ok: true, value: name } : fail(`${found}. Enter the model’s name again.`);
}
