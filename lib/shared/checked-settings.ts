import { canonicalJson } from './canonical-json';
import type { JsonObject } from './json';

/**
 * People set these parts of a request to a model. Header and query values are not here, because they may be
 * secrets.
 */
export type CheckedSettings = Tuning & {
  /** These are header names in small letters. */
  headers: string[];
  /** These are names only. */
  query: string[];
};

type Tuning = {
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  stop?: string[] | undefined;
  reasoningEffort?: string | undefined;
  windowTokens?: number | undefined;
};

/** Leaves out prices, because no server gets them. */
export function toCheckedSettings(
  model: Omit<Tuning, 'stop'> & {
    stop?: readonly string[] | undefined;
    headers?: readonly { name: string }[] | undefined;
    query?: readonly { name: string }[] | undefined;
  },
): CheckedSettings {
  const { temperature, maxTokens, stop, reasoningEffort, windowTokens, headers = [], query = [] } = model;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop: [...stop] }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(windowTokens === undefined ? {} : { windowTokens }),
    headers: headers.map(({ name }) => name.toLowerCase()).sort(),
    query: query.map(({ name }) => name).sort(),
  };
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
