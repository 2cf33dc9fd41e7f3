'use client';

import { PathLink, useFileContext } from '../files/path-link';
import { RevealedName } from '../text/revealed-name';
import classes from './presentation.module.css';

/**
 * Links the file's current place: the old path while the move waits for a decision, the new path afterward.
 */
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
