/** The interface writes these texts at each look, so another build may word them differently. */
const worded = ['statusText', 'lastRunStatusText', 'label', 'message', 'excerpt'];

/** The interface has shown a switch in words since 2026-11-27. */
const switchWords: Partial<Record<string, string>> = { true: 'Yes', false: 'No' };

type Entry = Record<string, unknown>;

/**
 * Lists everything in `before` that `now` does not have, by its place. Added fields are no loss. `isMoved`
 * names entries that have changed since for a good reason.
 */
export function findLosses(
  before: unknown,
  now: unknown,
  isMoved: (entry: Entry) => boolean,
  place = '',
): string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(now)) return [`${place} is no list`];
    return before.flatMap((item, index) => {
      const id = isEntry(item) ? item['id'] : undefined;
      const same = id === undefined ? now[index] : now.find((other) => isEntry(other) && other['id'] === id);
      return findLosses(item, same, isMoved, `${place}[${id ?? index}]`);
    });
  }
  if (!isEntry(before)) {
    const isSame = Object.is(before, now) || (typeof now === 'string' && switchWords[String(before)] === now);
    return isSame ? [] : [`${place} is ${JSON.stringify(now)}, not ${JSON.stringify(before)}`];
  }
  if (isMoved(before)) return [];
  if (!isEntry(now)) return [`${place} is gone`];
  return Object.entries(before).flatMap(([key, value]) => {
    const isWorded = worded.includes(key) || (key === 'headline' && before['kind'] === 'notice');
    if (isWorded) return typeof now[key] === typeof value ? [] : [`${place}.${key} is gone`];
    return findLosses(value, now[key], isMoved, `${place}.${key}`);
  });
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
