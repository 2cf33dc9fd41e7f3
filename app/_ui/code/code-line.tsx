'use client';

import { memo, useState } from 'react';
import type { SyntaxRange } from '../syntax/syntax-range';
import { foldText } from '../text/fold-text';
import { Pieces } from '../text/pieces';
import { toPieces } from '../text/text-pieces';
import classes from './code-lines.module.css';

const foldAfterWrappedLines = 30;

type Props = { number: number; text: string; ranges: readonly SyntaxRange[]; isMarked: boolean };

/** The cells of one line. A line that fills the page is folded. */
export const CodeLine = memo(function CodeLine({ number, text, ranges, isMarked }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const folded = foldText(text, foldAfterWrappedLines);
  return (
    <>
      <td className={classes['number']} data-number={number} data-marked={isMarked} />
      <td className={classes['text']} data-marked={isMarked} aria-current={isMarked || undefined}>
        <Pieces pieces={toPieces(isOpen ? text : folded.shown, { ranges })} />
        {folded.size !== null && (
          <button
            type="button"
            className={classes['rest']}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {folded.size} · {isOpen ? 'fold again' : 'show all'}
          </button>
        )}
      </td>
    </>
  );
});
