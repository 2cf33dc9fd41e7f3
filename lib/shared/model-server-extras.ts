import { findForbiddenCharacter } from './describe-character';
import type { Reading } from './model-server-values';

const fail = (problem: string) => ({ ok: false, problem }) as const;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]$/;
/** The client sets these itself, for each request. */
const ownHeaders = [
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'accept',
  'accept-encoding',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
];
const secretName = /key|token|secret|passw|signature|^sig$|auth/i;

/** The name of a header (RFC 9110, a token). */
export function readHeaderName(text: string): Reading<string> {
  const name = text.trim();
  if (name === '') return fail('Enter the header’s name, or remove the line.');
  const found = findForbiddenCharacter(name, token);
  if (found !== null) return fail(`${found}. A header’s name has letters, digits and hyphens.`);
  if (ownHeaders.includes(name.toLowerCase())) return fail(`Countersign sets “${name}” itself.`);
  return { ok: true, value: name };
}

/** The value of a header: visible ASCII and spaces. The problem never quotes it. */
export function readHeaderValue(text: string): Reading<string> {
  const value = text.trim();
  if (value === '') return fail('Enter the header’s value.');
  const found = findForbiddenCharacter(value, /^[ -~]$/);
  return found === null ? { ok: true, value } : fail(`${found}. Enter the value again.`);
}

/** The name of a part of the query. Addresses are shown and logged by servers, so no secret goes there. */
export function readQueryName(text: string): Reading<string> {
  const name = text.trim();
  if (name === '') return fail('Enter the parameter’s name, or remove the line.');
  const found = findForbiddenCharacter(name, /^[^\p{C}\p{Zl}\p{Zp}]$/u);
  if (found !== null) return fail(`${found}. Enter the name again.`);
  if (secretName.test(name)) return fail('A key does not go into the address. Use the API key or a header.');
  return { ok: true, value: name };
}

export function readQueryValue(text: string): Reading<string> {
  const value = text.trim();
  if (value === '') return fail('Enter the parameter’s value.');
  const found = findForbiddenCharacter(value, /^[^\p{C}\p{Zl}\p{Zp}]$/u);
  return found === null ? { ok: true, value } : fail(`${found}. Enter the value again.`);
}

/**
 * An address that was copied with a query, apart from it: "…/deployments/gpt?api-version=2024-10-21". Null: it has none, or one that
 * cannot be kept, and what reads the address says so.
 */
export function splitQuery(
  text: string,
): { address: string; query: { name: string; value: string }[] } | null {
  const start = text.indexOf('?');
  if (start === -1 || text.includes('#')) return null;
  const pairs = [...new URLSearchParams(text.slice(start + 1))];
  const query = pairs.map(([name, value]) => ({ name, value }));
  const isKept = query.every(({ name, value }) => readQueryName(name).ok && readQueryValue(value).ok);
  return isKept ? { address: text.slice(0, start), query } : null;
}

/** The first of these names that another one repeats, whatever its case; -1: none does. */
export function findRepeated(names: readonly string[]): number {
  const folded = names.map((name) => name.trim().toLowerCase());
  return folded.findIndex((name, index) => folded.indexOf(name) < index);
}
