import lines from '../lines/line-table.module.css';
import type { SyntaxRange } from '../syntax/syntax-range';
import classes from './diff.module.css';
import type { DiffLine } from './diff-rows';
import { DiffText } from './diff-text';

/** Shows a line's number. Screen readers skip it, and copying leaves it out. */
export function NumberCell({ number, kind }: { number: number | null; kind: string }) {
  return <td className={lines['number']} data-kind={kind} data-number={number ?? ''} aria-hidden />;
}

type TextCellProps = {
  line: DiffLine | null;
  partner: DiffLine | null;
  rangesOf: (line: DiffLine) => readonly SyntaxRange[];
};

const text = `${lines['text']} ${classes['text']}`;
const spoken = { same: '', added: 'Added: ', removed: 'Removed: ', note: 'Note: ' } as const;

/** Shows a line of the change. A sign, a color and a spoken word say whether it is added or removed. */
export function TextCell({ line, partner, rangesOf }: TextCellProps) {
  if (!line) return <td className={text} data-kind="none" />;
  return (
    <td className={text} data-kind={line.kind}>
      {line.kind !== 'same' && <span className={classes['spoken']}>{spoken[line.kind]}</span>}
      <DiffText line={line} partner={partner} ranges={rangesOf(line)} />
    </td>
  );
}
