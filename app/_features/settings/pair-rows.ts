import type { PairRow } from './model-draft';

export const newId = (rows: readonly { id: string }[]) =>
  String(Math.max(-1, ...rows.map(({ id }) => Number(id))) + 1);

/** A name that is there already gets the new value. */
export function addPairs(rows: readonly PairRow[], pairs: readonly Omit<PairRow, 'id'>[]): PairRow[] {
  const next = rows.map((row) => ({ ...row, ...pairs.find(({ name }) => name === row.name) }));
  for (const pair of pairs)
    if (!next.some(({ name }) => name === pair.name)) next.push({ id: newId(next), ...pair });
  return next;
}
