import { skipBlanks } from './characters';
import { tagAt } from './markup';
import { type SpecialToken, skipTurnToken, specialTokenAt } from './special-tokens';

/** The beginning of a call in another program's format, in text. */
export type DialectMark = {
  format: string;
  /** Just after the mark itself. */
  end: number;
  /** Name of the end tag that ends the block; null when the format has none. */
  endTag: string | null;
};

/**
 * A native format's mark at `at`: XML-like tags (Anthropic, Qwen, Cline), special tokens (DeepSeek, Kimi, Harmony,
 * Llama, Granite) or `[TOOL_CALLS]` (Mistral). A mark counts only with something like a call after it, so that a
 * sentence about it stays a sentence (cline#4116: a quoted tag made the agent give up).
 */
export function dialectMarkAt(text: string, at: number, isFirstOnLine: boolean): DialectMark | null {
  const first = text[at];
  if (first === '[') return bracketMarkAt(text, at);
  if (first === '<') return tokenMarkAt(text, at, isFirstOnLine) ?? tagMarkAt(text, at, isFirstOnLine);
  const head = isFirstOnLine ? callHeadAt(text, at) : null;
  return head ? { format: head, end: at + head.length, endTag: null } : null;
}

/** First words of a line that is a call: Gemini's Python, Phi's functools, Harmony without its tokens. */
const callHead = /^(?:(?:print\()?default_api\.|functools\[|(?:assistant)?(?:commentary )?to=functions\.)/;

function callHeadAt(text: string, at: number): string | null {
  return callHead.exec(text.slice(at, at + 40))?.[0] ?? null;
}

/** First words of the elements with which Cline and its descendants request tools: read_file, use_mcp_tool. */
const toolVerbs = new Set(
  (
    'read write list search execute run replace apply insert delete move edit create use access ask attempt new ' +
    'switch fetch update http web get set find open call make send add remove copy rename browser codebase plan'
  ).split(' '),
);

const callTag = /^(?:\w+[:_])*?(?:tool|function|invoke)(?:[_-]?(?:calls?|use|code|request|invocation))?$/;
const calls = /^(?:toolcalls?|functioncalls?)$/;

/** Whether a tag of this name may begin a call in some format. */
function isCallTagName(name: string): boolean {
  return isCallTag(name) || isToolElement(name);
}

function isCallTag(name: string): boolean {
  return callTag.test(name) || calls.test(name);
}

function isToolElement(name: string): boolean {
  const underscore = name.indexOf('_');
  return underscore > 0 && toolVerbs.has(name.slice(0, underscore));
}

function tagMarkAt(text: string, at: number, isFirstOnLine: boolean): DialectMark | null {
  const tag = tagAt(text, at);
  if (!tag || tag.isClose || !isCallTagName(tag.name)) return null;
  const payload = skipBlanks(text, tag.end);
  const next = text[payload];
  const isMarkup = next === '<' && text[payload + 1] !== '/';
  const isJson = next === '{' || next === '[' || next === undefined;
  const isToolName = tag.name === 'tool' && /^[\w.-]{1,100}<\/tool>/.test(text.slice(payload, payload + 110));
  const isPlainCall = isFirstOnLine && isUnmistakable(tag.name) && text[tag.end] !== ' ' && next !== '<';
  if (!isMarkup && !isToolName && !isPlainCall && !(isCallTag(tag.name) && (isJson || tag.hasAttributes)))
    return null;
  const isBlock = isFirstOnLine || isMarkup || isJson || /^\r?\n/.test(text.slice(tag.end, tag.end + 2));
  return isBlock ? { format: `<${tag.name}>`, end: tag.end, endTag: isToolName ? null : tag.name } : null;
}

/** Tags that no other markup has: any text after them is a call. */
function isUnmistakable(name: string): boolean {
  return isCallTag(name) && (name.includes('call') || name === 'tool_code');
}

const callWords = /tool|function|dsml|^python tag$|^action start$|^plugin$/;
/** A name, more tokens and the beginning of arguments. */
const namedArguments = /^\s*[\w.:/-]{0,80}\s*(?:<[|｜][^<>]{1,40}>\s*[\w.:/-]{0,80}\s*){0,4}[{[(]/;

/** Known call tokens, and any token that frames no turn and has a name and arguments after it. */
function tokenMarkAt(text: string, at: number, isFirstOnLine: boolean): DialectMark | null {
  const token = specialTokenAt(text, at);
  if (!token || skipTurnToken(text, at) > at) return null;
  const format = text.slice(at, token.end).replace(/[▁\s]+/g, '_');
  const rest = text.slice(token.end, token.end + 400);
  const isCall = isKnownCallToken(token, rest) && (isFirstOnLine || (rest !== '' && !/^[ .,)]/.test(rest)));
  return isCall || (/[{[(]/.test(rest) && namedArguments.test(rest))
    ? { format, end: token.end, endTag: null }
    : null;
}

function isKnownCallToken({ name }: SpecialToken, rest: string): boolean {
  return (
    callWords.test(name) || (name === 'channel' && (rest.startsWith('commentary') || rest.includes(' to=')))
  );
}

const bracketMark = /^\[(?:[A-Z_]{0,30}(?:TOOL|FUNCTION)[A-Z_]{0,30}|tool_calls?|function_calls?)\]/;

/** Whether a mark that may begin a call is at `at`, whatever comes after it. */
export function mayBeginCall(text: string, at: number): boolean {
  if (text[at] === '[') return bracketMark.test(text.slice(at, at + 80));
  const tag = tagAt(text, at);
  return (tag !== null && !tag.isClose && isCallTagName(tag.name)) || specialTokenAt(text, at) !== null;
}

function bracketMarkAt(text: string, at: number): DialectMark | null {
  const mark = bracketMark.exec(text.slice(at, at + 80))?.[0];
  if (!mark) return null;
  const payload = text.slice(at + mark.length, at + mark.length + 200);
  const isPayload = /^\s*(?:$|[{[]|[\w.-]{1,100}(?:\{|\[ARGS\]|\[CALL_ID\]))/.test(payload);
  return isPayload ? { format: mark, end: at + mark.length, endTag: null } : null;
}

const toolNameBefore =
  /(?:^|[\n>]|^\S{1,20}\s)\s*(?:functions\.)?([A-Za-z][\w.-]{0,80})\s{0,4}(<[|｜][^<>]{1,40}>)?\s*$/;
const recipientBefore =
  /to=[\w.:-]{1,100}\s*(?:<[|｜][^<>]{1,40}>\s*)*\w{0,12}\s*(?:<[|｜][^<>]{1,40}>\s*)*$/;

/**
 * The name of a tool right before an object of arguments, on its line or on the line before: `move_file⏎{…}`,
 * `to=functions.move_file json{…}`. Null when that is only a word.
 */
export function toolNamedBefore(
  text: string,
  at: number,
  isName: (name: string) => boolean,
): { start: number } | null {
  const from = Math.max(0, at - 200);
  const head = text.slice(from, at);
  const recipient = recipientBefore.exec(head);
  if (recipient) return { start: from + recipient.index };
  const named = toolNameBefore.exec(head);
  return named?.[1] && (named[2] || isName(named[1])) ? { start: from + named.index } : null;
}
