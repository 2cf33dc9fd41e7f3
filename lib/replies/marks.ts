import { matchAt, skipBlanks, skipBlanksInLine } from './characters';

/**
 * The marks that frame a turn, its reasoning or an element. Nothing inside reasoning is a call or an answer: models draft
 * calls there (PrimeIntellect-ai/renderers#80 ran such drafts).
 */
const openTag = /<((?:seed:)?think|thinking|thought|reasoning)>/iy;
const closeTag = /<\/(?:(?:seed:)?think|thinking|thought|reasoning)>/iy;
const openToken =
  /<\|(?:begin_of_thought|START_THINKING)\|>|◁think▷|\[THINK\]|<\|channel\|>analysis<\|message\|>/y;
const closeToken = /<\|(?:end_of_thought|END_THINKING)\|>|◁\/think▷|\[\/THINK\]/y;
const anyClose =
  /<\/(?:(?:seed:)?think|thinking|thought|reasoning)>|<\|(?:end_of_thought|END_THINKING)\|>|◁\/think▷|\[\/THINK\]/i;

/** The opening mark of reasoning at `at`, with the closing mark that ends it. */
export function reasoningOpenAt(text: string, at: number): { end: number; close: string } | null {
  const tag = matchAt(openTag, text, at);
  if (tag) return { end: at + tag[0].length, close: `</${tag[1]}>` };
  const token = matchAt(openToken, text, at)?.[0];
  if (!token) return null;
  const close = token.includes('analysis') ? '<|end|>' : closeOf(token);
  return { end: at + token.length, close };
}

function closeOf(token: string): string {
  return token
    .replace('begin', 'end')
    .replace('START', 'END')
    .replace(/^([◁[])/, '$1/');
}

export const toolCallOpen = '<tool_call>';
export const toolCallClose = '</tool_call>';

/** Offset just after the closing mark at `at`, which means reasoning even without an opening one, or null. */
export function reasoningCloseAt(text: string, at: number): number | null {
  const mark = matchAt(closeTag, text, at) ?? matchAt(closeToken, text, at);
  return mark ? at + mark[0].length : null;
}

/** Whether any closing mark occurs at `at` or later, in any place. */
export function hasReasoningCloseAfter(text: string, at: number): boolean {
  return anyClose.test(text.slice(at));
}

/**
 * Special tokens with which chat templates frame a turn. They leak into replies (mastra#13829, OmniRoute#6292,
 * unsloth#5620) and mean nothing: the parser reads a reply as if they were not there.
 */
const turnToken =
  /<(?:start_of_turn|end_of_turn|end_of_utterance|bos|eos|pad|\/?s)>|\[(?:\/?INST|EOS)\]|<\|channel\|>final<\|message\|>/y;
/** A token in bars, such as <|im_end|> or <｜end▁of▁sentence｜>. */
const barToken = /<[|｜]([^<>]{1,61})>/y;
/** It frames a turn when it has only these words. */
const turnWords = new Set(
  'im start end begin stop sep pad of the text sentence turn token header id eot eom eos bos endoftext endofturn return response call user assistant system model observation chatbot box'.split(
    ' ',
  ),
);
const role = /(?:assistant|model)(?=[\n\r<]|$)/y;
const longestToken = 64;

/** A special token in bars: `name` is in lower case, with blanks for the marks between its words. */
export type SpecialToken = { name: string; end: number };

/** The special token in bars at `at`, whatever it means; null when there is none. */
export function specialTokenAt(text: string, at: number): SpecialToken | null {
  const found = matchAt(barToken, text, at);
  if (!found?.[1]) return null;
  const name = found[1]
    .replace(/[|｜▁_/\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return { name, end: at + found[0].length };
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

/** Offset of the first character from `at` that is neither blank nor part of a turn token, on its line or everywhere. */
export function skipTurnTokens(
  text: string,
  at: number,
  end: number,
  where: 'in_line' | 'everywhere',
): number {
  const skip = where === 'in_line' ? skipBlanksInLine : skipBlanks;
  for (let next = skip(text, at, end); ; ) {
    const after = skipTurnToken(text, next);
    if (after === next || after > end) return next;
    next = skip(text, after, end);
  }
}

/** Offset where the turn token that ends just before `at` begins; `at` when there is none. */
export function skipTurnTokenBackward(text: string, at: number): number {
  const last = text[at - 1];
  if (last !== '>' && last !== ']') return at;
  const start = text.lastIndexOf(last === '>' ? '<' : '[', at - 1);
  return start >= 0 && at - start < longestToken && turnTokenEnd(text, start) === at ? start : at;
}

/** One start or end tag of XML-like markup. */
export type Tag = {
  name: string;
  isClose: boolean;
  isSelfClosing: boolean;
  hasAttributes: boolean;
  end: number;
};

const tag = /<(\/?)([a-z][\w:.-]{0,63})([^<>\n]{0,400})>/iy;

/** The tag at `at`, or null: `<` alone, `< 5` and `<|token|>` are not tags. */
export function tagAt(text: string, at: number): Tag | null {
  const found = matchAt(tag, text, at);
  if (!found) return null;
  const [all, slash, name = '', rest = ''] = found;
  const isSelfClosing = rest.endsWith('/');
  return {
    name: name.toLowerCase(),
    isClose: slash === '/',
    isSelfClosing,
    hasAttributes: rest.length > (isSelfClosing ? 1 : 0),
    end: at + all.length,
  };
}
