import type { ApprovalView } from '@/lib/contracts/approvals';
import { HeadlineText } from '../../_ui/text/headline-text';
import { RevealedText } from '../../_ui/text/revealed-text';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './approval-content.module.css';

/** What led here: on demand, since it is not what is signed. */
export function ApprovalContext({ approval }: { approval: ApprovalView }) {
  const { doneBefore, commentary, requestedAt, callHash } = approval;
  return (
    <details className={classes['more']}>
      <summary>
        Context{' '}
        <span className={classes['dim']}>
          {doneBefore.length === 0 ? 'nothing done before' : `${doneBefore.length} done before`}
          {commentary !== null && ', the model’s words'}
        </span>
      </summary>
      {commentary !== null && (
        <figure className={classes['words']}>
          <figcaption>The model’s words, not checked by anyone</figcaption>
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
                  · <RevealedText text={summary} />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <p className={classes['dim']}>
        Asked <TimeAgo iso={requestedAt} />. Fingerprint of what is signed:{' '}
        <code>{callHash.slice(0, 16)}</code>
      </p>
    </details>
  );
}
