import { memo } from 'react';
import type { SyntaxRange } from '../syntax/syntax-range';
import classes from './diff.module.css';
import { NumberCell, TextCell } from './diff-cells';
import { countColumns, type NumberColumns } from './diff-columns';
import type { DiffLine, DiffRow } from './diff-rows';

type Props = {
  row: DiffRow;
  numbers: NumberColumns;
  rangesOf: (line: DiffLine) => readonly SyntaxRange[];
};

export const DiffRowCells = memo(function DiffRowCells({ row, numbers, rangesOf }: Props) {
  if (row.kind === 'where') {
    return (
      <td className={classes['where']} colSpan={countColumns(numbers)}>
        {row.text}
      </td>
    );
  }
  if (row.kind === 'pair') {
    const { before, after } = row;
    const isChange = before?.kind === 'removed' && after?.kind === 'added';
    return (
      <>
        <NumberCell number={before?.oldNumber ?? null} kind={before?.kind ?? 'none'} />
        <TextCell line={before} partner={isChange ? after : null} rangesOf={rangesOf} />
        <NumberCell number={after?.newNumber ?? null} kind={after?.kind ?? 'none'} />
        <TextCell line={after} partner={isChange ? before : null} rangesOf={rangesOf} />
      </>
    );
  }
  const { line, partner } = row;
  return (
    <>
      {(numbers === 'both' || numbers === 'old') && <NumberCell number={line.oldNumber} kind={line.kind} />}
      {(numbers === 'both' || numbers === 'new') && <NumberCell number={line.newNumber} kind={line.kind} />}
      {numbers === 'either' && <NumberCell number={line.newNumber ?? line.oldNumber} kind={line.kind} />}
      <TextCell line={line} partner={partner} rangesOf={rangesOf} />
    </>
  );
});
