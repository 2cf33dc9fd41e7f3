import { formatFull, formatLeft } from '../../_ui/time/format-time';
import { useSecond } from '../../_ui/time/use-second';
import classes from './expires-in.module.css';

const soonMs = 5 * 60_000;

/** Shows how long a request still waits for an answer, and highlights the last minutes. */
export function ExpiresIn({ iso }: { iso: string }) {
  const now = useSecond();
  const leftMs = Date.parse(iso) - now.getTime();
  return (
    <span className={classes['left']} data-soon={leftMs < soonMs} title={formatFull(iso)}>
      {leftMs > 0 ? `expires in ${formatLeft(iso, now)}` : 'expires now'}
    </span>
  );
}
