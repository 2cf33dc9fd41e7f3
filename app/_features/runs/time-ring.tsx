'use client';

import type { RunHeader } from '@/lib/contracts/runs';
import { formatElapsed, formatLimit } from '../../_ui/time/format-time';
import { useNow } from '../../_ui/time/use-now';
import { activeMsAt } from './active-time';
import classes from './time-ring.module.css';

const radius = 8;
const circumference = 2 * Math.PI * radius;

/**
 * Shows how much of its time limit the run has worked. Waiting for a person does not count. While paused, the
 * ring keeps its value, because nobody knows whether the run goes on.
 */
export function TimeRing({ header, isPaused }: { header: RunHeader; isPaused: boolean }) {
  const now = useNow(isPaused || header.clockRunningSince === null ? null : 1_000);
  const usedMs = activeMsAt(header, now);
  const share = Math.min(1, usedMs / header.maxActiveMs);
  const words = `${formatElapsed(usedMs)} of ${formatLimit(header.maxActiveMs)} of work`;
  return (
    <span className={classes['ring']} title={words} role="img" aria-label={words}>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle cx="10" cy="10" r={radius} className={classes['track']} />
        <circle
          cx="10"
          cy="10"
          r={radius}
          className={classes['used']}
          data-tone={share > 0.85 ? 'danger' : 'plain'}
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - share)}
          transform="rotate(-90 10 10)"
        />
      </svg>
      <span aria-hidden>{formatElapsed(usedMs)} of work</span>
    </span>
  );
}
