import { matchAt, skipBlanksInLine } from './characters';

/**
 * The marks that frame a turn, its reasoning or an element. Nothing inside reasoning is a call or an answer: models draft
 * calls there (PrimeIntellect-ai/renderers#80 ran such drafts).
 */
const reasoningNames = '(?:(?:seed:)?think|thinking|thought|reasoning)';
const reasoningOpen = new RegExp(
  `<${reasoningNames}>|<\\|(?:begin_of_thought|START_THINKING)\\|>|◁think▷|\\[THINK\\]|<\\|channel\\|>analysis<\\|message\\|>`,
  'iy',
);
const reasoningClose = `</${reasoningNames}>|<\\|(?:end_of_thought|END_THINKING)\\|>|◁/think▷|\\[/THINK\\]`;
const reasoningCloseHere = new RegExp(reasoningClose, 'iy');
const reasoningCloseAhead = new RegExp(reasoningClose, 'ig');
/** The closing marks that are not the opening one with a slash. */
const closeOf: Record<string, string> = {
  '<|begin_of_thought|>': '<|end_of_thought|>',
  '<|START_THINKING|>': '<|END_THINKING|>',
  '<|channel|>analysis<|message|>': '<|end|>',
};

/** The opening mark of reasoning at `at`, with the closing mark that ends it. */
export function reasoningOpenAt(text: string, at: number): { end: number; close: string } | null {
  const mark = matchAt(reasoningOpen, text, at)?.[0];
  if (mark === undefined) return null;
  return { end: at + mark.length, close: closeOf[mark] ?? `${mark.charAt(0)}/${mark.slice(1)}` };
}

/** Offset just after the closing mark at `at`, which means reasoning even without an opening one, or null. */
export function reasoningCloseAt(text: string, at: number): number | null {
  const mark = matchAt(reasoningCloseHere, text, at);
  return mark && at + mark[0].length;
}

/** Whether any closing mark occurs at `at` or later, in any place. */
export function hasReasoningCloseAfter(text: string, at: number): boolean {
  reasoningCloseAhead.lastIndex = at;
  return reasoningCloseAhead.test(text);
}

/**
 * Special tokens with which chat templates frame a turn. They leak into replies (mastra#13829, OmniRoute#6292,
 * unsloth#5620) and mean nothing: the parser reads a reply as if they were not there.
 */
const turnToken =
  /<(?:start_of_turn|end_of_turn|end_of_utterance|bos|eos|pad|\/?s)>|\[(?:\/?INST|EOS)\]|<\|channel\|>final<\|message\|>/y;
/** A token in bars, such as <|im_end|> or <｜end▁of▁sentence｜>, frames a turn when it has only these words. */
const turnWords = new Set(
  'im start end begin stop sep pad of the text sentence turn token header id eot eom eos bos endoftext endofturn return response call user assistant system model observation chatbot box'.split(
    ' ',
  ),
);
const tokenInBars = /<[|｜]([^<>]{1,61})>/y;
/** A turn token or any token in bars, to search for. */
export const leakedToken = new RegExp(`${turnToken.source}|${tokenInBars.source}`);
const role = /(?:assistant|model)(?=[\n\r<]|$)/y;
const longestToken = 64;

/** A special token in bars: `name` is in lower case, with blanks for the marks between its words. */
export type SpecialToken = { name: string; end: number };

/** The special token in bars at `at`, whatever it means; null when there is none. */
export function specialTokenAt(text: string, at: number): SpecialToken | null {
  const [all, name] = matchAt(tokenInBars, text, at) ?? [];
  if (all === undefined || name === undefined) return null;
  const words = name.replace(/[|｜▁_/\s]+/g, ' ').trim();
  return { name: words.toLowerCase(), end: at + all.length };
}

/** Offset just after the turn token at `at`, with the role word that follows an opening one; `at` when there is none. */
export function skipTurnToken(text: string, at: number): number {
  const first = text[at];
  if (first !== '<' && first !== '[') return at;
  const end = turnTokenEnd(text, at);
  if (end === at || !/start|im_sep/.test(text.slice(at, end))) return end;
  return end + (matchAt(role, text, end)?.[0].length ?? 0);
}

function turnTokenEnd(text: string, at: number): number {
  const token = matchAt(turnToken, text, at)?.[0];
  if (token) return at + token.length;
  const special = specialTokenAt(text, at);
  return special?.name.split(' ').every((word) => turnWords.has(word)) ? special.end : at;
}

/** Offset of the first character from `at` on its line that is neither blank nor part of a turn token. */
export function skipTurnTokens(text: string, at: number, lineEnd: number): number {
  for (let next = skipBlanksInLine(text, at, lineEnd); ; ) {
    const after = skipTurnToken(text, next);
    if (after === next || after > lineEnd) return next;
    next = skipBlanksInLine(text, after, lineEnd);
  }
}

/** Offset where the turn token that ends just before `at` begins; `at` when there is none. */
export function skipTurnTokenBackward(text: string, at: number): number {
  const last = text.charAt(at - 1);
  if (last !== '>' && last !== ']') return at;
  const start = text.lastIndexOf(last === '>' ? '<' : '[', at - 1);
  return start >= 0 && at - start < longestToken && turnTokenEnd(text, start) === at ? start : at;
}

export const toolCallOpen = '<tool_call>';
export const toolCallClose = '</tool_call>';

/** One start or end tag of XML-like markup. */
export type Tag = { name: string; isClose: boolean; attributes: string; end: number };

const tag = /<(\/?)([a-z][\w:.-]{0,63})([^<>\n]{0,400})>/iy;

/** The tag at `at`, or null: `<` alone, `< 5` and `<|token|>` are not tags. */
export function tagAt(text: string, at: number): Tag | null {
  const found = matchAt(tag, text, at);
  if (!found) return null;
  const [all, slash, name = '', attributes = ''] = found;
  return { name: name.toLowerCase(), isClose: slash === '/', attributes, end: at + all.length };
}
