import { blanks, matchAt, quotationMarks } from './characters';

const contractKeys = ['tool', 'parameters', 'terminate'];
const anyQuote = `[${quotationMarks}]`;

/**
 * Matches keys of the contract and of other formats: `'tool':`, `“tool”：`, `\"tool\":`, `"tool" =>`, and
 * `tool=` at the start of a line or after a bracket or comma.
 */
const looseKey = new RegExp(
  `(tool_calls|tool|parameters|terminate|name|arguments|action_input|input|type)(?:((?<=${anyQuote}\\1)\\\\?(?:${anyQuote}|$))|(?<=(?:^|[\\n{,[(｛，])${blanks}\\1))${blanks}(?:[:：]|=(?!>)|(?<=${anyQuote}${blanks})[^\\w\\s"'\`,{}[\\]]{0,3}[:：=]|$)`,
  'g',
);
/** `"tool": {` is a section of a configuration (pyproject.toml has one), not the name of a tool. */
const section = new RegExp(`${blanks}[{[]`, 'y');
const longestLookBack = 100;

/**
 * Finds the loose keys from `start` to `end`. They are evidence that the model meant a call, but never enough
 * to run one. Keys in quotes are JSON, not a type or a program.
 */
export function keysIn(text: string, start: number, end: number) {
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
 * Finds the contract's key with a value, if it begins with the quotation mark at `at`. An escaped mark is
 * inside a program's string.
 */
export const quotedKeyAt = (text: string, at: number) => matchAt(quotedKey, text, at)?.[1];
export const isQuotationMark = (character: string) => character !== '' && quotationMarks.includes(character);

const keyLine =
  /[*_"']{0,4}(tool|parameters|terminate|action input|action|thought|final answer)[*_"']{0,4}[^\S\n]{0,80}[:：][*_"']{0,4}[^\S\n]{0,80}([^\n]{0,200})/iy;

/**
 * Describes a line such as `tool: read_file` or `**Action Input:** {…}`, as `key: value`. YAML and ReAct
 * calls consist of such lines.
 */
export type KeyLine = { line: string; start: number; end: number };

export function keyLineAt(text: string, start: number, end: number): KeyLine | null {
  const [, key, value = ''] = matchAt(keyLine, text, start) ?? [];
  return key === undefined ? null : { line: `${key.toLowerCase()}: ${value.trim()}`, start, end };
}

const yamlMember = /^(?:parameters: (?:$|[{[|>"]|null$)|terminate: (?:true|false|yes|no)\b)/im;

/**
 * Names the format of the call in these lines. A thought and an action alone are a call if nothing else is in
 * the reply.
 */
export function formatOfLines(keyLines: readonly KeyLine[], isAll: boolean): string | null {
  const lines = keyLines.map(({ line }) => line).join('\n');
  const isOneLine = /^tool: [^\s{]\S* .*parameters["']?\s?[:=]/m.test(lines);
  if (isOneLine || (/^tool: [^\s{]\S*$/m.test(lines) && yamlMember.test(lines))) return 'YAML';
  const isAlone = isAll && lines.startsWith('thought:') && /^action: \S/m.test(lines);
  return isAlone || /^action:.*\naction input:/m.test(lines) ? 'Action and Action Input lines' : null;
}
