import { isBlank, matchAt, quotationMarks, skipBlanks } from './characters';

/**
 * The keys of the contract in text that is not JSON, and their names in other formats, under any quoting: `'tool':`,
 * `“tool”：`, `tool=`, `\"tool\":`. Evidence that a call was meant, never enough to run one.
 */
type LooseKey = { name: string; start: number; isQuoted: boolean };

/** The keys of one stretch of text. */
export type KeyEvidence = {
  /** How many different keys of the contract. */
  contract: number;
  /** Those among them in quotes: JSON, not a type, a schema or a program. */
  quoted: number;
  hasTool: boolean;
  /** The keys of another program's envelope. */
  isForeign: boolean;
};

const names = /tool_calls|tool|parameters|terminate|name|arguments|action_input|input|type/g;
const longestGap = 80;

/** The loose keys of a text. Collects them in one pass on first use, so that each question is cheap. */
export class LooseKeys {
  private all: LooseKey[] | null = null;

  constructor(private readonly text: string) {}

  within(start: number, end: number): KeyEvidence {
    const found = new Set<string>();
    const quoted = new Set<string>();
    const keys = this.keys();
    for (let index = this.indexOf(start); index < keys.length; index += 1) {
      const key = keys[index];
      if (!key || key.start >= end) break;
      found.add(key.name);
      if (key.isQuoted) quoted.add(key.name);
    }
    return {
      contract: countContract(found),
      quoted: countContract(quoted),
      hasTool: found.has('tool'),
      isForeign:
        (found.has('name') && (found.has('arguments') || (found.has('type') && found.has('input')))) ||
        found.has('action_input') ||
        found.has('tool_calls'),
    };
  }

  /** Whether any key begins at or after `from`. */
  hasAnyAfter(from: number): boolean {
    return this.indexOf(from) < this.keys().length;
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

function countContract(keys: Set<string>): number {
  return Number(keys.has('tool')) + Number(keys.has('parameters')) + Number(keys.has('terminate'));
}

function looseKeyAt(text: string, at: number, name: string): LooseKey | null {
  const isQuoted = at > 0 && isQuotationMark(text.charAt(at - 1));
  if (!isQuoted && !startsKey(text, at)) return null;
  const after = isQuoted ? quotedKeyEnd(text, at + name.length) : at + name.length;
  if (after === null) return null;
  const next = skipGap(text, after);
  if (next < text.length && (!':：='.includes(text.charAt(next)) || text.startsWith('=>', next))) return null;
  // `"tool": {` is a configuration's section (pyproject.toml has one), not the name of a tool.
  const value = text.charAt(skipGap(text, next + 1));
  return name === 'tool' && (value === '{' || value === '[') ? null : { name, start: at, isQuoted };
}

/** Just after the closing quote; null when other text follows the name. */
function quotedKeyEnd(text: string, at: number): number | null {
  const closing = text[at] === '\\' ? at + 1 : at;
  return closing >= text.length || isQuotationMark(text.charAt(closing)) ? closing + 1 : null;
}

/** A key without quotes comes first on its line, or after a bracket or comma. */
function startsKey(text: string, at: number): boolean {
  let before = at;
  let isFirstOnLine = false;
  while (before > 0 && at - before < longestGap && isBlank(text.charCodeAt(before - 1))) {
    before -= 1;
    isFirstOnLine ||= text[before] === '\n';
  }
  return isFirstOnLine || before === 0 || '{,[(\n｛，'.includes(text.charAt(before - 1));
}

function skipGap(text: string, at: number): number {
  return skipBlanks(text, at, Math.min(text.length, at + longestGap));
}

const jsonValue = /["'“{[\d-]|true|false|null|True|False/y;
const anyContractKey = /tool|parameters|terminate/y;

/**
 * Whether a key of the contract in quotes begins with the quotation mark at `at`, with a value after it. An escaped
 * quotation mark is inside the string of a program.
 */
export function quotedKeyAt(text: string, at: number): boolean {
  const name = text[at - 1] === '\\' ? undefined : matchAt(anyContractKey, text, at + 1)?.[0];
  const after = name ? quotedKeyEnd(text, at + 1 + name.length) : null;
  if (!name || after === null) return false;
  const value = skipGap(text, skipGap(text, after) + 1);
  return looseKeyAt(text, at + 1, name) !== null && matchAt(jsonValue, text, value) !== null;
}

/** Whether a text is the beginning of a key of the contract. */
export function mayBeginKey(text: string): boolean {
  return ['tool', 'parameters', 'terminate'].some((key) => key.startsWith(text));
}

export function isQuotationMark(character: string): boolean {
  return quotationMarks.includes(character);
}
