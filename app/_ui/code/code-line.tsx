'use client';

import { memo } from 'react';
import classes from '../lines/line-table.module.css';
import type { SyntaxRange } from '../syntax/syntax-range';
import { foldText } from '../text/fold-text';
import { FoldToggle } from '../text/fold-toggle';
import { Pieces } from '../text/pieces';
import { toPieces } from '../text/text-pieces';
import { useFold } from '../text/use-fold';

const foldAfterWrappedLines = 30;

type Props = { number: number; text: string; ranges: readonly SyntaxRange[]; isMarked: boolean };

/** Renders the cells of one line. It folds a line that would fill the page. */
export const CodeLine = memo(function CodeLine({ number, text, ranges, isMarked }: Props) {
  const folded = foldText(text, foldAfterWrappedLines);
  const fold = useFold(folded.size !== null);
  return (
    <>
      <td className={classes['number']} data-number={number} data-marked={isMarked} />
      <td className={classes['text']} data-marked={isMarked} aria-current={isMarked || undefined}>
        <Pieces pieces={toPieces(fold.isOpen ? text : folded.shown, { ranges })} />
        <FoldToggle fold={fold} size={folded.size ?? ''} className={classes['rest']} />
      </td>
    </>
  );
});
