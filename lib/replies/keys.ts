import { blanks, matchAt, quotationMarks } from './characters';

/**
 * The keys of the contract in text that is not JSON, and their names in other formats, under any quoting: `'tool':`,
 * `“tool”：`, `tool=`, `\"tool\":`. Evidence that a call was meant, never enough to run one. A key without quotes comes
 * first on its line, or after a bracket or comma.
 */
const looseKey = new RegExp(
  `(tool_calls|tool|parameters|terminate|name|arguments|action_input|input|type)(?:((?<=[${quotationMarks}]\\1)\\\\?(?:[${quotationMarks}]|$))|(?<=(?:^|[\\n{,[(｛，])${blanks}\\1))${blanks}(?:[:：]|=(?!>)|$)`,
  'g',
);
const contractKeys = ['tool', 'parameters', 'terminate'];
/** `"tool": {` is a configuration's section (pyproject.toml has one), not the name of a tool. */
const section = new RegExp(`${blanks}[{[]`, 'y');

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
      contract: contractKeys.filter((key) => found.has(key)).length,
      quoted: contractKeys.filter((key) => quoted.has(key)).length,
      hasTool: found.has('tool'),
      isForeign:
        (found.has('name') && (found.has('arguments') || (found.has('type') && found.has('input')))) ||
        found.has('action_input') ||
        found.has('tool_calls'),
    };
  }

  /** Whether any key begins at or after `from`. */
  hasAnyAfter(from: number): boolean {
    return (this.keys().at(-1)?.start ?? -1) >= from;
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
    this.all ??= [...this.text.matchAll(looseKey)]
      .map(({ index, 0: all, 1: name = '', 2: quote }) => ({
        name,
        start: index,
        isQuoted: quote !== undefined,
        end: index + all.length,
      }))
      .filter(({ name, end }) => name !== 'tool' || !matchAt(section, this.text, end));
    return this.all;
  }
}

const quotedKey = new RegExp(
  `(?<!\\\\)[${quotationMarks}](?!tool\\\\?.${blanks}.${blanks}[{[])(?:tool|parameters|terminate)\\\\?[${quotationMarks}]${blanks}[:：=]${blanks}(?:["'“{[\\d-]|true|false|null|True|False)`,
  'y',
);

/**
 * Whether a key of the contract in quotes begins with the quotation mark at `at`, with a value after it. An escaped
 * quotation mark is inside the string of a program.
 */
export function quotedKeyAt(text: string, at: number): boolean {
  return matchAt(quotedKey, text, at) !== null;
}

/** Whether a text is the beginning of a key of the contract. */
export function mayBeginKey(text: string): boolean {
  return contractKeys.some((key) => key.startsWith(text));
}

export function isQuotationMark(character: string): boolean {
  return quotationMarks.includes(character);
}
