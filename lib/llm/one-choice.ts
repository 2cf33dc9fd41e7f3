import { isJsonObject } from '../shared/json';
import { toIndex } from './wire';

/**
 * Keeps one choice of a reply, from its first chunk to its last. A server may send several choices (`n`) in
 * any order, and each is a separate reply. The class keeps the choice with the lowest index in the first
 * chunk that has choices; a missing index counts as 0 there. In later chunks, a choice without an index
 * continues the kept one.
 */
export class OneChoice {
  private index: number | null = null;
  /** The server sent other choices, too. */
  isOneOfSeveral = false;

  /** Returns the same body without the other choices. */
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
