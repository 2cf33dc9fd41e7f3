import { findForbiddenCharacter } from '../shared/hidden-characters';

/**
 * A value from a person or the environment is ready to use, or it has a problem: a plain sentence that never
 * quotes the value.
 */
export type Reading<Value> = { ok: true; value: Value } | { ok: false; problem: string };

const fail = (problem: string) => ({ ok: false, problem }) as const;

/**
 * Reads a key that an HTTP header can carry: visible ASCII (RFC 9110, field values; RFC 6750, bearer tokens).
 * It trims the space that copying and `$(cat file)` add. The value is null when there is no key.
 */
export function readApiKey(text: string | null): Reading<string | null> {
  const key = text?.trim() ?? '';
  if (key === '') return { ok: true, value: null };
  const found = findForbiddenCharacter(key, /^[!-~]$/);
  return found === null ? { ok: true, value: key } : fail(`${found}. Copy the API key again.`);
}

/** Reads a model's name. It refuses characters that a person cannot see or type. */
export function readModelName(text: string): Reading<string> {
  const name = text.trim();
  if (name === '') return fail('Enter the name of a model.');
  const found = findForbiddenCharacter(name, /^[^\p{C}\p{Zl}\p{Zp}]$/u);
  return found === null ? { ok: true, value: name } : fail(`${found}. Enter the model’s name again.`);
}
