/** The place of a row in a list that is ordered by time. */
export type Position = { at: Date; id: string };

/**
 * Where a page of a list begins: `skip` rows behind the row `after`, or behind the start of the list. A damaged row has no place to begin
 * behind, so such rows are counted.
 */
export type Cursor = { after: Position | null; skip: number };

/** Reads what `nextCursor` wrote. Anything else is the start of the list. */
export function readCursor(text: string | null): Cursor {
  const match = /^(?:(-?\d{1,16})\.([a-z_0-9]+))?(?:~(\d{1,9}))?$/.exec(text ?? '');
  const [, ms, id, skip = '0'] = match ?? [];
  if (ms === undefined || id === undefined) return { after: null, skip: Number(skip) };
  const after = { at: new Date(Number(ms)), id };
  return isReadable(after) ? { after, skip: Number(skip) } : { after: null, skip: 0 };
}

/** Where the next page begins after the rows of this one, which began at `cursor`. Null: a row that cannot be read. */
export function nextCursor(cursor: string | null, rows: readonly (Position | null)[]): string {
  const { after, skip } = readCursor(cursor);
  const last = rows.findLastIndex(isReadable);
  const place = rows[last] ?? after;
  const behind = last === -1 ? skip + rows.length : rows.length - 1 - last;
  return `${place ? `${place.at.getTime()}.${place.id}` : ''}${behind > 0 ? `~${behind}` : ''}`;
}

/** What a damaged row says of itself may be anything. */
function isReadable(position: Position | null): boolean {
  if (position === null || !/^[a-z]+_[0-9a-f]{32}$/.test(position.id)) return false;
  return position.at instanceof Date && !Number.isNaN(position.at.getTime());
}
