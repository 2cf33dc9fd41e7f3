import { SegmentedControl } from '@mantine/core';
import classes from './diff.module.css';
import type { DiffLayout, DiffPresentation } from './diff-rows';
import { LineCounts } from './line-counts';

type Props = {
  diff: DiffPresentation;
  layout: DiffLayout;
  /** Null where there is no room for a choice. */
  onLayout: ((layout: DiffLayout) => void) | null;
};

/** How much changes, and how to show it. */
export function DiffFacts({ diff, layout, onLayout }: Props) {
  return (
    <>
      <span>
        <LineCounts added={diff.addedLines} removed={diff.removedLines} />
        <span className={classes['spoken']}> lines</span>
      </span>
      {diff.isApproximate && (
        <span className={classes['approximate']}>
          Approximate: some unchanged lines may be shown as replaced
        </span>
      )}
      {onLayout && (
        <SegmentedControl
          size="xs"
          value={layout}
          onChange={(value) => onLayout(value === 'split' ? 'split' : 'unified')}
          aria-label="How to show the change"
          data={[
            { value: 'unified', label: 'Unified' },
            { value: 'split', label: 'Side by side' },
          ]}
        />
      )}
    </>
  );
}
