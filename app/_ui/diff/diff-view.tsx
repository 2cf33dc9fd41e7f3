'use client';

import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { PresentationFrame } from '../presentation/presentation-frame';
import classes from './diff.module.css';
import { type DiffPresentation, toLines } from './diff-rows';
import { SplitHunk } from './split-hunk';
import { UnifiedHunk } from './unified-hunk';

const wideEnoughPx = 760;
const foldAfterLines = 300;
const changeWord = { create: 'New file', modify: 'Change', delete: 'Delete' } as const;

export function DiffView({ diff }: { diff: DiffPresentation }) {
  const { ref, width } = useElementSize();
  const [layout, setLayout] = useState('unified');
  const [isOpen, setIsOpen] = useState(false);
  const canSplit = width >= wideEnoughPx && diff.change === 'modify';
  const total = diff.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const Hunk = canSplit && layout === 'split' ? SplitHunk : UnifiedHunk;

  let remaining = isOpen || total <= foldAfterLines ? Number.POSITIVE_INFINITY : foldAfterLines;
  const hunks = diff.hunks.flatMap((hunk) => {
    const lines = toLines(hunk).slice(0, Math.max(0, remaining));
    remaining -= lines.length;
    return lines.length > 0 ? [{ hunk, lines }] : [];
  });

  return (
    <div ref={ref}>
      <PresentationFrame
        title={`${changeWord[diff.change]}: ${diff.path}`}
        aside={
          <>
            <span className={classes['counts']}>
              {diff.addedLines > 0 && <span data-kind="added">+{diff.addedLines}</span>}{' '}
              {diff.removedLines > 0 && <span data-kind="removed">−{diff.removedLines}</span>}
              <span className={classes['spoken']}> lines</span>
            </span>
            {canSplit && (
              <SegmentedControl
                size="xs"
                value={layout}
                onChange={setLayout}
                aria-label="How to show the change"
                data={[
                  { value: 'unified', label: 'Unified' },
                  { value: 'split', label: 'Side by side' },
                ]}
              />
            )}
          </>
        }
      >
        <div className={classes['frame']} data-change={diff.change}>
          {hunks.length === 0 && <p className={classes['nothing']}>No line changes.</p>}
          {hunks.map(({ hunk, lines }) => (
            <div key={`${hunk.oldStart}:${hunk.newStart}`} className={classes['hunk']}>
              {diff.change === 'modify' && <p className={classes['where']}>{describeWhere(hunk)}</p>}
              <Hunk lines={lines} />
            </div>
          ))}
          {total > foldAfterLines && (
            <button
              type="button"
              className={classes['toggle']}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Fold again' : `Show all ${total} lines`}
            </button>
          )}
        </div>
      </PresentationFrame>
    </div>
  );
}

function describeWhere({ newStart, newLines }: DiffPresentation['hunks'][number]): string {
  return newLines <= 1 ? `Line ${newStart}` : `Lines ${newStart} to ${newStart + newLines - 1}`;
}
