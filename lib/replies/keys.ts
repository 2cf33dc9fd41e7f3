import { blanks, matchAt, quotationMarks } from './characters';

const contractKeys = ['tool', 'parameters', 'terminate'];
const anyQuote = `[${quotationMarks}]`;

/**
 * The keys of the contract in text that is not JSON, and their names in other formats, under any quoting: `'tool':`,
 * `“tool”：`, `tool=`, `\"tool\":`, `"tool" =>`. Evidence that a call was meant, never enough to run one. A key without quotes comes
 * first on its line, or after a bracket or comma.
 */
const looseKey = new RegExp(
  `(tool_calls|tool|parameters|terminate|name|arguments|action_input|input|type)(?:((?<=${anyQuote}\\1)\\\\?(?:${anyQuote}|$))|(?<=(?:^|[\\n{,[(｛，])${blanks}\\1))${blanks}(?:[:：]|=(?!>)|(?<=${anyQuote}${blanks})[^\\w\\s"'\`,{}[\\]]{0,3}[:：=]|$)`,
  'g',
);
/** `"tool": {` is a configuration's section (pyproject.toml has one), not the name of a tool. */
const section = new RegExp(`${blanks}[{[]`, 'y');

/** The keys of one stretch of text. */
export type KeyEvidence = {
  /** The different keys of the contract. */
  contract: string[];
  /** Those among them in quotes: JSON, not a type, a schema or a program. */
  quoted: string[];
  /** The keys of another program's envelope. */
  isForeign: boolean;
};

/** Whether a key begins there may depend on so much of the text before it. */
const longestLookBack = 100;

/** The loose keys that begin from `start` to `end`. */
export function keysIn(text: string, start: number, end: number): KeyEvidence {
  const from = Math.max(0, start - longestLookBack);
  const part = text.slice(from, end);
  const found = new Set<string>();
  const quoted = new Set<string>();
  looseKey.lastIndex = start - from;
  for (let key = looseKey.exec(part); key; key = looseKey.exec(part)) {
    const [all, name = '', quotes] = key;
    if (name === 'tool' && matchAt(section, part, key.index + all.length)) continue;
    found.add(name);
    if (quotes !== undefined) quoted.add(name);
  }
  const isNamed = found.has('name') && (found.has('arguments') || (found.has('type') && found.has('input')));
  return {
    contract: contractKeys.filter((key) => found.has(key)),
    quoted: contractKeys.filter((key) => quoted.has(key)),
    isForeign: isNamed || found.has('action_input') || found.has('tool_calls'),
  };
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
