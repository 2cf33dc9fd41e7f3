import { labelOf } from '../contracts/field-labels';
import type { ModelServerBody } from '../contracts/settings';
import { AppError } from '../shared/app-error';
import { type Reading, readApiKey, readModelName } from '../shared/model-server-values';
import { readServerAddress } from '../shared/server-address';

/** `model` is empty when none was entered. `apiKey`: null means no key, undefined means the stored one. */
export type EnteredServer = { baseUrl: string; model: string; apiKey: string | null | undefined };

/**
 * The values ready to use: space trimmed, the address corrected. Throws `invalid_body` with a sentence for each field
 * that cannot be used.
 */
export function readModelServer(entered: ModelServerBody): EnteredServer {
  const problems: [string, string][] = [];
  const take = <Value>(field: string, read: Reading<Value>, otherwise: Value): Value => {
    if (read.ok) return read.value;
    problems.push([field, read.problem]);
    return otherwise;
  };
  const { address } = take('baseUrl', readServerAddress(entered.baseUrl), { address: '', changes: [] });
  const model = entered.model ? take('model', readModelName(entered.model), '') : '';
  const apiKey = entered.apiKey === undefined ? undefined : take('apiKey', readApiKey(entered.apiKey), null);
  if (problems.length === 0) return { baseUrl: address, model, apiKey };
  const message = problems.map(([field, problem]) => `${labelOf(field)}: ${problem}`).join(' ');
  throw new AppError('invalid_body', message, { fields: Object.fromEntries(problems) });
}

/** The same server, even if one address is older than the rules that put addresses right. */
export function isSameAddress(first: string, second: string): boolean {
  return putRight(first) === putRight(second);
}

function putRight(address: string): string {
  const read = readServerAddress(address);
  return read.ok ? read.value.address : address;
}
