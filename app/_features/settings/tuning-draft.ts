import { type ModelTuningView, modelLimits } from '@/lib/contracts/settings';

export type TuningDraft = {
  temperature: string;
  maxTokens: string;
  stop: string;
  reasoningEffort: string;
  windowTokens: string;
  inputPrice: string;
  cachedPrice: string;
  outputPrice: string;
};

export function toTuningDraft(tuning: ModelTuningView): TuningDraft {
  const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    temperature: textOf(tuning.temperature),
    maxTokens: textOf(tuning.maxTokens),
    stop: (tuning.stop ?? []).map(toLine).join('\n'),
    reasoningEffort: tuning.reasoningEffort ?? '',
    windowTokens: textOf(tuning.windowTokens),
    inputPrice: textOf(tuning.inputPrice),
    cachedPrice: textOf(tuning.cachedPrice),
    outputPrice: textOf(tuning.outputPrice),
  };
}

type Problems = Partial<Record<keyof TuningDraft, string>>;

/** Returns the readable values, and a sentence for each unreadable field. It leaves out empty fields. */
export function readTuningDraft(draft: TuningDraft): { tuning: ModelTuningView; problems: Problems } {
  const problems: Problems = {};
  const read = (field: keyof TuningDraft, limits: Limits, kind: 'whole' | 'decimal') => {
    const found = readNumber(draft[field], limits, kind);
    if (found.problem !== null) problems[field] = found.problem;
    return found.value === null ? {} : { [field]: found.value };
  };
  const stop = draft.stop
    .split('\n')
    .map(fromLine)
    .filter((text) => text !== '');
  if (stop.length > modelLimits.stops) problems.stop = `Enter at most ${modelLimits.stops} sequences.`;
  const effort = draft.reasoningEffort.trim();
  const tuning: ModelTuningView = {
    ...read('temperature', modelLimits.temperature, 'decimal'),
    ...read('maxTokens', modelLimits.maxTokens, 'whole'),
    ...(stop.length === 0 ? {} : { stop }),
    ...(effort === '' ? {} : { reasoningEffort: effort }),
    ...read('windowTokens', modelLimits.windowTokens, 'whole'),
    ...read('inputPrice', modelLimits.price, 'decimal'),
    ...read('cachedPrice', modelLimits.price, 'decimal'),
    ...read('outputPrice', modelLimits.price, 'decimal'),
  };
  const has = (field: keyof TuningDraft) => draft[field].trim() !== '';
  if (!has('inputPrice') && (has('outputPrice') || has('cachedPrice')))
    problems.inputPrice = 'Enter this price, too, or leave all prices empty.';
  if (has('inputPrice') && !has('outputPrice'))
    problems.outputPrice = 'Enter this price, too, or leave all prices empty.';
  return { tuning, problems };
}

type Limits = { min: number; max: number };
type ReadNumber = { value: number | null; problem: string | null };

/** Reads "32,768" as a whole number and "0,2" as a decimal number. */
function readNumber(text: string, { min, max }: Limits, kind: 'whole' | 'decimal'): ReadNumber {
  const typed = text.trim();
  if (typed === '') return { value: null, problem: null };
  const plain = kind === 'whole' ? typed.replace(/[\s,_]/g, '') : typed.replace(',', '.');
  const pattern = kind === 'whole' ? /^\d+$/ : /^(\d+\.?\d*|\.\d+)$/;
  const value = Number(plain);
  if (pattern.test(plain) && value >= min && value <= max) return { value, problem: null };
  const what = kind === 'whole' ? 'a whole number' : 'a number';
  const range = `from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
  return { value: null, problem: `Enter ${what} ${range}, or leave it empty.` };
}

/** Writes each sequence on one line, with \n for a line break and \\ for a backslash. */
const toLine = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
const fromLine = (line: string) =>
  line.replace(/\\([\\nt])/g, (_, mark: string) => ({ n: '\n', t: '\t' })[mark] ?? '\\');
