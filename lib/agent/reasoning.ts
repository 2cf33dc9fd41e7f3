/**
 * Marks around a model's reasoning. Nothing inside is a call or an answer: models draft calls there
 * (PrimeIntellect-ai/renderers#80 ran such drafts).
 */
const pairs = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['◁think▷', '◁/think▷'],
  ['[THINK]', '[/THINK]'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
] as const;

/** Closing marks that mean reasoning even when the opening one is missing: templates pre-fill the opening mark. */
const unpairedCloses = pairs.map(([, close]) => close).filter((close) => close !== '<|end|>');

const starters = new Set(pairs.flatMap(([open, close]) => [open[0], close[0]]));

/** Whether a reasoning mark may begin with this character: saves the longer look. */
function mayStartReasoningMark(character: string | undefined): boolean {
  return character !== undefined && starters.has(character);
}

/** The opening mark at `at`, with the closing mark that ends it. */
export function reasoningOpenAt(text: string, at: number): { end: number; close: string } | null {
  const pair = mayStartReasoningMark(text[at])
    ? pairs.find(([open]) => startsWithMark(text, open, at))
    : undefined;
  if (!pair) return null;
  const [open, close] = pair;
  const end = at + open.length;
  const isTag = close === `</${open.slice(1)}`;
  return { end, close: isTag ? `</${text.slice(at + 1, end)}` : close };
}

/** Offset just after the closing mark at `at`, or null. */
export function reasoningCloseAt(text: string, at: number): number | null {
  if (!mayStartReasoningMark(text[at])) return null;
  const close = unpairedCloses.find((mark) => startsWithMark(text, mark, at));
  return close ? at + close.length : null;
}

/** Whether any closing mark occurs from `at` on, wherever it stands. */
export function hasReasoningCloseAfter(text: string, at: number): boolean {
  return unpairedCloses.some((close) => text.includes(close, at));
}

/** Whether `text` may be the beginning of a reasoning mark: what a stream must hold back. */
export function mayBecomeReasoningMark(text: string): boolean {
  return pairs.some((pair) => pair.some((mark) => text.length < mark.length && mark.startsWith(text)));
}

function startsWithMark(text: string, mark: string, at: number): boolean {
  return (
    text.startsWith(mark, at) ||
    (mark.startsWith('<') && text.slice(at, at + mark.length).toLowerCase() === mark)
  );
}
