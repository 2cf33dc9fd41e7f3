import { formsOf, hiddenMark } from '../shared/hide-secret';
import { createRecentValues } from './recent-values';

/** Shorter values may be ordinary words: local servers take any key, such as "ollama" or "not-needed". */
const shortestSecret = 16;
/**
 * A model reads 16,000 characters of a result. A search for parts scans the text for each form of each
 * secret.
 */
const maxCutCharacters = 100_000;

/**
 * Puts a mark in place of every complete secret, in any form, in each text and name of the data. Returns the
 * same object when it holds no secret.
 */
export function hideSecretsIn<Data>(data: Data, secrets: readonly string[]): Data {
  const search = searchFor(secrets);
  return search === null ? data : cleanData(data, (text) => cleanText(text, search.pattern));
}

/**
 * Hides complete secrets, and parts of secrets in a text that was shortened, perhaps in the middle of one. It
 * hides a beginning or an end of at least half a secret, in texts of up to 100,000 characters.
 */
export function hideCutSecretsIn<Data>(data: Data, secrets: readonly string[]): Data {
  const search = searchFor(secrets);
  if (search === null) return data;
  return cleanData(data, (text) => hideParts(cleanText(text, search.pattern), search.forms));
}

/**
 * Hides complete secrets in a text that arrives in pieces. `push` returns what can be shown so far and keeps
 * an end that may become a secret. `end` returns the rest.
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

/** Returns null when no value is long enough to be a secret. */
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

/** Tells whether the text from `start` to its end may be the beginning of a secret. */
function isBegun({ forms, firsts }: Search, text: string, start: number): boolean {
  if (!firsts.has(text.charAt(start))) return false;
  const end = text.slice(start);
  return forms.some((form) => form.startsWith(end));
}

function toPattern(forms: readonly string[]): RegExp {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}

/**
 * Also finds a secret that JSON escapes hide. The escapes must be read to find it, so the result is without
 * them.
 */
function cleanText(text: string, pattern: RegExp): string {
  const clean = text.replace(pattern, hiddenMark);
  if (!clean.includes('\\u') && !clean.includes('\\/')) return clean;
  const plain = clean.replace(/\\+(?:u([\da-f]{4})|\/)/gi, (_, code: string | undefined) =>
    code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16)),
  );
  const hidden = plain.replace(pattern, hiddenMark);
  return hidden === plain ? clean : hidden;
}

/** Hides each beginning or end of a form that is at least half as long as the form. */
function hideParts(text: string, forms: readonly string[]): string {
  if (text.length > maxCutCharacters) return text;
  return forms.reduce((left, form) => {
    const half = Math.ceil(form.length / 2);
    const withoutBeginnings = hidePart(left, form.slice(0, half), form.slice(half), '');
    return hidePart(withoutBeginnings, form.slice(-half), '', form.slice(0, -half));
  }, text);
}

/**
 * Hides each `part`, and as many of the secret's characters `after` and `before` it as the text has there.
 */
function hidePart(text: string, part: string, after: string, before: string): string {
  let [result, shown] = ['', 0];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, shown)) {
    let [start, end] = [at, at + part.length];
    for (let index = 0; index < after.length && text[end] === after[index]; index += 1) end += 1;
    for (let index = before.length; index > 0 && start > shown; index -= 1) {
      if (text[start - 1] !== before[index - 1]) break;
      start -= 1;
    }
    result += text.slice(shown, start) + hiddenMark;
    shown = end;
  }
  return result + text.slice(shown);
}

function cleanData<Data>(data: Data, clean: (text: string) => string): Data {
  return needsCleaning(data, clean) ? (cleanIn(data, clean) as Data) : data;
}

function needsCleaning(data: unknown, clean: (text: string) => string): boolean {
  if (typeof data === 'string') return clean(data) !== data;
  if (typeof data !== 'object' || data === null) return false;
  if (Array.isArray(data)) return data.some((item) => needsCleaning(item, clean));
  return Object.entries(data).some(
    ([name, value]) => needsCleaning(name, clean) || needsCleaning(value, clean),
  );
}

function cleanIn(data: unknown, clean: (text: string) => string): unknown {
  if (typeof data === 'string') return clean(data);
  if (Array.isArray(data)) return data.map((item) => cleanIn(item, clean));
  if (typeof data !== 'object' || data === null || data instanceof Date) return data;
  const entries = Object.entries(data).map(([name, value]) => [clean(name), cleanIn(value, clean)]);
  return Object.fromEntries(entries);
}
