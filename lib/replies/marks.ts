import { blanks, matchAt } from './characters';

/**
 * Nothing inside reasoning is a call or an answer, because models draft calls there
 * (PrimeIntellect-ai/renderers#80 ran such drafts).
 */
const reasoningNames = '(?:(?:seed:)?think|thinking|thought|reasoning)';
const barredNames = '(?:think|thinking|thought|reasoning)';
/**
 * The pattern has the tokens of Cohere, Gemma 4 (`<|channel>thought`), MedGemma (`<unused94>`), Apertus
 * (`<|inner_prefix|>`), Harmony and others.
 */
const reasoningOpen = new RegExp(
  `<${reasoningNames}>|<\\|(?:(?:begin_of_)?${barredNames}|START_THINKING|inner_prefix)\\|>|<\\|channel>\\s{0,4}${barredNames}\\b|<unused94>(?:thought\\b)?|◁think▷|\\[THINK\\]|<\\|channel\\|>analysis<\\|message\\|>`,
  'iy',
);
export const reasoningClose = `</${reasoningNames}>|<\\|(?:end_of_${barredNames}|/${barredNames}|END_THINKING|inner_suffix)\\|>|<channel\\|>|<unused95>|◁/think▷|\\[/THINK\\]`;
const reasoningCloseHere = new RegExp(reasoningClose, 'iy');
const nextClose = new RegExp(reasoningClose, 'ig');

/** Returns the mark that ends what this mark begins. */
function closeOf(mark: string): string {
  const begin = mark.toLowerCase();
  if (begin.startsWith('<|channel|>') || begin === '<|think|>') return '<|end|>';
  if (begin.startsWith('<|channel>')) return '<channel|>';
  if (begin.startsWith('<unused')) return '<unused95>';
  if (begin === '<|start_thinking|>') return '<|END_THINKING|>';
  if (begin === '<|inner_prefix|>') return '<|inner_suffix|>';
  if (begin.startsWith('<|begin_of_')) return mark.replace(/begin/i, 'end');
  return begin.startsWith('<|') ? `<|/${mark.slice(2)}` : `${mark[0]}/${mark.slice(1)}`;
}

/** Finds the opening mark of reasoning at `at`, and names the closing mark that ends it. */
export function reasoningOpenAt(text: string, at: number): { end: number; close: string } | null {
  const mark = matchAt(reasoningOpen, text, at)?.[0];
  return mark ? { end: at + mark.length, close: closeOf(mark) } : null;
}

/**
 * Returns the offset just after the closing mark at `at`, or null when there is none. The mark means
 * reasoning even without an opening one.
 */
export const reasoningCloseAt = (text: string, at: number) =>
  matchAt(reasoningCloseHere, text, at) && reasoningCloseHere.lastIndex;

export const hasReasoningCloseAfter = (text: string, at: number) => matchAt(nextClose, text, at) !== null;

/** Matches a special token in bars, such as <|im_end|> or <｜end▁of▁sentence｜>. */
export const tokenInBars = '<[|｜]([^<>]{1,61})>';
/**
 * Matches the tokens with which chat templates frame a turn, because they leak into replies (mastra#13829,
 * OmniRoute#6292, unsloth#5620). Also matches any token in bars.
 */
export const leakedToken = `<(?:start_of_turn|end_of_turn|end_of_utterance|bos|eos|pad|/?s)>|\\[(?:/?INST|EOS)\\]|<\\|channel\\|>final<\\|message\\|>|${tokenInBars}`;
const tokenAndRole = new RegExp(`(?:${leakedToken})((?:assistant|model)(?=[\\n\\r<]|$))?`, 'g');
/** A token in bars frames a turn when it has only these words. */
const turnName =
  /^(?:(?:im|start|end|begin|stop|sep|pad|of|the|text|sentence|turn|token|header|id|eo[tms]|bos|endoftext|endofturn|return|response|call|user|assistant|system|model|observation|chatbot|box)(?: |$))+$/;

export const tokenName = (inBars: string) => (inBars.toLowerCase().match(/[^|｜▁_/\s]+/g) ?? []).join(' ');

/**
 * Replaces all tokens that frame a turn with blanks, and the role after an opening token. Every other
 * character keeps its place.
 */
export function hideTurnTokens(text: string): string {
  if (!text.includes('>') && !text.includes(']')) return text;
  return text.replace(tokenAndRole, (all: string, inBars?: string, role = '') => {
    if (inBars !== undefined && !turnName.test(tokenName(inBars))) return all;
    const length = all.length - (/start|im_sep/.test(all) ? 0 : role.length);
    return ' '.repeat(length) + all.slice(length);
  });
}

export const toolCallOpen = '<tool_call>';
export const toolCallClose = '</tool_call>';
/** Matches a closing tag after a call that closes nothing. */
export const strayClose = new RegExp(`${blanks}${toolCallClose}`, 'y');
const tag = /<(\/?)([a-z][\w:.-]{0,63})([^<>\n]{0,400})>/iy;

/**
 * Finds the tag of XML-like markup at `at`, or returns null: `<` alone, `< 5` and `<|token|>` are not tags.
 */
export function tagAt(text: string, at: number) {
  const [all, slash, name = '', attributes = ''] = matchAt(tag, text, at) ?? [];
  if (all === undefined) return null;
  return { name: name.toLowerCase(), isClose: slash === '/', attributes, end: at + all.length };
}
