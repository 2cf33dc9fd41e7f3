import {
  findRepeated,
  type NameValue,
  readHeaderName,
  readHeaderValue,
  readQueryName,
  readQueryValue,
} from '../contracts/model-server-extras';
import { type Reading, readApiKey, readModelName } from '../contracts/model-server-values';
import {
  type ModelTuning,
  type TuningField,
  type TuningName,
  tuningFields,
  tuningNames,
} from '../contracts/model-tuning';
import { readServerAddress, toShownAddress } from '../contracts/server-address';
import { modelLimits } from '../contracts/settings';

/** `problem` says why this model cannot be asked, and quotes no secret. The app starts all the same. */
export type EnvironmentModel = {
  /** This is empty when the variable holds no address at all. */
  baseUrl: string;
  apiKey: string | null;
  /** Null means that `OPENAI_MODEL` is not set: the app then asks the server which model it has. */
  model: string | null;
  headers?: NameValue[];
  query?: NameValue[];
  tuning?: ModelTuning;
  problem?: string;
};

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads a real model when any of the three server variables is set, or returns null. Without an address, the
 * server is OpenAI. It has many models, so the app cannot ask it for its only one.
 */
export function readEnvironmentModel(variables: Variables): EnvironmentModel | null {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = variables;
  if (!OPENAI_BASE_URL && !OPENAI_API_KEY && !OPENAI_MODEL) return null;
  const typed = OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
  const address = readServerAddress(typed);
  const key = readApiKey(OPENAI_API_KEY ?? null);
  const fallback = OPENAI_BASE_URL ? null : 'gpt-4.1-mini';
  const named = OPENAI_MODEL ?? fallback;
  const model = named === null ? ({ ok: true, value: null } as const) : readModelName(named);
  const { problems: extraProblems, ...extras } = readModelExtras(variables);
  const problems = [
    ...toProblems({ OPENAI_BASE_URL: address, OPENAI_API_KEY: key, OPENAI_MODEL: model }),
    ...extraProblems,
  ];
  return {
    baseUrl: address.ok ? address.value.address : toShownAddress(typed.trim()),
    apiKey: key.ok ? key.value : null,
    model: model.ok ? model.value : 'Unknown model',
    ...extras,
    ...(problems.length === 0 ? {} : { problem: problems.join(' ') }),
  };
}

/**
 * Reads the variables that say how the model is asked: headers, query and tuning. A problem never quotes a
 * value, because each value may hold a secret.
 */
export function readModelExtras(
  variables: Variables,
): Required<Pick<EnvironmentModel, 'headers' | 'query' | 'tuning'>> & { problems: string[] } {
  const problems: string[] = [];
  const take = <Value>(name: string, read: (text: string) => Reading<Value>): Value | undefined => {
    const text = variables[name]?.trim();
    if (!text) return undefined;
    const reading = read(text);
    if (reading.ok) return reading.value;
    problems.push(...toProblems({ [name]: reading }));
    return undefined;
  };
  const headers = take('OPENAI_HEADERS', (text) => readPairs(text, readHeaderName, readHeaderValue)) ?? [];
  const query = take('OPENAI_QUERY', (text) => readPairs(text, readQueryName, readQueryValue)) ?? [];
  const tuning = tuningNames.flatMap((name) => {
    const value = take(variableOf(name), (text) => readTuning(text, tuningFields[name]));
    return value === undefined ? [] : [[name, value]];
  });
  return { headers, query, tuning: Object.fromEntries(tuning), problems };
}

const toProblems = (reads: Record<string, Reading<unknown>>): string[] =>
  Object.entries(reads).flatMap(([name, read]) =>
    read.ok ? [] : [`The environment variable ${name} cannot be used: ${read.problem}`],
  );

const fail = (problem: string) => ({ ok: false, problem }) as const;

/** Drops the error of `JSON.parse`, because its message quotes the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type ReadText = (text: string) => Reading<string>;

function readPairs(text: string, readName: ReadText, readValue: ReadText): Reading<NameValue[]> {
  const parsed = parseJson(text);
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  if (entries.length === 0 || Array.isArray(parsed) || entries.some(([, value]) => typeof value !== 'string'))
    return fail('It must be a JSON object of texts, such as {"name":"value"}: put each value in quotes.');
  if (entries.length > modelLimits.pairs) return fail(`It may have at most ${modelLimits.pairs} entries.`);
  if (findRepeated(entries.map(([name]) => name)) !== -1) return fail('A name is there twice.');
  const pairs: NameValue[] = [];
  for (const [entryName, entryValue] of entries) {
    const name = readName(entryName);
    if (!name.ok) return name;
    const value = readValue(entryValue);
    if (!value.ok) return fail(`Value of “${name.value}”: ${value.problem}`);
    pairs.push({ name: name.value, value: value.value });
  }
  return { ok: true, value: pairs };
}

/** Returns the name of the variable that holds this part of the tuning: `OPENAI_MAX_TOKENS`. */
export const variableOf = (name: TuningName) => `OPENAI_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

function readTuning(text: string, field: TuningField): Reading<string | number | string[]> {
  switch (field.kind) {
    case 'texts':
      return readTexts(text, field);
    case 'word':
      return /^\w{1,40}$/.test(text)
        ? { ok: true, value: text }
        : fail('It must be one word of the server, such as low.');
    default:
      return readNumber(text, field);
  }
}

function readTexts(text: string, { most }: { most: number }): Reading<string[]> {
  const parsed = parseJson(text);
  const isTexts = Array.isArray(parsed) && parsed.every((one) => typeof one === 'string' && one !== '');
  return isTexts && parsed.length > 0 && parsed.length <= most
    ? { ok: true, value: parsed }
    : fail(`It must be a JSON list of one to ${most} texts, such as ["\\nUser:"]: put each text in quotes.`);
}

type NumberField = Extract<TuningField, { min: number }>;

function readNumber(text: string, { kind, min, max }: NumberField): Reading<number> {
  const value = Number(text);
  const isOfKind = kind === 'decimal' ? Number.isFinite(value) : Number.isInteger(value);
  if (isOfKind && value >= min && value <= max) return { ok: true, value };
  const what = kind === 'decimal' ? 'a number' : 'a whole number';
  return fail(`It must be ${what} from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}.`);
}
