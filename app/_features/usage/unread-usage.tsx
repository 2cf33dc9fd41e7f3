import { IconAlertTriangle } from '@/app/_ui/icons/icons';
import { countOf } from '@/lib/shared/quantities';
import { Callout } from '../../_ui/state/callout';
import classes from './usage.module.css';

/** Says what the sums leave out, because no version wrote the form in which the database holds it. */
export function UnreadUsage({ rows }: { rows: number }) {
  if (rows === 0) return null;
  return (
    <div className={classes['unread']}>
      <Callout
        tone="danger"
        role="note"
        icon={<IconAlertTriangle size={17} />}
        title={`${countOf(rows, 'row')} of usage cannot be read`}
      >
        {rows === 1
          ? 'It is damaged in the database and counts'
          : 'They are damaged in the database and count'}{' '}
        in no sum. “npm run doctor” names {rows === 1 ? 'it' : 'them'}. To set {rows === 1 ? 'it' : 'them'}{' '}
        aside, stop Countersign and run “npm run doctor -- --repair”.
      </Callout>
    </div>
  );
}
