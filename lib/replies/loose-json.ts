import { isBlank, lineEndAt, skipBlanks } from './blank';
import { dollarSign, firstEastAsian, hyphen, isDigit, isLetter, underscore } from './characters';
import type { JsonFault } from './json/json-scan';
import { reasoningCloseAt } from './reasoning';

/** The keys of the contract, and their names in other formats. */
export type LooseKeys = Record<
  'tool' | 'parameters' | 'terminate' | 'name' | 'arguments' | 'action_input' | 'tool_calls',
  boolean
>;

const looseKeyNames = [
  'tool',
  'parameters',
  'terminate',
  'name',
  'arguments',
  'action_input',
  'tool_calls',
] as const;
const quotes = '"\'`“”„‘’«»＂＇';
const assigns = ':：=';

/**
 * The keys in text that is not JSON, under any quoting: `'tool':`, `“tool”：`, `tool=`, `\"tool\":`.
 * Evidence for "this was meant as a call", never enough to run one.
 */
export function findLooseKeys(text: string, start: number, end: number): LooseKeys {
  const slice = text.slice(start, end);
  const found = looseKeyNames.map((name) => [name, hasLooseKey(slice, name)] as const);
  return Object.fromEntries(found) as LooseKeys;
}

function hasLooseKey(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (isKeyAt(text, at, name.length)) return true;
  }
  return false;
}

function isKeyAt(text: string, at: number, length: number): boolean {
  const isQuoted = at > 0 && quotes.includes(text.charAt(at - 1));
  if (!isQuoted && !startsLooseKey(text, at)) return false;
  let next = at + length;
  if (isQuoted) {
    if (text[next] === '\\') next += 1;
    if (next < text.length && !quotes.includes(text.charAt(next))) return false;
    next += 1;
  }
  next = skipShortBlank(text, next);
  if (next >= text.length) return true;
  if (!assigns.includes(text.charAt(next))) return false;
  return text.slice(at, at + length) !== 'tool' || !opensContainer(text, skipShortBlank(text, next + 1));
}

/** `"tool": {` is a configuration's section (pyproject.toml has one), not the name of a tool. */
function opensContainer(text: string, at: number): boolean {
  return text[at] === '{' || text[at] === '[';
}

function startsLooseKey(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && at - before < 80 && isBlank(text.charCodeAt(before - 1))) before -= 1;
  return (
    before === 0 || '{,[(\n｛，'.includes(text.charAt(before - 1)) || text.slice(before, at).includes('\n')
  );
}

function skipShortBlank(text: string, at: number): number {
  return skipBlanks(text, at, Math.min(text.length, at + 80));
}

/**
 * Whether text that failed to scan as JSON was meant to be JSON, rather than a brace or bracket in prose. In prose
 * `{" and "` is a quoted brace; at the beginning of a line it may be an object that lacks a colon.
 */
export function isMeantAsJson(
  text: string,
  start: number,
  fault: JsonFault,
  end: number,
  isInline: boolean,
): boolean {
  if (isInline && fault.isAfterKey && fault.code !== 'truncated' && fault.keys.length === 1) return false;
  if (fault.keys.length > 0 || fault.openContainers > 1) return true;
  const next = skipBlanks(text, start + 1, end);
  if (text[start] === '[') return text[next] === '{';
  if (next >= end) return true;
  return text[next] === '{' || looksLikeKey(text, next, end);
}

function looksLikeKey(text: string, at: number, end: number): boolean {
  const limit = Math.min(end, at + 80);
  let next = at;
  if (text[next] === '\\') next += 1;
  const isQuoted = quotes.includes(text.charAt(next));
  if (isQuoted) next += 1;
  while (next < limit && isKeyCharacter(text.charCodeAt(next))) next += 1;
  if (next === end) return true;
  if (text[next] === '\\') next += 1;
  if (isQuoted && quotes.includes(text.charAt(next))) next += 1;
  return assigns.includes(text.charAt(skipBlanks(text, next, limit)) || ' ');
}

function isKeyCharacter(code: number): boolean {
  return (
    isLetter(code) ||
    isDigit(code) ||
    code === underscore ||
    code === hyphen ||
    code === dollarSign ||
    code > firstEastAsian
  );
}

/**
 * The likely end of broken JSON: the brace that balances it. Nothing in between is read again, because the outer
 * object decides: nothing inside a broken one becomes a call. If it broke inside a string, it reaches to the end.
 */
export function findBrokenEnd(
  text: string,
  fault: JsonFault,
  end: number,
  stopsAtEmptyLine: boolean,
): number {
  if (fault.isInString && fault.code !== 'truncated' && text[fault.offset] !== '\\') return end;
  let open = Math.max(fault.openContainers, 1);
  for (let at = fault.offset; at < end; at += 1) {
    const character = text.charAt(at);
    if (character === '}' || character === ']') {
      open -= 1;
      if (open <= 0) return at + 1;
    } else if (character === '{' || character === '[') open += 1;
    else if (character === '\\') at += 1;
    else if (character === '"') at = stringEnd(text, at, end);
    else if (character === '<' && reasoningCloseAt(text, at) !== null) return at;
    else if (character === '\n' && stopsAtEmptyLine && isEmptyLine(text, at + 1, end)) return at;
  }
  return end;
}

/** The closing quote on the same line, or the opening one when there is none. */
function stringEnd(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end && text[next] !== '\n'; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === '"') return next;
  }
  return at;
}

function isEmptyLine(text: string, at: number, end: number): boolean {
  return skipBlanks(text, at, lineEndAt(text, at, end)) === lineEndAt(text, at, end);
}
