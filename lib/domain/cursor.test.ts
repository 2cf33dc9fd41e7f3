import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createId } from '../shared/ids';
import { nextCursor, type Position, readCursor } from './cursor';

const position = fc.date({ noInvalidDate: true }).map((at): Position => ({ at, id: createId('run') }));
const unreadable = fc.constantFrom(
  null,
  { at: new Date(Number.NaN), id: createId('run') },
  { at: new Date(0), id: 'run_\ufffd' },
);

/** Pages as a store does: it returns the rows after the cursor's row, without those that the cursor skips. */
function page(list: readonly (Position | null)[], cursor: string | null, size: number) {
  const { after, skip } = readCursor(cursor);
  const begin = (after === null ? 0 : list.findIndex((row) => row?.id === after.id) + 1) + skip;
  return list.slice(begin, begin + size);
}

test('pages that follow each other hold each row once, whichever of them cannot be read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(position, unreadable), { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      (list, size) => {
        const seen: (Position | null)[] = [];
        for (let cursor: string | null = null; seen.length < list.length; ) {
          const rows = page(list, cursor, size);
          expect(rows.length).toBe(Math.min(size, list.length - seen.length));
          seen.push(...rows);
          cursor = nextCursor(cursor, rows);
        }
        expect(seen).toEqual(list);
      },
    ),
  );
});

test('a text that is no cursor is the start of the list', () => {
  for (const text of [
    null,
    '',
    'nonsense',
    '1.run_1',
    '~x',
    `1.${createId('run')}~`,
    `9000000000000000.${createId('run')}`,
    '~9999999999',
  ])
    expect(readCursor(text)).toEqual({ after: null, skip: 0 });
});
