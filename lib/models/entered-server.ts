import { labelOf } from '../contracts/field-labels';
import {
  findRepeated,
  readHeaderName,
  readHeaderValue,
  readQueryName,
  readQueryValue,
} from '../contracts/model-server-extras';
import { type Reading, readApiKey, readModelName } from '../contracts/model-server-values';
import { type ModelTuning, pickTuning } from '../contracts/model-tuning';
import { readServerAddress } from '../contracts/server-address';
import type { ModelServerBody, ModelTuningView } from '../contracts/settings';
import { AppError } from '../shared/app-error';

export type EnteredPair = { name: string; value: string | null };

/** `model` is empty when none was entered. An undefined `apiKey` and a null value mean the stored one. */
export type EnteredServer = {
  baseUrl: string;
  model: string;
  apiKey: string | null | undefined;
  headers: EnteredPair[];
  query: EnteredPair[];
  tuning: ModelTuning;
};

/**
 * Returns the values ready to use, without outer spaces and with the address corrected. Throws `invalid_body`
 * with a sentence for each field that cannot be used.
 */
export function readModelServer(entered: Omit<ModelServerBody, 'id' | 'provider'>): EnteredServer {
  const problems: [string, string][] = [];
  const take = <Value>(field: string, read: Reading<Value>, otherwise: Value): Value => {
    if (read.ok) return read.value;
    problems.push([field, read.problem]);
    return otherwise;
  };
  const takeNames = (field: string, pairs: readonly { name: string }[]) => {
    const repeated = findRepeated(pairs.map(({ name }) => name));
    if (repeated !== -1) problems.push([`${field}.${repeated}.name`, 'This name is there twice.']);
  };
  const { headers = [], query = [] } = entered;
  takeNames('headers', headers);
  takeNames('query', query);
  const { address } = take('baseUrl', readServerAddress(entered.baseUrl), { address: '', changes: [] });
  const server = {
    baseUrl: address,
    model: entered.model ? take('model', readModelName(entered.model), '') : '',
    apiKey: entered.apiKey === undefined ? undefined : take('apiKey', readApiKey(entered.apiKey), null),
    headers: headers.map(({ name, value }, index) => ({
      name: take(`headers.${index}.name`, readHeaderName(name), ''),
      value: value === null ? null : take(`headers.${index}.value`, readHeaderValue(value), ''),
    })),
    query: query.map(({ name, value }, index) => ({
      name: take(`query.${index}.name`, readQueryName(name), ''),
      value: value === null ? null : take(`query.${index}.value`, readQueryValue(value), ''),
    })),
    tuning: take('inputPrice', readTuning(entered), {}),
  };
  if (problems.length > 0) refuseFields(problems);
  return server;
}

export function refuseFields(problems: readonly (readonly [field: string, problem: string])[]): never {
  const message = problems.map(([field, problem]) => `${labelOf(field)}: ${problem}`).join(' ');
  throw new AppError('invalid_body', message, { fields: Object.fromEntries(problems) });
}

function readTuning(entered: ModelTuningView): Reading<ModelTuning> {
  const { inputPrice: input, cachedPrice: cached, outputPrice: output } = entered;
  const tuning = pickTuning(entered);
  if (input === undefined && cached === undefined && output === undefined) return { ok: true, value: tuning };
  if (input === undefined || output === undefined) {
    return { ok: false, problem: 'Enter the price of input and of output, or neither.' };
  }
  return { ok: true, value: { ...tuning, prices: { input, cached, output } } };
}

export function toTuningView({ prices, ...tuning }: ModelTuning): ModelTuningView {
  return {
    ...tuning,
    inputPrice: prices?.input,
    cachedPrice: prices?.cached,
    outputPrice: prices?.output,
  };
}
