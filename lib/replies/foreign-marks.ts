import { skipBlanks } from './blank';
import { hyphen, isDigit, isLetter, period, underscore } from './characters';
import { tagAt } from './markup';

/** The beginning of a call in another program's format, in text. */
export type ForeignMark = {
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
export function foreignMarkAt(text: string, at: number, isFirstOnLine: boolean): ForeignMark | null {
  const first = text[at];
  if (first === '[') return bracketMarkAt(text, at);
  if (first !== '<') return isFirstOnLine ? headAt(text, at) : null;
  const second = text[at + 1];
  if (second === '|' || second === '｜') return specialTokenAt(text, at, isFirstOnLine);
  return tagMarkAt(text, at, isFirstOnLine);
}

/** First words of a line that is a call: Gemini's Python, Phi's functools, Harmony without its tokens. */
export const callHeads = [
  'default_api.',
  'print(default_api.',
  'functools[',
  'assistantcommentary to=',
  'commentary to=functions.',
  'to=functions.',
];

function headAt(text: string, at: number): ForeignMark | null {
  const head = callHeads.find((candidate) => text.startsWith(candidate, at));
  return head ? { format: head, end: at + head.length, endTag: null } : null;
}

const callTags = new Set([
  'function_calls',
  'function_call',
  'functioncall',
  'functioncalls',
  'antml:function_calls',
  'antml:invoke',
  'invoke',
  'function',
  'tool_calls',
  'tool_use',
  'tool_code',
  'tool_request',
  'tool_invocation',
  'toolcall',
  'tool',
  'use_tool',
  'call_tool',
  'execute_tool',
  'minimax:tool_call',
  'seed:tool_call',
  'longcat_tool_call',
  'start_function_call',
  'xai:function_call',
]);

/** First words of the elements with which Cline and its descendants request tools: read_file, use_mcp_tool. */
const toolVerbs = new Set(
  (
    'read write list search execute run replace apply insert delete move edit create use access ask attempt new ' +
    'switch fetch update http web get set find open call make send add remove copy rename browser codebase plan'
  ).split(' '),
);

/** Whether a tag of this name may begin a call in some format. */
export function isCallTagName(name: string): boolean {
  return name === 'tool_call' || callTags.has(name) || isToolElement(name);
}

function tagMarkAt(text: string, at: number, isFirstOnLine: boolean): ForeignMark | null {
  const tag = tagAt(text, at);
  if (!tag || tag.isClose) return null;
  const isCallTag = callTags.has(tag.name) || tag.name === 'tool_call';
  if (!isCallTag && !isToolElement(tag.name)) return null;
  const payload = skipBlanks(text, tag.end);
  const next = text[payload];
  const isMarkup = next === '<' && text[payload + 1] !== '/';
  const isPayload =
    isMarkup || (isCallTag && (next === '{' || next === '[' || next === undefined || tag.hasAttributes));
  const isPlainCall = isFirstOnLine && isUnmistakable(tag.name) && text[tag.end] !== ' ' && next !== '<';
  const isToolName = tag.name === 'tool' && text.startsWith('</tool>', wordEnd(text, payload));
  if (!isPayload && !isToolName && !isPlainCall) return null;
  if (!isFirstOnLine && text[tag.end] !== '\n' && text[tag.end] !== '\r' && !isMarkup) return null;
  return { format: `<${tag.name}>`, end: tag.end, endTag: isToolName ? null : tag.name };
}

/** Tags that no other markup has: any text after them is a call. */
function isUnmistakable(name: string): boolean {
  return callTags.has(name) && (name.includes('call') || name === 'tool_code');
}

function isToolElement(name: string): boolean {
  const underscore = name.indexOf('_');
  return underscore > 0 && toolVerbs.has(name.slice(0, underscore));
}

function specialTokenAt(text: string, at: number, isFirstOnLine: boolean): ForeignMark | null {
  const head = text.slice(at, at + 80);
  const bar = text[at + 1] ?? '|';
  const close = head.indexOf('>', 2);
  if (close < 3 || close > 60) return null;
  const name = head.slice(2, close).replace(bar, ' ').trim().toLowerCase();
  const end = at + close + 1;
  const isHarmony =
    name === 'channel' &&
    (head.startsWith('commentary', close + 1) || head.slice(close + 1).includes(' to='));
  if (!isHarmony && !isCallToken(name)) return null;
  const next = text[end];
  const isFollowedByPayload =
    next !== undefined && next !== ' ' && next !== '.' && next !== ',' && next !== ')';
  return isFirstOnLine || isFollowedByPayload ? { format: `<${bar}${name}${bar}>`, end, endTag: null } : null;
}

function isCallToken(name: string): boolean {
  return (
    name.includes('tool') ||
    name.includes('function') ||
    name.includes('dsml') ||
    name === 'python_tag' ||
    name === 'action_start' ||
    name === 'plugin'
  );
}

export const callBrackets = [
  '[TOOL_CALLS]',
  '[TOOL_REQUEST]',
  '[TOOL_CALL]',
  '[tool_call]',
  '[FUNCTION_CALL]',
];

function bracketMarkAt(text: string, at: number): ForeignMark | null {
  const mark = callBrackets.find((candidate) => text.startsWith(candidate, at));
  if (!mark) return null;
  const payload = skipBlanks(text, at + mark.length);
  const afterName = wordEnd(text, payload);
  const next = text[afterName];
  const isNamed =
    afterName > payload &&
    (next === '{' || text.startsWith('[ARGS]', afterName) || text.startsWith('[CALL_ID]', afterName));
  const isPayload = text[payload] === '{' || text[payload] === '[' || payload === text.length || isNamed;
  return isPayload ? { format: mark, end: at + mark.length, endTag: null } : null;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at - from < 100) {
    const code = text.charCodeAt(at);
    const isWord =
      isLetter(code) || isDigit(code) || code === underscore || code === hyphen || code === period;
    if (!isWord) break;
    at += 1;
  }
  return at;
}
