import type { Damage } from '../../contracts/damage';
import { AppError } from '../../shared/app-error';

/** Names a stored row that cannot be read. `place` is its index in the list that it belongs to. */
export type Damaged = Damage & { place: number };

/** Holds the sound items of a list and, beside them, its damaged rows. */
export type Listed<Item> = { items: Item[]; damaged: Damaged[] };

/** Puts something in the place of each damaged row. */
export function fillIn<Item>({ items, damaged }: Listed<Item>, toItem: (row: Damaged) => Item): Item[] {
  const filled = [...items];
  for (const row of damaged) filled.splice(row.place, 0, toItem(row));
  return filled;
}

/** Returns the first of a list, or null when there is none. Throws when that one is damaged. */
export function requireSound<Item>({ items, damaged }: Listed<Item>): Item | null {
  const [first] = damaged;
  if (first?.place === 0) throw new AppError('damaged_data', first.message);
  return items[0] ?? null;
}
