import { SegmentedControl } from '@mantine/core';
import classes from './diff.module.css';
import type { DiffLayout, DiffPresentation } from './diff-rows';
import { LineCounts } from './line-counts';

type Props = {
  diff: DiffPresentation;
  layout: DiffLayout;
  /** This is null where there is no room for a choice. */
  onLayout: ((layout: DiffLayout) => void) | null;
};

/** Shows how many lines change, and lets the person choose a layout. */
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
