import { isAnyId } from '../shared/ids';

/** A position is the place of a row in a list that is ordered by time. */
export type Position = { at: Date; id: string };

/**
 * A page of a list begins `skip` rows after the row `after`, or after the start of the list. No page can
 * begin after a row that nobody can read, so the cursor counts such rows.
 */
export type Cursor = { after: Position | null; skip: number };

/** Reads a cursor that `nextCursor` wrote. Any other text means the start of the list. */
export function readCursor(text: string | null): Cursor {
  const match = /^(?:(-?\d{1,16})\.([a-z_0-9]+))?(?:~(\d{1,9}))?$/.exec(text ?? '');
  const [, ms, id, skip = '0'] = match ?? [];
  if (ms === undefined || id === undefined) return { after: null, skip: Number(skip) };
  const after = { at: new Date(Number(ms)), id };
  return isReadable(after) ? { after, skip: Number(skip) } : { after: null, skip: 0 };
}

/**
 * Returns the place of the next page after these rows, which began at `cursor`. A null row is one that nobody
 * can read.
 */
export function nextCursor(cursor: string | null, rows: readonly (Position | null)[]): string {
  const { after, skip } = readCursor(cursor);
  const last = rows.findLastIndex(isReadable);
  const place = rows[last] ?? after;
  const unreadable = last === -1 ? skip + rows.length : rows.length - 1 - last;
  return `${place ? `${place.at.getTime()}.${place.id}` : ''}${unreadable > 0 ? `~${unreadable}` : ''}`;
}

/** A row that nobody has checked may claim any place. */
function isReadable(position: Position | null): boolean {
  if (position === null || !isAnyId(position.id)) return false;
  return position.at instanceof Date && !Number.isNaN(position.at.getTime());
}
