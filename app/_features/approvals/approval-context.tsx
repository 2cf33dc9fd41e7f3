import type { ApprovalView } from '@/lib/contracts/approvals';
import { countOf } from '@/lib/shared/quantities';
import { HeadlineText } from '../../_ui/text/headline-text';
import { RevealedText } from '../../_ui/text/revealed-text';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './approval-content.module.css';

/** The steps and words that led here. Folded, since no one signs them. */
export function ApprovalContext({ approval }: { approval: ApprovalView }) {
  const { doneBefore, commentary, requestedAt, callHash } = approval;
  return (
    <details className={classes['more']}>
      <summary>
        Context{' '}
        <span className={classes['dim']}>
          {`· ${doneBefore.length === 0 ? 'first step' : countOf(doneBefore.length, 'earlier step')}`}
          {commentary !== null && ' · model’s note'}
        </span>
      </summary>
      {commentary !== null && (
        <figure className={classes['words']}>
          <figcaption>The model’s note, not verified</figcaption>
          <blockquote>
            <RevealedText text={commentary} />
          </blockquote>
        </figure>
      )}
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
