import { formsOf, hiddenMark } from './hide-secret';

/** Shorter ones may be ordinary words: local servers take any key, such as "ollama" or "not-needed". */
const shortestSecret = 16;

/** The same data with a mark in the place of every complete secret, in any form, in each of its texts and names. */
export function hideSecretsIn<Data>(data: Data, secrets: readonly string[]): Data {
  const forms = findForms(secrets);
  return forms.length === 0 ? data : (hideIn(data, toPattern(forms)) as Data);
}

/**
 * The same for a text that arrives in pieces: `push` gives what can be shown of it so far, and keeps an end that may become a
 * secret. `end` gives the rest.
 */
export function createSecretFilter(secrets: readonly string[]): {
  push(piece: string): string;
  end(): string;
} {
  const forms = findForms(secrets);
  const pattern = toPattern(forms);
  const longest = Math.max(1, ...forms.map(({ length }) => length));
  let kept = '';
  return {
    push(piece) {
      if (forms.length === 0) return piece;
      const clean = (kept + piece).replace(pattern, hiddenMark);
      let length = Math.min(longest - 1, clean.length);
      while (length > 0 && !isBegun(forms, clean.slice(-length))) length -= 1;
      kept = length === 0 ? '' : clean.slice(-length);
      return clean.slice(0, clean.length - length);
    },
    end() {
      const rest = kept;
      kept = '';
      return rest;
    },
  };
}

function isBegun(forms: readonly string[], end: string): boolean {
  return forms.some((form) => form.startsWith(end));
}

function findForms(secrets: readonly string[]): string[] {
  return [...new Set(secrets.filter(({ length }) => length >= shortestSecret).flatMap(formsOf))];
}

function toPattern(forms: readonly string[]): RegExp {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}

function hideIn(data: unknown, pattern: RegExp): unknown {
  if (typeof data === 'string') return data.replace(pattern, hiddenMark);
  if (Array.isArray(data)) return data.map((item) => hideIn(item, pattern));
  if (typeof data !== 'object' || data === null || data instanceof Date) return data;
  const entries = Object.entries(data).map(([name, value]) => [
    name.replace(pattern, hiddenMark),
    hideIn(value, pattern),
  ]);
  return Object.fromEntries(entries);
}
