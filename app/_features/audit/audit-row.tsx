import type { AuditEntryView } from '@/lib/contracts/audit';
import { RevealedText } from '../../_ui/text/revealed-text';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './audit.module.css';
import { auditWords } from './audit-words';

/** Shows the subject only once when it is the new title. */
export function AuditRow({ entry }: { entry: AuditEntryView }) {
  const { at, by, kind, subject, before, after } = entry;
  return (
    <div className={classes['row']} data-kind={kind}>
      <p className={classes['sentence']}>
        <RevealedText text={by.name} /> {auditWords[kind].sentence}
        {subject !== '' && subject !== after && (
          <>
            {' '}
            <strong>
              <RevealedText text={subject} />
            </strong>
          </>
        )}
      </p>
      {before === null && after !== null && (
        <p className={classes['words']}>
          “<RevealedText text={after} />”
        </p>
      )}
      {before !== null && after !== null && (
        <dl className={classes['change']}>
          <dt>Before</dt>
          <dd>
            <RevealedText text={before} />
          </dd>
          <dt>After</dt>
          <dd>
            <RevealedText text={after} />
          </dd>
        </dl>
      )}
      <p className={classes['time']}>
        <TimeAgo iso={at} as="clock" />
      </p>
    </div>
  );
}
