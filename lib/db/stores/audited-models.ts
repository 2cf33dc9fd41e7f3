import { hostOf } from '../../contracts/server-address';
import type { AuditedChange } from '../../domain/audit-entry';
import type { StoredModel } from '../ports/model-stores.port';

/** These functions say what changed about a saved model, in words without any secret. */

export const addedModel = (model: StoredModel): AuditedChange => about('model_added', model);

export const removedModel = (model: StoredModel): AuditedChange => about('model_removed', model);

/** `id` may be that of a model which nobody saved, or null for the one that counts without a choice. */
export function chosenDefault(id: string | null, models: readonly StoredModel[]): AuditedChange {
  const model = models.find((one) => one.id === id);
  if (model) return about('default_model_chosen', model);
  return { kind: 'default_model_chosen', objectId: id, subject: id ?? '' };
}

/** Returns nothing when the model stayed as it was. */
export function changedModel(before: StoredModel, after: StoredModel): AuditedChange[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const changed = [...names].filter((name) => old[name] !== now[name]);
  const isPathNew = before.baseUrl !== after.baseUrl && !changed.includes('address');
  if (changed.length === 0 && !isPathNew) return [];
  const say = (facts: Facts) => changed.map((name) => `${name} ${facts[name] ?? 'none'}`).join(', ');
  // A path may hold a secret, so only its change is told.
  const words = isPathNew ? ['another path of the address'] : [];
  const join = (text: string, more: string[]) => [text, ...more].filter((part) => part !== '').join(', ');
  return [{ ...about('model_changed', after), before: say(old), after: join(say(now), words) }];
}

const about = (kind: AuditedChange['kind'], model: StoredModel): AuditedChange => ({
  kind,
  objectId: model.id,
  subject: model.name ?? `${model.model} at ${hostOf(model.baseUrl)}`,
});

type Facts = Record<string, string>;

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : hostOf(address));

/** A secret is only there or not. When a new one takes its place, the time at which it was saved changes. */
function factsOf(model: StoredModel): Facts {
  const { name, baseUrl, model: modelName, apiKey, headers, query, tuning } = model;
  const hasSecret = apiKey !== null || headers.length + query.length > 0;
  const list = (pairs: readonly { name: string }[]) => pairs.map((pair) => pair.name).join(' ') || 'none';
  return {
    name: name === null ? 'none' : `“${name}”`,
    provider: model.provider,
    address: originOf(baseUrl),
    model: modelName,
    key: apiKey === null ? 'none' : 'saved',
    headers: list(headers),
    query: list(query),
    secrets: hasSecret ? `of ${model.secretsSavedAt}` : 'none',
    ...Object.fromEntries(
      Object.entries(tuning).map(([field, value]) => [
        field,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    ),
  };
}
