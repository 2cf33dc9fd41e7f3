'use client';

import { useCallback, useMemo, useRef } from 'react';
import { countOf } from '@/lib/shared/quantities';
import { useFileContext } from '../files/path-link';
import { PresentationFrame } from '../presentation/presentation-frame';
import { languageOf } from '../syntax/language-of';
import { useHighlighter } from '../syntax/use-highlighter';
import { FoldToggle } from '../text/fold-toggle';
import { revealNameToString } from '../text/reveal-characters';
import { useFold } from '../text/use-fold';
import classes from './diff.module.css';
import { countDigits, numberColumns } from './diff-columns';
import { DiffFacts } from './diff-facts';
import { type DiffLine, type DiffPresentation, toLines, toRows } from './diff-rows';
import { createDiffSyntax } from './diff-syntax';
import { DiffTable } from './diff-table';
import { useDiffLayout } from './use-diff-layout';
import { useWidth } from './use-width';

const splitFromWidth = 760;
const bothNumbersFromWidth = 560;
const foldFromRows = 400;
const rowsWhenFolded = 200;
const changeWord = { create: 'New file', modify: 'Change', delete: 'Delete' } as const;

export function DiffView({ diff }: { diff: DiffPresentation }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const canSplit = width >= splitFromWidth && diff.change === 'modify';
  const { layout, setLayout } = useDiffLayout(canSplit);
  const isRequest = useFileContext() === 'request';
  const hunks = useMemo(() => diff.hunks.map(toLines), [diff]);
  const rows = useMemo(() => toRows(diff, hunks, layout), [diff, hunks, layout]);
  const rangesOf = useRangesOf(hunks, diff.path);
  const digits = useMemo(() => countDigits(hunks), [hunks]);
  const total = hunks.reduce((sum, lines) => sum + lines.length, 0);
  const fold = useFold(rows.length > foldFromRows);
  const shown = useMemo(() => (fold.isOpen ? rows : rows.slice(0, rowsWhenFolded)), [rows, fold.isOpen]);
  const title = `${changeWord[diff.change]}: ${diff.path}`;
  // A file to be created does not exist yet, and a deleted file no longer exists.
  const isThere = diff.change === 'modify' || (diff.change === 'delete') === isRequest;
  return (
    <PresentationFrame
      title={title}
      path={isThere ? diff.path : undefined}
      aside={<DiffFacts diff={diff} layout={layout} onLayout={canSplit ? setLayout : null} />}
    >
      <div ref={frame} className={classes['frame']}>
        {rows.length === 0 && <p className={classes['nothing']}>{describeNothing(diff)}</p>}
        {rows.length > 0 && (
          <DiffTable
            label={revealNameToString(title)}
            rows={shown}
            numbers={numberColumns(diff.change, layout, width >= bothNumbersFromWidth)}
            digits={digits}
            rangesOf={rangesOf}
          />
        )}
        <FoldToggle fold={fold} size={countOf(total, 'line')} />
      </div>
    </PresentationFrame>
  );
}

function useRangesOf(hunks: readonly (readonly DiffLine[])[], path: string) {
  const language = languageOf(path);
  const findRanges = useHighlighter(language !== '');
  const syntax = useMemo(
    () => findRanges && createDiffSyntax(hunks, language, findRanges),
    [findRanges, hunks, language],
  );
  return useCallback((line: DiffLine) => syntax?.(line) ?? [], [syntax]);
}

function describeNothing({ change }: DiffPresentation): string {
  return change === 'modify' ? 'No line changes.' : 'An empty file.';
}
