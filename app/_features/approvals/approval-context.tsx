import type { ApprovalView } from '@/lib/contracts/approvals';
import { countOf } from '@/lib/shared/quantities';
import { HeadlineText } from '../../_ui/text/headline-text';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './approval-content.module.css';

/** Shows the steps before the request and when the model asked. It is folded, because no one signs it. */
export function ApprovalContext({ approval }: { approval: ApprovalView }) {
  const { doneBefore, requestedAt, callHash } = approval;
  return (
    <details className={classes['more']}>
      <summary>
        Details
        {doneBefore.length > 0 && (
          <span className={classes['dim']}> · {countOf(doneBefore.length, 'earlier step')}</span>
        )}
      </summary>
      {doneBefore.length > 0 && (
        <ol className={classes['before']}>
          {doneBefore.map(({ step, headline, summary }) => (
            <li key={`${step} ${headline}`}>
              <HeadlineText text={headline} />
              {summary !== null && (
                <span className={classes['dim']}>
                  {' '}
                  · <HeadlineText text={summary} />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <p className={classes['dim']}>
        Requested <TimeAgo iso={requestedAt} />. Fingerprint of this call:{' '}
        <code>{callHash.slice(0, 16)}</code>
      </p>
    </details>
  );
}
