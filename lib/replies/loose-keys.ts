import { isBlank, skipBlanks } from './characters';

/**
 * The keys of the contract in text that is not JSON, and their names in other formats, under any quoting: `'tool':`,
 * `“tool”：`, `tool=`, `\"tool\":`. Evidence that a call was meant, never enough to run one.
 */
type LooseKey = { name: string; start: number; isQuoted: boolean };

/** The keys of one stretch of text. */
export type KeyEvidence = {
  /** Different keys of the contract. */
  contract: number;
  /** Those among them in quotes: JSON, not a type, a schema or a program. */
  quoted: number;
  hasTool: boolean;
  /** The keys of another program's envelope. */
  isForeign: boolean;
};

const names = /tool_calls|tool|parameters|terminate|name|arguments|action_input|input|type/g;
const contractKeys = new Set(['tool', 'parameters', 'terminate']);
const quotes = '"\'`“”„‘’«»＂＇';
const assigns = ':：=';
const longestGap = 80;

/** The loose keys of a text. Collects them in one pass on first use, so that each question is cheap. */
export class LooseKeys {
  private all: LooseKey[] | null = null;

  constructor(private readonly text: string) {}

  /** Offset of the first key at or after `from`; infinity when there is none. */
  next(from: number): number {
    return this.keys()[this.indexOf(from)]?.start ?? Number.POSITIVE_INFINITY;
  }

  within(start: number, end: number): KeyEvidence {
    const found = this.keys().slice(this.indexOf(start), this.indexOf(end));
    const has = (name: string) => found.some((key) => key.name === name);
    const contract = found.filter((key) => contractKeys.has(key.name));
    return {
      contract: new Set(contract.map((key) => key.name)).size,
      quoted: new Set(contract.filter((key) => key.isQuoted).map((key) => key.name)).size,
      hasTool: has('tool'),
      isForeign:
        (has('name') && (has('arguments') || (has('type') && has('input')))) ||
        has('action_input') ||
        has('tool_calls'),
    };
  }

  private indexOf(offset: number): number {
    const keys = this.keys();
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private keys(): LooseKey[] {
    this.all ??= [...this.text.matchAll(names)].flatMap(({ index, 0: name }) => {
      const key = looseKeyAt(this.text, index, name);
      return key ? [key] : [];
    });
    return this.all;
  }
}

function looseKeyAt(text: string, at: number, name: string): LooseKey | null {
  const isQuoted = at > 0 && quotes.includes(text.charAt(at - 1));
  if (!isQuoted && !startsKey(text, at)) return null;
  const after = isQuoted ? quotedKeyEnd(text, at + name.length) : at + name.length;
  if (after === null) return null;
  const next = skipGap(text, after);
  if (next < text.length && (!assigns.includes(text.charAt(next)) || text.startsWith('=>', next)))
    return null;
  return name === 'tool' && opensContainer(text, skipGap(text, next + 1))
    ? null
    : { name, start: at, isQuoted };
}

/** Just after the closing quote; null when other text follows the name. */
function quotedKeyEnd(text: string, at: number): number | null {
  const closing = text[at] === '\\' ? at + 1 : at;
  return closing >= text.length || quotes.includes(text.charAt(closing)) ? closing + 1 : null;
}

/** `"tool": {` is a configuration's section (pyproject.toml has one), not the name of a tool. */
function opensContainer(text: string, at: number): boolean {
  return text[at] === '{' || text[at] === '[';
}

/** A key without quotes comes first on its line, or after a bracket or comma. */
function startsKey(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && at - before < longestGap && isBlank(text.charCodeAt(before - 1))) before -= 1;
  return (
    before === 0 || '{,[(\n｛，'.includes(text.charAt(before - 1)) || text.slice(before, at).includes('\n')
  );
}

function skipGap(text: string, at: number): number {
  return skipBlanks(text, at, Math.min(text.length, at + longestGap));
}

const jsonValue = /^(?:["'“{[\d-]|true|false|null|True|False)/;

/**
 * Whether a key of the contract in quotes begins with the quotation mark at `at`, with a value after it; `unknown` while
 * more may arrive. An escaped quotation mark is inside the string of a program.
 */
export function quotedKeyAt(text: string, at: number): 'yes' | 'no' | 'unknown' {
  if (text[at - 1] === '\\') return 'no';
  const rest = text.slice(at + 1, at + 12);
  const name = [...contractKeys].find((key) => rest.startsWith(key));
  if (!name)
    return rest.length < 10 && [...contractKeys].some((key) => key.startsWith(rest)) ? 'unknown' : 'no';
  const after = quotedKeyEnd(text, at + 1 + name.length);
  if (after === null) return 'no';
  const assign = skipGap(text, after);
  const value = skipGap(text, assign + 1);
  if (assign >= text.length || value >= text.length) return 'unknown';
  return looseKeyAt(text, at + 1, name) && jsonValue.test(text.slice(value, value + 5)) ? 'yes' : 'no';
}

export function isQuote(character: string): boolean {
  return quotes.includes(character);
}
