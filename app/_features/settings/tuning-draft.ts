import { type TuningField, type TuningName, tuningFields, tuningNames } from '@/lib/contracts/model-tuning';
import { type ModelTuningView, modelLimits } from '@/lib/contracts/settings';

const priceNames = ['inputPrice', 'cachedPrice', 'outputPrice'] as const;
type DraftName = TuningName | (typeof priceNames)[number];
export type TuningDraft = Record<DraftName, string>;

const draftFields: Record<DraftName, Field> = {
  ...tuningFields,
  inputPrice: { kind: 'decimal', ...modelLimits.price },
  cachedPrice: { kind: 'decimal', ...modelLimits.price },
  outputPrice: { kind: 'decimal', ...modelLimits.price },
};
const draftNames: readonly DraftName[] = [...tuningNames, ...priceNames];

export function toTuningDraft(tuning: ModelTuningView): TuningDraft {
  const texts = draftNames.map((name) => [name, toText(tuning[name])]);
  return Object.fromEntries(texts) as TuningDraft;
}

const toText = (value: Value | undefined) =>
  Array.isArray(value) ? value.map(toLine).join('\n') : String(value ?? '');

type Problems = Partial<Record<DraftName, string>>;

/** Returns the readable values, and a sentence for each unreadable field. It leaves out empty fields. */
export function readTuningDraft(draft: TuningDraft): { tuning: ModelTuningView; problems: Problems } {
  const problems: Problems = {};
  const values = draftNames.flatMap((name) => {
    const { value, problem } = readField(draft[name], draftFields[name]);
    if (problem !== null) problems[name] = problem;
    return value === null ? [] : [[name, value]];
  });
  const has = (name: DraftName) => draft[name].trim() !== '';
  if (!has('inputPrice') && (has('outputPrice') || has('cachedPrice')))
    problems.inputPrice = 'Enter this price, too, or leave all prices empty.';
  if (has('inputPrice') && !has('outputPrice'))
    problems.outputPrice = 'Enter this price, too, or leave all prices empty.';
  return { tuning: Object.fromEntries(values), problems };
}

type NumberField = { kind: 'decimal' | 'whole'; min: number; max: number };
type Field = Exclude<TuningField, { min: number }> | NumberField;
type Value = string | number | string[];
type Read = { value: Value | null; problem: string | null };

function readField(text: string, field: Field): Read {
  switch (field.kind) {
    case 'texts': {
      const texts = text.split('\n').filter((line) => line !== '');
      const problem = texts.length > field.most ? `Enter at most ${field.most} sequences.` : null;
      return { value: texts.length === 0 ? null : texts.map(fromLine), problem };
    }
    case 'word':
      return { value: text.trim() || null, problem: null };
    default:
      return readNumber(text, field);
  }
}

/** Reads "32,768" as a whole number and "0,2" as a decimal number. */
function readNumber(text: string, { kind, min, max }: NumberField): Read {
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
