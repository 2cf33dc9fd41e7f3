import {
  findRepeated,
  readHeaderName,
  readHeaderValue,
  readQueryName,
  readQueryValue,
} from '@/lib/contracts/model-server-extras';
import { type Reading, readApiKey, readModelName } from '@/lib/contracts/model-server-values';
import { readServerAddress } from '@/lib/contracts/server-address';
import { enteredValueOf, type ModelDraft, type Secrets } from './model-draft';
import { readTuningDraft } from './tuning-draft';

/** Maps each invalid field to its problem, by the field's name in the request body. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Finds the invalid fields of a draft. Saving needs a model, and loading the list of models does not. The
 * server repeats these checks.
 */
export function checkDraft(draft: ModelDraft, secrets: Secrets, needsModel: boolean): FieldErrors {
  const { apiKey } = secrets;
  const reads: Record<string, Reading<unknown>> = {
    baseUrl: readServerAddress(draft.baseUrl),
    ...(needsModel || draft.model.trim() !== '' ? { model: readModelName(draft.model) } : {}),
    ...(typeof apiKey === 'string' ? { apiKey: readApiKey(apiKey) } : {}),
  };
  for (const { kind, readName, readValue } of pairReaders) {
    for (const [index, row] of draft[kind].entries()) {
      const value = enteredValueOf(row, secrets[kind]);
      reads[`${kind}.${index}.name`] = readName(row.name);
      if (value !== null) reads[`${kind}.${index}.value`] = readValue(value);
    }
  }
  return {
    ...toErrors(reads),
    ...findTwice('headers', draft.headers),
    ...findTwice('query', draft.query),
    ...readTuningDraft(draft).problems,
  };
}

const pairReaders = [
  { kind: 'headers', readName: readHeaderName, readValue: readHeaderValue },
  { kind: 'query', readName: readQueryName, readValue: readQueryValue },
] as const;

function toErrors(reads: Record<string, Reading<unknown>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(reads).flatMap(([name, read]) => (read.ok ? [] : [[name, read.problem]])),
  );
}

function findTwice(field: string, pairs: readonly { name: string }[]): FieldErrors {
  const index = findRepeated(pairs.map(({ name }) => name));
  return index === -1 ? {} : { [`${field}.${index}.name`]: 'This name is there twice.' };
}

/**
 * Removes the errors of changed fields. The rows of a list may have moved, so all errors of a changed list
 * go.
 */
export function withoutErrorsOf(errors: FieldErrors, changed: readonly string[]): FieldErrors {
  const isOf = (field: string, name: string) => field === name || field.startsWith(`${name}.`);
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.some((name) => isOf(field, name))),
  );
}
