import { formsOf, hiddenMark } from './hide-secret';
import { createRecentValues } from './recent-values';

/** Shorter ones may be ordinary words: local servers take any key, such as "ollama" or "not-needed". */
const shortestSecret = 16;

/** The data with a mark in the place of every complete secret, in any form, in each of its texts and names. The same object when it holds none. */
export function hideSecretsIn<Data>(data: Data, secrets: readonly string[]): Data {
  const search = searchFor(secrets);
  if (search === null || !holds(data, search.pattern)) return data;
  return hideIn(data, search.pattern) as Data;
}

/**
 * The same for a text that arrives in pieces: `push` gives what can be shown of it so far, and keeps an end that may become a
 * secret. `end` gives the rest.
 */
export function createSecretFilter(secrets: readonly string[]): {
  push(piece: string): string;
  end(): string;
} {
  const search = searchFor(secrets);
  let kept = '';
  return {
    push(piece) {
      if (search === null) return piece;
      const clean = (kept + piece).replace(search.pattern, hiddenMark);
      let shown = Math.max(0, clean.length - search.longest + 1);
      while (shown < clean.length && !isBegun(search, clean, shown)) shown += 1;
      kept = clean.slice(shown);
      return clean.slice(0, shown);
    },
    end() {
      const rest = kept;
      kept = '';
      return rest;
    },
  };
}

type Search = { forms: readonly string[]; firsts: ReadonlySet<string>; longest: number; pattern: RegExp };

/** Each step asks for the same few lists. */
const searches = createRecentValues<Search | null>(20);

/** Null: nothing there is long enough to be a secret. */
function searchFor(secrets: readonly string[]): Search | null {
  const list = JSON.stringify(secrets);
  const known = searches.find(list);
  if (known !== undefined) return known;
  const made = createSearch(secrets);
  searches.keep(list, made);
  return made;
}

function createSearch(secrets: readonly string[]): Search | null {
  const forms = [...new Set(secrets.filter(({ length }) => length >= shortestSecret).flatMap(formsOf))];
  if (forms.length === 0) return null;
  return {
    forms,
    firsts: new Set(forms.map((form) => form.charAt(0))),
    longest: Math.max(...forms.map(({ length }) => length)),
    pattern: toPattern(forms),
  };
}

/** The text from `start` to its end may be the beginning of a secret. */
function isBegun({ forms, firsts }: Search, text: string, start: number): boolean {
  if (!firsts.has(text.charAt(start))) return false;
  const end = text.slice(start);
  return forms.some((form) => form.startsWith(end));
}

function toPattern(forms: readonly string[]): RegExp {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}

/** A secret may also be written with escapes of JSON, which are read when the text is: then the text is without them. */
function cleanText(text: string, pattern: RegExp): string {
  const clean = text.replace(pattern, hiddenMark);
  if (!clean.includes('\\u')) return clean;
  const plain = clean.replace(/\\+u([\da-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const hidden = plain.replace(pattern, hiddenMark);
  return hidden === plain ? clean : hidden;
}

function holds(data: unknown, pattern: RegExp): boolean {
  if (typeof data === 'string') return cleanText(data, pattern) !== data;
  if (typeof data !== 'object' || data === null) return false;
  if (Array.isArray(data)) return data.some((item) => holds(item, pattern));
  return Object.entries(data).some(([name, value]) => holds(name, pattern) || holds(value, pattern));
}

function hideIn(data: unknown, pattern: RegExp): unknown {
  if (typeof data === 'string') return cleanText(data, pattern);
  if (Array.isArray(data)) return data.map((item) => hideIn(item, pattern));
  if (typeof data !== 'object' || data === null || data instanceof Date) return data;
  const entries = Object.entries(data).map(([name, value]) => [
    cleanText(name, pattern),
    hideIn(value, pattern),
  ]);
  return Object.fromEntries(entries);
}
