'use client';

import { useMemo } from 'react';
import { Pieces } from '../text/pieces';
import { toBlocks, toPieces } from '../text/text-pieces';
import classes from './code-text.module.css';
import { useHighlighter } from './use-highlighter';

const linesPerBlock = 100;

/** Exact text in the colors of its language, once they are loaded. For use in a `pre`. */
export function CodeText({ text, language }: { text: string; language: string }) {
  const findRanges = useHighlighter(language !== '');
  const ranges = useMemo(() => findRanges?.(language, text) ?? [], [findRanges, language, text]);
  const blocks = useMemo(() => toBlocks(toPieces(text, { ranges }), linesPerBlock), [text, ranges]);
  if (blocks.length < 2) return <Pieces pieces={blocks[0] ?? []} />;
  return blocks.map((pieces) => (
    <span key={pieces[0]?.from} className={classes['block']}>
      <Pieces pieces={pieces} />
    </span>
  ));
}
