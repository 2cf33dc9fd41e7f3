import type { AuditEntryView, AuditKind } from '@/lib/contracts/audit';
import { RevealedText } from '../../_ui/text/revealed-text';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './audit.module.css';
import { auditWords, describeAuditValue } from './audit-words';

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
          <AuditValue kind={kind} stored={after} isAlone />
        </p>
      )}
      {before !== null && after !== null && (
        <dl className={classes['change']}>
          <dt>Before</dt>
          <dd>
            <AuditValue kind={kind} stored={before} />
          </dd>
          <dt>After</dt>
          <dd>
            <AuditValue kind={kind} stored={after} />
          </dd>
        </dl>
      )}
      <p className={classes['time']}>
        <TimeAgo iso={at} as="clock" />
      </p>
    </div>
  );
}

type ValueProps = { kind: AuditKind; stored: string; isAlone?: boolean };

/** Quotes what somebody wrote when it is the only value. A role is the product's own word. */
function AuditValue({ kind, stored, isAlone = false }: ValueProps) {
  const { text, isRole } = describeAuditValue(kind, stored);
  const value = <RevealedText text={text} />;
  if (!isAlone) return value;
  return isRole ? <>Role: {value}</> : <>“{value}”</>;
}
