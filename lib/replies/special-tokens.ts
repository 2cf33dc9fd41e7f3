import { skipBlanksInLine } from './characters';

/**
 * Special tokens with which chat templates frame a turn. They leak into replies (mastra#13829, OmniRoute#6292,
 * unsloth#5620) and mean nothing: the parser reads a reply as if they were not there.
 */
const turnTokens = [
  '<|channel|>final<|message|>',
  '<start_of_turn>',
  '<end_of_turn>',
  '<end_of_utterance>',
  '<bos>',
  '<eos>',
  '<pad>',
  '<s>',
  '</s>',
  '[INST]',
  '[/INST]',
  '[EOS]',
];

/** A token in bars, such as <|im_end|> or <｜end▁of▁sentence｜>, frames a turn when it has only these words. */
const turnWords = new Set(
  (
    'im start end begin stop sep pad of the text sentence turn token header id eot eom eos bos endoftext endofturn ' +
    'return response call user assistant system model observation chatbot box'
  ).split(' '),
);

const longestToken = 64;
const roles = ['assistant', 'model'];

/** A special token in bars: `name` is in lower case, with blanks for the marks between its words. */
export type SpecialToken = { name: string; end: number };

/** The special token in bars at `at`, whatever it means; null when there is none. */
export function specialTokenAt(text: string, at: number): SpecialToken | null {
  const bar = text[at + 1];
  if (text[at] !== '<' || (bar !== '|' && bar !== '｜')) return null;
  const head = text.slice(at + 2, at + longestToken);
  const close = head.indexOf('>');
  if (close < 1 || head.lastIndexOf('<', close) !== -1) return null;
  const name = head
    .slice(0, close)
    .replace(/[|｜▁_/\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return { name, end: at + 2 + close + 1 };
}

/** Offset just after the turn token at `at`, with the role word that follows an opening one; `at` when there is none. */
export function skipTurnToken(text: string, at: number): number {
  const first = text[at];
  if (first !== '<' && first !== '[') return at;
  const end = turnTokenEnd(text, at);
  const role = roles.find((candidate) => text.startsWith(candidate, end));
  if (end === at || role === undefined || !/start|im_sep/.test(text.slice(at, end))) return end;
  const next = text[end + role.length];
  return next === undefined || next === '\n' || next === '\r' || next === '<' ? end + role.length : end;
}

function turnTokenEnd(text: string, at: number): number {
  const token = turnTokens.find((candidate) => text.startsWith(candidate, at));
  if (token) return at + token.length;
  const special = specialTokenAt(text, at);
  return special?.name.split(' ').every((word) => turnWords.has(word)) ? special.end : at;
}

/** Skips blanks and turn tokens, staying on the line. */
export function skipTurnTokensInLine(text: string, at: number, end: number): number {
  for (let next = skipBlanksInLine(text, at, end); ; ) {
    const after = skipTurnToken(text, next);
    if (after === next || after > end) return next;
    next = skipBlanksInLine(text, after, end);
  }
}

/** Offset where the turn token that ends just before `at` begins; `at` when there is none. */
export function skipTurnTokenBackward(text: string, at: number): number {
  const last = text[at - 1];
  if (last !== '>' && last !== ']') return at;
  const token = turnTokens.find((candidate) => text.endsWith(candidate, at));
  if (token) return at - token.length;
  const start = text.lastIndexOf('<', at - 1);
  return start >= 0 && at - start < longestToken && turnTokenEnd(text, start) === at ? start : at;
}

/** Whether `text` may be the beginning of a turn token, so that a stream must hold it back. */
export function mayBecomeTurnToken(text: string): boolean {
  if (turnTokens.some((token) => token.length > text.length && token.startsWith(text))) return true;
  return /^<[|｜][^<>]*$/.test(text) && text.length < longestToken;
}
