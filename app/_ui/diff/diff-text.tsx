'use client';

import { useState } from 'react';
import type { SyntaxRange } from '../syntax/syntax-range';
import { foldText } from '../text/fold-text';
import { Pieces } from '../text/pieces';
import { toPieces } from '../text/text-pieces';
import classes from './diff.module.css';
import type { DiffLine } from './diff-rows';
import { findMark } from './word-mark';

type Props = { line: DiffLine; partner: DiffLine | null; ranges: readonly SyntaxRange[] };

const foldAfterWrappedLines = 20;

/** A line in its colours, with the part marked in which it differs from its partner. One that fills the page is folded. */
export function DiffText({ line, partner, ranges }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const folded = foldText(line.text, foldAfterWrappedLines);
  const mark = partner ? findMark(line.text, partner.text) : null;
  return (
    <>
      <Pieces pieces={toPieces(isOpen ? line.text : folded.shown, { ranges, mark })} />
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
    </>
  );
}
