import type { ModelBody, ModelServerBody, ModelView } from '@/lib/contracts/settings';
import { readTuningDraft, type TuningDraft, toTuningDraft } from './tuning-draft';

/**
 * Holds the part of the form that is kept as a draft. It never contains the key, or the value of a header or
 * query parameter.
 */
export type ModelDraft = TuningDraft & {
  provider: string;
  name: string;
  baseUrl: string;
  model: string;
  isDefault: boolean;
  headers: PairRow[];
  query: PairRow[];
};

export type PairKind = 'headers' | 'query';
/** `isStored` means that the server has the row's value. */
export type PairRow = { id: string; name: string; isStored: boolean };
/** Maps each row's id to its value. */
export type PairValues = Readonly<Record<string, string>>;

/**
 * Holds the secrets entered on this page. An undefined `apiKey` keeps the stored key, and null removes it. A
 * row without an entry keeps its value.
 */
export type Secrets = { apiKey: string | null | undefined } & Record<PairKind, PairValues>;
export const noSecrets: Secrets = { apiKey: undefined, headers: {}, query: {} };

export function toDraft(model: ModelView): ModelDraft {
  return {
    provider: model.provider,
    name: model.name === model.fullName ? '' : model.name,
    baseUrl: model.baseUrl ?? '',
    model: model.model ?? '',
    isDefault: model.isDefault,
    headers: toStoredRows(model.headers),
    query: toStoredRows(model.query),
    ...toTuningDraft(model.tuning),
  };
}

const toStoredRows = (names: readonly string[]): PairRow[] =>
  names.map((name, index) => ({ id: String(index), name, isStored: true }));

export function newDraft(provider: string, isDefault: boolean): ModelDraft {
  const pairs = { headers: [], query: [] };
  return { provider, name: '', baseUrl: '', model: '', isDefault, ...pairs, ...toTuningDraft({}) };
}

/** Returns null for a draft from an older build of the page that no longer fits. */
export function parseModelDraft(stored: unknown): ModelDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const fields: Record<string, unknown> = { ...stored };
  const isLike = (value: unknown, sample: unknown) =>
    Array.isArray(sample) ? Array.isArray(value) : typeof value === typeof sample;
  const fits = Object.entries(newDraft('', false)).every(([name, sample]) => isLike(fields[name], sample));
  if (!fits) return null;
  const draft = fields as ModelDraft;
  return [...draft.headers, ...draft.query].every((row) => typeof row?.isStored === 'boolean') ? draft : null;
}

/**
 * Builds the body that the server takes. It leaves out unreadable values, which `checkDraft` has already
 * reported.
 */
export function toServerBody(draft: ModelDraft, secrets: Secrets, id: string | null): ModelServerBody {
  const { tuning } = readTuningDraft(draft);
  return {
    ...(id === null ? {} : { id }),
    provider: draft.provider,
    baseUrl: draft.baseUrl,
    ...(draft.model.trim() === '' ? {} : { model: draft.model }),
    ...(secrets.apiKey === undefined ? {} : { apiKey: secrets.apiKey }),
    headers: draft.headers.map((row) => ({ name: row.name, value: enteredValueOf(row, secrets.headers) })),
    query: draft.query.map((row) => ({ name: row.name, value: enteredValueOf(row, secrets.query) })),
    ...tuning,
  };
}

export function toModelBody(draft: ModelDraft, secrets: Secrets): ModelBody {
  const { id: _, provider, ...server } = toServerBody(draft, secrets, null);
  const { model, name, isDefault } = draft;
  return { ...server, provider: provider ?? '', model, name, isDefault };
}

/** Returns null when the stored value stays. */
export function enteredValueOf(row: PairRow, values: PairValues): string | null {
  const entered = values[row.id] ?? '';
  return entered === '' && row.isStored ? null : entered;
}
