import {
  findRepeated,
  readHeaderName,
  readHeaderValue,
  readQueryName,
  readQueryValue,
} from '@/lib/shared/model-server-extras';
import { type Reading, readApiKey, readModelName } from '@/lib/shared/model-server-values';
import { readServerAddress } from '@/lib/shared/server-address';
import { headerValueOf, type ModelDraft, type Secrets } from './model-draft';
import { readTuningDraft } from './tuning-draft';

/** The problem of each invalid field, by its name in the body of the request. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Saving needs a model; loading the list of models does not. The server checks the same again. */
export function checkDraft(draft: ModelDraft, secrets: Secrets, needsModel: boolean): FieldErrors {
  const { apiKey } = secrets;
  const reads: Record<string, Reading<unknown>> = {
    baseUrl: readServerAddress(draft.baseUrl),
    ...(needsModel || draft.model.trim() !== '' ? { model: readModelName(draft.model) } : {}),
    ...(typeof apiKey === 'string' ? { apiKey: readApiKey(apiKey) } : {}),
  };
  for (const [index, row] of draft.headers.entries()) {
    const value = headerValueOf(row, secrets);
    reads[`headers.${index}.name`] = readHeaderName(row.name);
    if (value !== null) reads[`headers.${index}.value`] = readHeaderValue(value);
  }
  for (const [index, { name, value }] of draft.query.entries()) {
    reads[`query.${index}.name`] = readQueryName(name);
    reads[`query.${index}.value`] = readQueryValue(value);
  }
  return {
    ...toErrors(reads),
    ...findTwice('headers', draft.headers),
    ...findTwice('query', draft.query),
    ...readTuningDraft(draft).problems,
  };
}

function toErrors(reads: Record<string, Reading<unknown>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(reads).flatMap(([name, read]) => (read.ok ? [] : [[name, read.problem]])),
  );
}

function findTwice(field: string, pairs: readonly { name: string }[]): FieldErrors {
  const index = findRepeated(pairs.map(({ name }) => name));
  return index === -1 ? {} : { [`${field}.${index}.name`]: 'This name is there twice.' };
}

/** Without the errors of fields that changed; a list's rows may have moved, so all of its errors go. */
export function withoutErrorsOf(errors: FieldErrors, changed: readonly string[]): FieldErrors {
  const isOf = (field: string, name: string) => field === name || field.startsWith(`${name}.`);
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.some((name) => isOf(field, name))),
  );
}
