'use client';

import { useCallback, useMemo } from 'react';
import { countOf } from '@/lib/shared/quantities';
import { VirtualRows } from '../../_ui/lines/virtual-rows';
import { useIsPrinting } from '../../_ui/paper/use-is-printing';
import { ScrollRegion } from '../../_ui/shell/scroll-region';
import { RevealedText } from '../../_ui/text/revealed-text';
import classes from './files.module.css';
import { type DelimitedTable, parseDelimited } from './parse-delimited';

/** A wide table shows only its first columns, because a row with thousands would block the page. */
const maxColumns = { onScreen: 100, onPaper: 20 };
const sampledRows = 200;

/** Shows CSV or TSV as a table. The head stays in view, and only the rows in view are drawn. */
export function TableView({ label, text }: { label: string; text: string }) {
  const table = useMemo(() => parseDelimited(text), [text]);
  const isPrinting = useIsPrinting();
  const shown = Math.min(table.columns, isPrinting ? maxColumns.onPaper : maxColumns.onScreen);
  const widths = useMemo(() => widthsOf(table, shown), [table, shown]);
  const { head, rows, columns } = table;
  const numeric = useMemo(() => widths.map((_, column) => isNumeric(rows, column)), [widths, rows]);
  const cellsOf = useCallback(
    (index: number) => (
      <>
        <th scope="row" className={classes['rowNumber']}>
          {index + 1}
        </th>
        {numeric.map((isNumber, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
          <td key={column} data-numeric={isNumber}>
            <RevealedText text={rows[index]?.[column] ?? ''} />
          </td>
        ))}
      </>
    ),
    [rows, numeric],
  );
  return (
    <>
      <p className={classes['cut']}>
        {countOf(rows.length, 'row')} · {countOf(columns, 'column')}
        {columns > shown && ` (the first ${shown} are ${isPrinting ? 'printed' : 'shown'})`}
      </p>
      <ScrollRegion label={`Table ${label}`} className={classes['tableFrame']}>
        <table className={classes['table']} aria-label={label} aria-rowcount={rows.length + 1}>
          <colgroup>
            <col style={{ width: `${String(rows.length).length + 2}ch` }} />
            {widths.map((width, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
              <col key={column} style={{ width: `${width}ch` }} />
            ))}
          </colgroup>
          {head && (
            <thead>
              <tr>
                <td aria-hidden />
                {numeric.map((isNumber, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                  <th key={column} scope="col" data-numeric={isNumber}>
                    <RevealedText text={head[column] ?? ''} />
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <VirtualRows count={rows.length} columns={widths.length + 1} cellsOf={cellsOf} />
        </table>
      </ScrollRegion>
    </>
  );
}

/** Returns widths in characters that fit most cells. */
function widthsOf({ head, rows }: DelimitedTable, shown: number): number[] {
  const sample = [...(head ? [head] : []), ...rows.slice(0, sampledRows)];
  return Array.from({ length: shown }, (_, column) => {
    const longest = sample.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
    return Math.min(48, Math.max(6, longest + 3));
  });
}

function isNumeric(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.slice(0, sampledRows).flatMap((row) => row[column]?.trim() || []);
  return cells.length > 0 && cells.every((cell) => /^[-+]?[\d.,\s]*\d\s*(?:%|[€$£])?$/.test(cell));
}
