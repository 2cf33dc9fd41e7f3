'use client';

import { PathLink, useFileContext } from '../files/path-link';
import { RevealedName } from '../text/revealed-name';
import classes from './presentation.module.css';

/** The place where it is now is a link: the old one while it waits for a decision, then the new one. */
export function MoveBlock({ from, to }: { from: string; to: string }) {
  const isRequest = useFileContext() === 'request';
  return (
    <dl className={classes['line']}>
      <dt>From</dt>
      <dd>
        <code>
          {isRequest ? (
            <PathLink path={from}>
              <RevealedName name={from} />
            </PathLink>
          ) : (
            <RevealedName name={from} />
          )}
        </code>
      </dd>
      <dt>To</dt>
      <dd>
        <code>
          {isRequest ? (
            <RevealedName name={to} />
          ) : (
            <PathLink path={to}>
              <RevealedName name={to} />
            </PathLink>
          )}
        </code>
      </dd>
    </dl>
  );
}
