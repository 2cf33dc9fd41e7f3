import { blanks, matchAt, quotationMarks } from './characters';

const contractKeys = ['tool', 'parameters', 'terminate'];
/** Each kind of evidence needs at least one of these words. */
const tellingWords = [...contractKeys, 'arguments', 'input'];
const anyQuote = `[${quotationMarks}]`;

/**
 * The keys of the contract in text that is not JSON, and their names in other formats, under any quoting: `'tool':`,
 * `“tool”：`, `tool=`, `\"tool\":`. Evidence that a call was meant, never enough to run one. A key without quotes comes
 * first on its line, or after a bracket or comma.
 */
const looseKey = new RegExp(
  `(tool_calls|tool|parameters|terminate|name|arguments|action_input|input|type)(?:((?<=${anyQuote}\\1)\\\\?(?:${anyQuote}|$))|(?<=(?:^|[\\n{,[(｛，])${blanks}\\1))${blanks}(?:[:：]|=(?!>)|$)`,
  'g',
);
/** `"tool": {` is a configuration's section (pyproject.toml has one), not the name of a tool. */
const section = new RegExp(`${blanks}[{[]`, 'y');

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

type LooseKey = { name: string; start: number; isQuoted: boolean };

/** The loose keys of a text. Collects them in one pass on first use, so that each question is cheap. */
export class LooseKeys {
  private all: LooseKey[] | null = null;

  constructor(private readonly text: string) {}

  within(start: number, end: number): KeyEvidence {
    const keys = this.collect();
    const found = new Set<string>();
    const quoted = new Set<string>();
    for (let index = firstFrom(keys, start); index < keys.length; index += 1) {
      const key = keys[index];
      if (!key || key.start >= end) break;
      found.add(key.name);
      if (key.isQuoted) quoted.add(key.name);
    }
    const isNamed =
      found.has('name') && (found.has('arguments') || (found.has('type') && found.has('input')));
    return {
      contract: contractKeys.filter((key) => found.has(key)).length,
      quoted: contractKeys.filter((key) => quoted.has(key)).length,
      hasTool: found.has('tool'),
      isForeign: isNamed || found.has('action_input') || found.has('tool_calls'),
    };
  }

  /** Whether any key begins at or after `from`. */
  hasAnyAfter(from: number): boolean {
    return (this.collect().at(-1)?.start ?? -1) >= from;
  }

  private collect(): LooseKey[] {
    this.all ??= tellingWords.some((word) => this.text.includes(word)) ? collectKeys(this.text) : [];
    return this.all;
  }
}

function collectKeys(text: string): LooseKey[] {
  const keys: LooseKey[] = [];
  for (const { index, 0: all, 1: name = '', 2: quote } of text.matchAll(looseKey)) {
    const isSection = name === 'tool' && matchAt(section, text, index + all.length);
    if (!isSection) keys.push({ name, start: index, isQuoted: quote !== undefined });
  }
  return keys;
}

/** Index of the first key that begins at `offset` or later. */
function firstFrom(keys: readonly LooseKey[], offset: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const quotedKey = new RegExp(
  `(?<!\\\\)${anyQuote}(?!tool\\\\?.${blanks}.${blanks}[{[])(tool|parameters|terminate)\\\\?${anyQuote}${blanks}[:：=]${blanks}(?:["'“{[\\d-]|true|false|null|True|False)`,
  'y',
);

/**
 * The key of the contract in quotes that begins with the quotation mark at `at`, with a value after it; undefined when
 * there is none. An escaped quotation mark is inside the string of a program.
 */
export function quotedKeyAt(text: string, at: number): string | undefined {
  return matchAt(quotedKey, text, at)?.[1];
}

export function isQuotationMark(character: string): boolean {
  return character !== '' && quotationMarks.includes(character);
}
