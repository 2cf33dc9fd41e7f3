import { IconAlertTriangle } from '@/app/_ui/icons/icons';
import type { Damage } from '@/lib/contracts/damage';
import { countOf } from '@/lib/shared/quantities';
import { Callout } from './callout';
import classes from './notes.module.css';

/** Names the rows that a list cannot show, above the rows that it can. `what` is the word for one item. */
export function DamagedRows({ damaged, what }: { damaged: readonly Damage[]; what: string }) {
  if (damaged.length === 0) return null;
  return (
    <div className={classes['damaged']}>
      <Callout
        tone="danger"
        role="note"
        icon={<IconAlertTriangle size={17} />}
        title={`${countOf(damaged.length, what)} cannot be shown`}
      >
        <ul>
          {damaged.map(({ id, message }) => (
            <li key={id}>{message}</li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}
