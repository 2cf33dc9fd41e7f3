import { findForbiddenCharacter } from '../shared/hidden-characters';
import type { Reading } from './model-server-values';

/** Holds a header, or a part of the query. Its value may be a secret. */
export type NameValue = { name: string; value: string };

const fail = (problem: string) => ({ ok: false, problem }) as const;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]$/;
/** The client sets these headers itself, for each request. */
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

/** Reads the name of a header (RFC 9110, a token). */
export function readHeaderName(text: string): Reading<string> {
  const name = text.trim();
  if (name === '') return fail('Enter the header’s name, or remove the line.');
  const found = findForbiddenCharacter(name, token);
  if (found !== null) return fail(`${found}. A header’s name has letters, digits and hyphens.`);
  if (ownHeaders.includes(name.toLowerCase())) return fail(`Countersign sets “${name}” itself.`);
  return { ok: true, value: name };
}

/** Reads the value of a header: visible ASCII and spaces. The problem never quotes it. */
export function readHeaderValue(text: string): Reading<string> {
  const value = text.trim();
  if (value === '') return fail('Enter the header’s value.');
  const found = findForbiddenCharacter(value, /^[ -~]$/);
  return found === null ? { ok: true, value } : fail(`${found}. Enter the value again.`);
}

/** Reads the name of a query parameter. It refuses names of secrets, because servers show and log addresses. */
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
 * Splits a copied address from its query: "…/deployments/gpt?api-version=2024-10-21". Returns null when there
 * is no query, or one that cannot be kept. Then the reader of the address reports the query.
 */
export function splitQuery(text: string): { address: string; query: NameValue[] } | null {
  const start = text.indexOf('?');
  if (start === -1 || text.includes('#')) return null;
  const pairs = [...new URLSearchParams(text.slice(start + 1))];
  const query = pairs.map(([name, value]) => ({ name, value }));
  const isKept = query.every(({ name, value }) => readQueryName(name).ok && readQueryValue(value).ok);
  return isKept ? { address: text.slice(0, start), query } : null;
}

/** Returns the index of the first name that repeats an earlier one in any case, or -1. */
export function findRepeated(names: readonly string[]): number {
  const folded = names.map((name) => name.trim().toLowerCase());
  return folded.findIndex((name, index) => folded.indexOf(name) < index);
}
