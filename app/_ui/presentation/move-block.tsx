import { RevealedText } from '../text/revealed-text';
import classes from './presentation.module.css';

export function MoveBlock({ from, to }: { from: string; to: string }) {
  return (
    <dl className={classes['line']}>
      <dt>From</dt>
      <dd>
        <code>
          <RevealedText text={from} />
        </code>
      </dd>
      <dt>To</dt>
      <dd>
        <code>
          <RevealedText text={to} />
        </code>
      </dd>
    </dl>
  );
}
