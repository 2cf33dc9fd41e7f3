import './without-eval';
import * as z from 'zod/mini';
import { isLine } from './texts';

const limits = (min: number, max: number) => ({ min, max, stored: z.number() });
const decimal = (min: number, max: number) =>
  ({ kind: 'decimal', ...limits(min, max), entered: z.number().check(z.gte(min), z.lte(max)) }) as const;
const whole = (min: number, max: number) =>
  ({ kind: 'whole', ...limits(min, max), entered: z.int().check(z.gte(min), z.lte(max)) }) as const;
const texts = (most: number) =>
  ({
    kind: 'texts',
    most,
    stored: z.array(z.string()),
    entered: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(most)),
  }) as const;
const word = {
  kind: 'word',
  stored: z.string(),
  entered: z.string().check(z.trim(), z.minLength(1), z.maxLength(40), isLine()),
} as const;

/**
 * Says how a model is asked. The form, the HTTP API, stored models, stored checks and the variables of the
 * environment (`maxTokens` is `OPENAI_MAX_TOKENS`) follow from this table. A part that is left out has its
 * default, or is not sent.
 */
export const tuningFields = {
  temperature: decimal(0, 2),
  /** Limits the tokens of a reply. */
  maxTokens: whole(1, 10_000_000),
  /** The reply ends before the first of these. */
  stop: texts(4),
  /** Uses the server's own words, such as "low". */
  reasoningEffort: word,
  /** The window of the model. The server's own number counts, too, if it is lower. */
  windowTokens: whole(1_000, 100_000_000),
} as const;

type Fields = typeof tuningFields;
export type TuningName = keyof Fields;
export type TuningField = Fields[TuningName];
export const tuningNames = Object.keys(tuningFields) as TuningName[];

const shapeOf = <Part extends 'entered' | 'stored'>(part: Part) =>
  Object.fromEntries(tuningNames.map((name) => [name, z.optional(tuningFields[name][part])])) as {
    [Name in TuningName]: z.ZodMiniOptional<Fields[Name][Part]>;
  };
export const enteredTuning = shapeOf('entered');
/** Takes values that today's limits would refuse, because an older build may have stored them. */
export const storedTuning = shapeOf('stored');

export type AskedTuning = z.infer<z.ZodMiniObject<typeof storedTuning>>;
/** Prices are not sent to a server. */
export type ModelTuning = AskedTuning & { prices?: TokenPrices | undefined };

/**
 * Gives US dollars for a million tokens. Without `cached`, cached tokens cost as much as the other tokens of
 * a request.
 */
export type TokenPrices = { input: number; cached?: number | undefined; output: number };

/** Takes what is set. An empty list sets nothing. */
export function pickTuning(values: AskedTuning): AskedTuning {
  const isSet = (value: AskedTuning[TuningName]) =>
    value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    tuningNames.flatMap((name) => (isSet(values[name]) ? [[name, values[name]]] : [])),
  );
}
