import { SegmentedControl } from '@mantine/core';
import { countOf, formatCount } from '@/lib/shared/quantities';
import classes from './diff.module.css';
import type { DiffLayout, DiffPresentation } from './diff-rows';

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
      <span className={classes['counts']}>
        {diff.addedLines > 0 && (
          <span data-kind="added" title={`${countOf(diff.addedLines, 'line')} added`}>
            +{formatCount(diff.addedLines)}
          </span>
        )}{' '}
        {diff.removedLines > 0 && (
          <span data-kind="removed" title={`${countOf(diff.removedLines, 'line')} removed`}>
            −{formatCount(diff.removedLines)}
          </span>
        )}
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
