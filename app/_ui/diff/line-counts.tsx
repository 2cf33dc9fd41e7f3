import { countOf, formatCount } from '@/lib/shared/quantities';
import classes from './line-counts.module.css';

/** Shows how many lines a change adds and removes: "+12 −3". It leaves out a zero. */
export function LineCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className={classes['counts']}>
      {added > 0 && (
        <span data-kind="added" title={`${countOf(added, 'line')} added`}>
          +{formatCount(added)}
        </span>
      )}{' '}
      {removed > 0 && (
        <span data-kind="removed" title={`${countOf(removed, 'line')} removed`}>
          −{formatCount(removed)}
        </span>
      )}
    </span>
  );
}
