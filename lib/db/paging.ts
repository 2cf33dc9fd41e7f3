import { DamagedRow, partDamaged } from './damaged-row.port';
import { mapSound } from './read-each';
import type { Page } from './stores.port';

export type Position = { at: Date; id: string };

/** Where a page begins: after this row. Anything that is not a cursor of ours begins at the start. */
export function fromCursor(cursor: string | null): Position | null {
  const match = /^(\d{1,15})\.([a-z]+_[0-9a-f]{32})$/.exec(cursor ?? '');
  return match?.[1] && match[2] ? { at: new Date(Number(match[1])), id: match[2] } : null;
}

/**
 * `rows` were queried with one more than `limit`: the extra one tells whether there is a next page, which begins after the last row
 * whose place can be read.
 */
export function toPage<Row, Item>(
  rows: (Row | DamagedRow)[],
  limit: number,
  position: (row: Row) => Position,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const places = shown.flatMap((row) => (row instanceof DamagedRow ? [] : [position(row)]));
  const last = places.findLast(({ at }) => at instanceof Date && !Number.isNaN(at.getTime()));
  const at = last && rows.length > limit ? last : null;
  return {
    ...partDamaged(mapSound(shown, toItem)),
    nextCursor: at ? `${at.at.getTime()}.${at.id}` : null,
  };
}
