import type { PairRow, PairValues } from './model-draft';

export const newId = (rows: readonly { id: string }[]) =>
  String(Math.max(-1, ...rows.map(({ id }) => Number(id))) + 1);

/** Adds pairs. An existing name gets the new value. */
export function addPairs(
  rows: readonly PairRow[],
  values: PairValues,
  pairs: readonly { name: string; value: string }[],
): { rows: PairRow[]; values: PairValues } {
  const next = [...rows];
  const nextValues = { ...values };
  for (const { name, value } of pairs) {
    const known = next.find((row) => row.name === name);
    const row = known ?? { id: newId(next), name, isStored: false };
    if (!known) next.push(row);
    nextValues[row.id] = value;
  }
  return { rows: next, values: nextValues };
}
