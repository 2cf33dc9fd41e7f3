import { matchAt, skipBlanks, skipBlanksBackward } from './characters';
import { tagAt, tokenInBars, tokenName } from './marks';

/**
 * Describes the beginning of a call in another program's format. `end` is where its mark ends; `endTag` ends
 * the call, if it has one.
 */
export type Dialect = { format: string; end: number; endTag: string | null };

/**
 * Matches Mistral's `[TOOL_CALLS]` before arguments, or before a name and arguments. Also matches `[ARGS]`
 * alone, because some servers drop the first token.
 */
const bracketMark =
  /\[(?:ARGS\]\s{0,80}(?=\{)|(?:[A-Z_]{0,30}(?:TOOL|FUNCTION)[A-Z_]{0,30}|tool_calls?|function_calls?)\]\s{0,80}(?=$|[{[]|[\p{L}\d_.-]{1,100}(?:\{|\[ARGS\]|\[CALL_ID\])))/uy;
/**
 * Matches the first words of a line that is a call: Gemini's Python, Phi's functools, Harmony without tokens,
 * or a list of Python calls on the last line. Some servers drop tokens, so it also matches Gemma's
 * `call:read_file{`, DeepSeek's `functionread_file` above a fence, and GLM's keys below a name.
 */
const lineHead =
  /call:[A-Za-z_]\w{0,63}\{|function[a-z]+_\w{1,63}\s{1,4}```json|[a-z]+_\w{1,63}\s{1,4}<arg_key>|(?:print\()?default_api\.|functools\[|(?:assistant)?(?:commentary )?to=functions\.|\[[A-Za-z_][\w.]{0,63}\((?:[A-Za-z_]\w{0,63}\s?=|\))[\s\S]{0,400}(?<=\)\])\s{0,80}$/y;

/**
 * Finds a native format's mark at `at`, if something like a call follows it. A sentence about the mark stays
 * a sentence (cline#4116).
 */
export function dialectAt(text: string, at: number, isFirst: boolean): Dialect | null {
  if (text[at] === '<') return tokenAt(text, at, isFirst) ?? callTagAt(text, at, isFirst);
  const mark =
    matchAt(bracketMark, text, at) ??
    (isFirst ? (matchAt(lineHead, text, at) ?? functionCallAt(text, at)) : null);
  return mark && { format: mark[0].slice(0, 40).trim(), end: at + mark[0].length, endTag: null };
}

const callHead = /(\p{L}[\p{L}\d_.-]{0,80})\(\s{0,4}(?=\{\s{0,80}["'}])(?!\{\s{0,80}"tool")/uy;
const callTail = /\}\s{0,80}\)[;\s]{0,80}$/;

/**
 * Finds `read_file({"path": "a.md"})` up to the end of the reply. We show a model its own native call in this
 * form when we could not read it.
 */
function functionCallAt(text: string, at: number): RegExpExecArray | null {
  const head = matchAt(callHead, text, at);
  return head && isFunctionName(head[1] ?? '') && callTail.test(text.slice(-200)) ? head : null;
}

/** Says whether a mark that may begin a call is at `at`. The text after the mark does not matter. */
export function mayBeginCall(text: string, at: number): boolean {
  const tag = tagAt(text, at);
  return tag ? !tag.isClose && isCallTag(tag.name) : matchAt(token, text, at) !== null;
}

/** Cline and its descendants request tools with these elements: read_file, use_mcp_tool. */
const toolElement =
  /^(?:read|write|list|search|execute|run|replace|apply|insert|delete|move|edit|create|use|access|ask|attempt|new|switch|fetch|update|http|web|get|set|find|open|call|make|send|add|remove|copy|rename|browser|codebase|plan)_/;
const callTag = /^(?:[^\W_]*[:_])*(?:tool|function|invoke)(?:[_-]?(?:calls?|use|code|request|invocation))?$/;
const isCallTag = (name: string) => callTag.test(name) || toolElement.test(name);

/**
 * Finds XML-like tags (Anthropic, Qwen, Cline). Markup after any such tag is a call. JSON, a name or
 * attributes count only after tags that no other markup has.
 */
function callTagAt(text: string, at: number, isFirst: boolean): Dialect | null {
  const tag = tagAt(text, at);
  if (!tag || tag.isClose || !isCallTag(tag.name)) return null;
  const { name, end, attributes } = tag;
  const payload = skipBlanks(text, end);
  const isMarkup = /^<[^/]/.test(text.slice(payload, payload + 2));
  const isJson = payload === text.length || text[payload] === '{' || text[payload] === '[';
  const isToolName = name === 'tool' && /^[\w.-]{1,100}<\/tool>/.test(text.slice(payload, payload + 110));
  const isEmpty = text[payload] === '<' && !text.slice(end, payload).includes('\n');
  const isPlainCall =
    isFirst && callTag.test(name) && /call|^tool_code$/.test(name) && text[end] !== ' ' && !isEmpty;
  const isArguments = callTag.test(name) && (isJson || attributes !== '');
  if (!isMarkup && !isToolName && !isPlainCall && !isArguments) return null;
  const isBlock = isFirst || isMarkup || isJson || text.slice(end, payload).includes('\n');
  return isBlock ? { format: `<${name}>`, end, endTag: isToolName ? null : name } : null;
}

const token = new RegExp(tokenInBars, 'y');
const callWords = /tool|function|dsml|^python tag$|^action start$|^plugin$/;
const namedArguments =
  /^\s{0,80}[\p{L}\d_.:/-]{0,80}\s{0,80}(?:<[|｜][^<>]{1,40}>\s{0,80}[\p{L}\d_.:/-]{0,80}\s{0,80}){0,4}[{[(]/u;

/**
 * Finds special tokens (DeepSeek, Kimi, Harmony, Llama, Granite): tokens for calls, and any token that frames
 * no turn and precedes a name and arguments.
 */
function tokenAt(text: string, at: number, isFirst: boolean): Dialect | null {
  const [all, inBars] = matchAt(token, text, at) ?? [];
  if (all === undefined || inBars === undefined) return null;
  const rest = text.slice(at + all.length, at + all.length + 400);
  const name = tokenName(inBars);
  const isChannel = name === 'channel' && /^commentary| to=/.test(rest);
  const isCall = (callWords.test(name) || isChannel) && (isFirst || (rest !== '' && !/^[ .,)]/.test(rest)));
  if (!isCall && !(/[{[(]/.test(rest) && namedArguments.test(rest))) return null;
  return { format: all.replace(/[▁\s]+/g, '_'), end: at + all.length, endTag: null };
}

const named =
  /(to=[\p{L}\d_.:-]{1,100}\s*(?:<[|｜][^<>]{1,40}>\s*)*\w{0,12}\s*(?:<[|｜][^<>]{1,40}>\s*)*)$|(?:^|[\n>]|^\S{1,20}\s)\s*(?:functions\.)?(\p{L}[\p{L}\d_.-]{0,80})(?::\d{1,4})?\s{0,4}(<[|｜][^<>]{1,40}>)?\s*$/u;

/**
 * Finds where a tool's name before its arguments begins: `move_file⏎{…}`, Kimi's `functions.move_file:0{…}`,
 * `to=functions.move_file json{…}`. Before `{}`, only a recipient counts, because a name may be a mere word.
 */
export function toolNamedBefore(text: string, at: number, isEmpty = false): number | null {
  const from = Math.max(0, at - 200);
  const last = skipBlanksBackward(text, at, from) - 1;
  if (!/[\p{L}\d_]|(?<=[|｜])>/u.test(text.slice(Math.max(0, last - 1), last + 1))) return null;
  const found = named.exec(text.slice(from, at));
  const [, recipient, name = '', token] = found ?? [];
  const isMeant = recipient ?? (!isEmpty && name !== '' && (token || isFunctionName(name)));
  return found && isMeant ? from + found.index : null;
}

/**
 * Says whether a word names a function, as `read_file` and `readFile` do; `hammer` and `Press 3` may be
 * anything.
 */
export const isFunctionName = (name: string) => /^(?=.*(?:_|\p{Ll}\p{Lu}))\p{L}[\p{L}\d_.-]*$/u.test(name);
