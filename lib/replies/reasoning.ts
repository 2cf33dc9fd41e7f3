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

/** Closing marks that mean reasoning even without an opening mark, because templates pre-fill that. */
const unpairedCloses = pairs.map(([, close]) => close).filter((close) => close !== '<|end|>');

type Mark = { mark: string; close: string };

/** Marks by their first two characters, so that a text full of `<` costs one lookup for each. */
const opensByHead = groupByHead(pairs.map(([open, close]) => ({ mark: open, close })));
const closesByHead = groupByHead(unpairedCloses.map((close) => ({ mark: close, close })));

/** The opening mark at `at`, with the closing mark that ends it. */
export function reasoningOpenAt(text: string, at: number): { end: number; close: string } | null {
  const found = findMark(opensByHead, text, at);
  if (!found) return null;
  const end = at + found.mark.length;
  const isTag = found.close === `</${found.mark.slice(1)}`;
  return { end, close: isTag ? `</${text.slice(at + 1, end)}` : found.close };
}

/** Offset just after the closing mark at `at`, or null. */
export function reasoningCloseAt(text: string, at: number): number | null {
  const found = findMark(closesByHead, text, at);
  return found ? at + found.mark.length : null;
}

/** Whether any closing mark occurs at `at` or later, in any place. */
export function hasReasoningCloseAfter(text: string, at: number): boolean {
  return unpairedCloses.some((close) => text.includes(close, at));
}

function groupByHead(marks: readonly Mark[]): Map<string, Mark[]> {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) {
    const head = mark.mark.slice(0, 2);
    groups.set(head, [...(groups.get(head) ?? []), mark]);
  }
  return groups;
}

function findMark(groups: Map<string, Mark[]>, text: string, at: number): Mark | null {
  const head = text.slice(at, at + 2);
  const group = groups.get(head) ?? (head.startsWith('<') ? groups.get(head.toLowerCase()) : undefined);
  return group?.find(({ mark }) => startsWithMark(text, mark, at)) ?? null;
}

/** Tags match in any case, the other marks exactly. */
function startsWithMark(text: string, mark: string, at: number): boolean {
  if (text.startsWith(mark, at)) return true;
  if (!mark.startsWith('<') || mark.includes('|') || text[at + mark.length - 1] !== '>') return false;
  return text.slice(at, at + mark.length).toLowerCase() === mark;
}
