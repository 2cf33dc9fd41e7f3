import { matchAt, skipBlanks, skipBlanksBackward } from './characters';
import { type SpecialToken, skipTurnToken, specialTokenAt, tagAt } from './marks';

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
  if (text[at] === '<') return tokenMarkAt(text, at, isFirstOnLine) ?? tagMarkAt(text, at, isFirstOnLine);
  if (text[at] !== '[' && !isFirstOnLine) return null;
  const mark = matchAt(text[at] === '[' ? bracketMark : callHead, text, at)?.[0];
  const isPython = isFirstOnLine && !mark && matchAt(lastPythonCalls, text, at);
  if (isPython) return { format: 'a function call', end: at + isPython[0].length, endTag: null };
  return mark ? { format: mark.trim(), end: at + mark.length, endTag: null } : null;
}

/** Whether a mark that may begin a call is at `at`, whatever comes after it. */
export function mayBeginCall(text: string, at: number): boolean {
  const tag = tagAt(text, at);
  return tag ? !tag.isClose && isCallTag(tag.name) : specialTokenAt(text, at) !== null;
}

/** First words of a line that is a call: Gemini's Python, Phi's functools, Harmony without its tokens. */
const callHead = /(?:print\()?default_api\.|functools\[|(?:assistant)?(?:commentary )?to=functions\./y;
const bracketMark =
  /\[(?:[A-Z_]{0,30}(?:TOOL|FUNCTION)[A-Z_]{0,30}|tool_calls?|function_calls?)\]\s{0,80}(?=$|[{[]|[\p{L}\d_.-]{1,100}(?:\{|\[ARGS\]|\[CALL_ID\]))/uy;

/** A list of Python calls on the last line. */
const lastPythonCalls = /\[[A-Za-z_][\w.]{0,63}\((?:[A-Za-z_]\w{0,63}\s?=|\))[^\n]{0,400}(?<=\)\])\s{0,80}$/y;

/** A list of Python calls. */
export const pythonCalls = /^\[[A-Za-z_][\w.]{0,63}\((?:[A-Za-z_]\w{0,63}\s?=|\))/;

/** The elements with which Cline and its descendants request tools: read_file, use_mcp_tool. */
const toolElement =
  /^(?:read|write|list|search|execute|run|replace|apply|insert|delete|move|edit|create|use|access|ask|attempt|new|switch|fetch|update|http|web|get|set|find|open|call|make|send|add|remove|copy|rename|browser|codebase|plan)_/;
const callElement =
  /^(?:[^\W_]*[:_])*(?:tool|function|invoke)(?:[_-]?(?:calls?|use|code|request|invocation))?$/;
const isCallTag = (name: string) => callElement.test(name) || toolElement.test(name);

/** Markup after any of these tags is a call; JSON, a name or attributes only after those that no other markup has. */
function tagMarkAt(text: string, at: number, isFirstOnLine: boolean): DialectMark | null {
  const tag = tagAt(text, at);
  if (!tag || tag.isClose || !isCallTag(tag.name)) return null;
  const payload = skipBlanks(text, tag.end);
  const isMarkup = /^<[^/]/.test(text.slice(payload, payload + 2));
  const isJson = payload === text.length || text[payload] === '{' || text[payload] === '[';
  const isToolName = tag.name === 'tool' && /^[\w.-]{1,100}<\/tool>/.test(text.slice(payload, payload + 110));
  const isUnmistakable = callElement.test(tag.name) && /call|^tool_code$/.test(tag.name);
  const isPlainCall = isFirstOnLine && isUnmistakable && text[tag.end] !== ' ' && text[payload] !== '<';
  const isArguments = callElement.test(tag.name) && (isJson || tag.attributes !== '');
  if (!isMarkup && !isToolName && !isPlainCall && !isArguments) return null;
  const isBlock = isFirstOnLine || isMarkup || isJson || text.slice(tag.end, payload).includes('\n');
  return isBlock ? { format: `<${tag.name}>`, end: tag.end, endTag: isToolName ? null : tag.name } : null;
}

const callWords = /tool|function|dsml|^python tag$|^action start$|^plugin$/;
/** A name, more tokens and the beginning of arguments. */
const namedArguments =
  /^\s{0,80}[\p{L}\d_.:/-]{0,80}\s{0,80}(?:<[|｜][^<>]{1,40}>\s{0,80}[\p{L}\d_.:/-]{0,80}\s{0,80}){0,4}[{[(]/u;

/** Known call tokens, and any token that frames no turn and has a name and arguments after it. */
function tokenMarkAt(text: string, at: number, isFirstOnLine: boolean): DialectMark | null {
  const token = specialTokenAt(text, at);
  if (!token || skipTurnToken(text, at) > at) return null;
  const rest = text.slice(token.end, token.end + 400);
  const isCall = isKnownCallToken(token, rest) && (isFirstOnLine || (rest !== '' && !/^[ .,)]/.test(rest)));
  if (!isCall && !(/[{[(]/.test(rest) && namedArguments.test(rest))) return null;
  return { format: text.slice(at, token.end).replace(/[▁\s]+/g, '_'), end: token.end, endTag: null };
}

function isKnownCallToken({ name }: SpecialToken, rest: string): boolean {
  const isChannel = name === 'channel' && (rest.startsWith('commentary') || rest.includes(' to='));
  return callWords.test(name) || isChannel;
}

const toolName =
  /(?:^|[\n>]|^\S{1,20}\s)\s*(?:functions\.)?(\p{L}[\p{L}\d_.-]{0,80})\s{0,4}(<[|｜][^<>]{1,40}>)?\s*$/u;
const recipient =
  /to=[\p{L}\d_.:-]{1,100}\s*(?:<[|｜][^<>]{1,40}>\s*)*\w{0,12}\s*(?:<[|｜][^<>]{1,40}>\s*)*$/u;

/**
 * Where the name of a tool right before an object of arguments begins, on its line or on the line before:
 * `move_file⏎{…}`, `to=functions.move_file json{…}`. Null when that is only a word; before an empty object, only a recipient is more.
 */
export function toolNamedBefore(text: string, at: number, isEmpty = false): number | null {
  const from = Math.max(0, at - 200);
  const last = skipBlanksBackward(text, at, from) - 1;
  const isToken = text[last] === '>' && '|｜'.includes(text.charAt(last - 1));
  if (!isToken && !/[\p{L}\d_]/u.test(text.charAt(last))) return null;
  const head = text.slice(from, at);
  const found = recipient.exec(head);
  if (found || isEmpty) return found && from + found.index;
  const named = toolName.exec(head);
  return named?.[1] && (named[2] || isFunctionName(named[1])) ? from + named.index : null;
}

/** `read_file` and `readFile` name functions; `hammer` and `Press 3` may be anything. */
export function isFunctionName(name: string): boolean {
  return /^\p{L}[\p{L}\d_.-]*$/u.test(name) && /_|\p{Ll}\p{Lu}/u.test(name);
}
