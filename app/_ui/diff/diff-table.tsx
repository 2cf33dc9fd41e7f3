'use client';

import type { CSSProperties } from 'react';
import lines from '../lines/line-table.module.css';
import { VirtualRows } from '../lines/virtual-rows';
import type { SyntaxRange } from '../syntax/syntax-range';
import classes from './diff.module.css';
import { countColumns, type NumberColumns } from './diff-columns';
import { DiffRowCells } from './diff-row-cells';
import type { DiffLine, DiffRow } from './diff-rows';

/** A table with more rows than this draws only the rows in view. */
const virtualFromRows = 400;

type Props = {
  label: string;
  rows: readonly DiffRow[];
  numbers: NumberColumns;
  digits: number;
  rangesOf: (line: DiffLine) => readonly SyntaxRange[];
};

export function DiffTable({ label, rows, numbers, digits, rangesOf }: Props) {
  const isVirtual = rows.length > virtualFromRows;
  const cellsOf = (index: number) => {
    const row = rows[index];
    return row && <DiffRowCells row={row} numbers={numbers} rangesOf={rangesOf} />;
  };
  return (
    <table
      className={`${lines['table']} ${classes['table']}`}
      style={{ '--digits': digits } as CSSProperties}
      aria-label={label}
      aria-rowcount={isVirtual ? rows.length : undefined}
    >
      <Columns numbers={numbers} />
      {isVirtual ? (
        <VirtualRows count={rows.length} columns={countColumns(numbers)} cellsOf={cellsOf} />
      ) : (
        <tbody>
          {rows.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
            <tr key={index}>{cellsOf(index)}</tr>
          ))}
        </tbody>
      )}
    </table>
  );
}

/** Sets all widths up front, so no column moves when other rows come into view. */
function Columns({ numbers }: { numbers: NumberColumns }) {
  const number = <col className={lines['numberColumn']} />;
  if (numbers !== 'beside') {
    return (
      <colgroup>
        {number}
        {numbers === 'both' && number}
        <col />
      </colgroup>
    );
  }
  return (
    <>
      <colgroup>
        {number}
        <col />
        {number}
        <col />
      </colgroup>
      <thead>
        <tr>
          <td aria-hidden />
          <th scope="col">Before</th>
          <td aria-hidden />
          <th scope="col">After</th>
        </tr>
      </thead>
    </>
  );
}
