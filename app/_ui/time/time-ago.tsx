'use client';

import { formatAge, formatClock, formatFull } from './format-time';
import { useNow } from './use-now';

type Props = { iso: string; as?: 'age' | 'clock' };

export function TimeAgo({ iso, as = 'age' }: Props) {
  const now = useNow(30_000);
  return (
    <time dateTime={iso} title={formatFull(iso)}>
      {as === 'age' ? formatAge(iso, now) : formatClock(iso, now)}
    </time>
  );
}
