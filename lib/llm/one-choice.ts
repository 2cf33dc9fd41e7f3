import { isJsonObject } from '../shared/json';
import { toIndex } from './wire';

/**
 * Keeps one choice of a reply, from its first chunk to its last: a server may send several (`n`), mixed in any order, and each is a reply
 * of its own. It is the one with the lowest index in the first chunk that has any; no index counts as 0 there. Later, one without an
 * index goes on with it.
 */
export class OneChoice {
  private index: number | null = null;
  /** There were others. */
  isOneOfSeveral = false;

  /** The same body, with no other choice in it. */
  keep(data: unknown): unknown {
    if (!isJsonObject(data) || !Array.isArray(data['choices'])) return data;
    const choices: unknown[] = data['choices'];
    const indexes = choices.map(indexOf);
    if (choices.length > 0)
      this.index ??= indexes.reduce(
        (least: number, index) => Math.min(least, index ?? 0),
        Number.POSITIVE_INFINITY,
      );
    const kept = indexes.findIndex((index) => index === null || index === this.index);
    if (choices.length === 0 || (choices.length === 1 && kept === 0)) return data;
    this.isOneOfSeveral = true;
    return { ...data, choices: kept < 0 ? [] : [choices[kept]] };
  }
}

const indexOf = (choice: unknown): number | null => (isJsonObject(choice) ? toIndex(choice['index']) : null);
