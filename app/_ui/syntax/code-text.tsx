'use client';

import { useMemo } from 'react';
import type { JudgedBy } from '@/lib/shared/lookalikes';
import { Pieces } from '../text/pieces';
import { toBlocks, toPieces } from '../text/text-pieces';
import classes from './code-text.module.css';
import { useHighlighter } from './use-highlighter';

const linesPerBlock = 100;

type Props = { text: string; language: string; judgedBy?: JudgedBy };

/** Shows exact text in the colors of its language once the highlighter has loaded. Use it inside a `pre`. */
export function CodeText({ text, language, judgedBy = 'line' }: Props) {
  const findRanges = useHighlighter(language !== '');
  const ranges = useMemo(() => findRanges?.(language, text) ?? [], [findRanges, language, text]);
  const blocks = useMemo(
    () => toBlocks(toPieces(text, { ranges, judgedBy }), linesPerBlock),
    [text, ranges, judgedBy],
  );
  if (blocks.length < 2) return <Pieces pieces={blocks[0] ?? []} />;
  return blocks.map((pieces) => (
    <span key={pieces[0]?.from} className={classes['block']}>
      <Pieces pieces={pieces} />
    </span>
  ));
}
