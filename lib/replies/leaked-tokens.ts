import { skipBlanksInLine } from './blank';

/**
 * Special tokens with which chat templates frame a turn. They leak into replies (mastra#13829, OmniRoute#6292,
 * unsloth#5620) and mean nothing: the parser reads a reply as if they were not there.
 */
const turnTokens = [
  '<|channel|>final<|message|>',
  '<|start|>',
  '<|im_start|>',
  '<|im_end|>',
  '<|im_sep|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<|begin_of_text|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|start_header_id|>',
  '<|end_header_id|>',
  '<|eot|>',
  '<|end|>',
  '<|endofturn|>',
  '<|end_of_turn|>',
  '<|return|>',
  '<|call|>',
  '<|user|>',
  '<|assistant|>',
  '<|observation|>',
  '<|START_OF_TURN_TOKEN|>',
  '<|END_OF_TURN_TOKEN|>',
  '<|CHATBOT_TOKEN|>',
  '<|START_RESPONSE|>',
  '<|END_RESPONSE|>',
  '<start_of_turn>',
  '<end_of_turn>',
  '<bos>',
  '<eos>',
  '<s>',
  '</s>',
  '<pad>',
  '[INST]',
  '[/INST]',
  '[EOS]',
  '<｜begin▁of▁sentence｜>',
  '<｜end▁of▁sentence｜>',
  '<｜User｜>',
  '<｜Assistant｜>',
  '<|eos|>',
  '<|stop|>',
  '<end_of_utterance>',
];

/** Tokens by their first two characters, so that a text full of `<` costs one lookup for each. */
const tokensByHead = new Map(
  turnTokens.map((token) => [
    token.slice(0, 2),
    turnTokens.filter((candidate) => candidate.startsWith(token.slice(0, 2))),
  ]),
);

const longestToken = Math.max(...turnTokens.map((token) => token.length));
const roles = ['assistant', 'model'];

/** Offset just after the turn token at `at`, with the role word that follows an opening one; `at` when there is none. */
export function skipTurnToken(text: string, at: number): number {
  const first = text[at];
  if (first !== '<' && first !== '[') return at;
  const token = tokensByHead.get(text.slice(at, at + 2))?.find((candidate) => text.startsWith(candidate, at));
  if (token === undefined) return at;
  const after = at + token.length;
  const role = roles.find((candidate) => text.startsWith(candidate, after));
  if (role === undefined || !opensTurn(token)) return after;
  const next = text[after + role.length];
  return next === undefined || next === '\n' || next === '\r' || next === '<' ? after + role.length : after;
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
  return token === undefined ? at : at - token.length;
}

/** Whether `text` may be the beginning of a turn token, so that a stream must hold it back. */
export function mayBecomeTurnToken(text: string): boolean {
  if (text.length >= longestToken) return false;
  const tokens = text.length < 2 ? turnTokens : tokensByHead.get(text.slice(0, 2));
  return tokens?.some((token) => token.startsWith(text)) ?? false;
}

function opensTurn(token: string): boolean {
  return (
    token === '<|im_start|>' ||
    token === '<|start|>' ||
    token === '<|start_header_id|>' ||
    token === '<start_of_turn>'
  );
}
