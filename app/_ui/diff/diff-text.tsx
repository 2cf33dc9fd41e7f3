'use client';

import classes from '../lines/line-table.module.css';
import type { SyntaxRange } from '../syntax/syntax-range';
import { foldText } from '../text/fold-text';
import { FoldToggle } from '../text/fold-toggle';
import { Pieces } from '../text/pieces';
import { toPieces } from '../text/text-pieces';
import { useFold } from '../text/use-fold';
import type { DiffLine } from './diff-rows';
import { findMark } from './word-mark';

type Props = { line: DiffLine; partner: DiffLine | null; ranges: readonly SyntaxRange[] };

const foldAfterWrappedLines = 20;

/** Shows a line in its colors and marks where it differs from its partner. It folds a very long line. */
export function DiffText({ line, partner, ranges }: Props) {
  const folded = foldText(line.text, foldAfterWrappedLines);
  const fold = useFold(folded.size !== null);
  const mark = partner ? findMark(line.text, partner.text) : null;
  return (
    <>
      <Pieces pieces={toPieces(fold.isOpen ? line.text : folded.shown, { ranges, mark })} />
      <FoldToggle fold={fold} size={folded.size ?? ''} className={classes['rest']} />
    </>
  );
}
