import { canonicalJson, type JsonObject } from '../shared/json';
import { type AskedTuning, pickTuning } from './model-tuning';

/**
 * People set these parts of a request to a model. Header and query values are not here, because they may be
 * secrets.
 */
export type CheckedSettings = AskedTuning & {
  /** These are header names in small letters. */
  headers: string[];
  /** These are names only. */
  query: string[];
};

type Named = { name: string };

/** Leaves out prices, because no server gets them. */
export function toCheckedSettings(
  model: AskedTuning & { headers?: readonly Named[] | undefined; query?: readonly Named[] | undefined },
): CheckedSettings {
  const { headers = [], query = [] } = model;
  return {
    ...pickTuning(model),
    headers: headers.map(({ name }) => name.toLowerCase()).sort(),
    query: query.map(({ name }) => name).sort(),
  };
}

/** Describes the settings of a model of the list. */
export function settingsOfListed({
  headers,
  query,
  tuning,
}: {
  headers: readonly string[];
  query: readonly string[];
  tuning: AskedTuning;
}): CheckedSettings {
  const toPairs = (names: readonly string[]) => names.map((name) => ({ name }));
  return toCheckedSettings({ ...tuning, query: toPairs(query), headers: toPairs(headers) });
}

/** Equal settings have equal keys. */
export const keyOfSettings = (settings: CheckedSettings): string => canonicalJson(settings as JsonObject);

export const isSameSettings = (one: CheckedSettings, other: CheckedSettings): boolean =>
  keyOfSettings(one) === keyOfSettings(other);

type Checked = { baseUrl: string; model: string; settings?: CheckedSettings | undefined };

/**
 * Finds the check of this model with these settings, or else the model's latest one, marked
 * `isOfOtherSettings`. A check without settings is older than this field and counts for any settings.
 * `checks` starts with the latest.
 */
export function findCheck<Check extends Checked>(
  checks: readonly Check[],
  wanted: Checked & { settings: CheckedSettings },
): { check: Check; isOfOtherSettings: boolean } | null {
  const ofModel = checks.filter(({ baseUrl, model }) => baseUrl === wanted.baseUrl && model === wanted.model);
  const same = ofModel.find(({ settings }) => !settings || isSameSettings(settings, wanted.settings));
  const check = same ?? ofModel[0];
  return check ? { check, isOfOtherSettings: same === undefined } : null;
}
