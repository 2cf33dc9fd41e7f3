'use client';

import { formatAge, formatClock, formatFull, formatTimeOfDay } from './format-time';
import { useNow } from './use-now';

type Props = { iso: string; as?: keyof typeof formats };

const formats = { age: formatAge, clock: formatClock, time: (iso: string) => formatTimeOfDay(iso) };

export function TimeAgo({ iso, as = 'age' }: Props) {
  const now = useNow(30_000);
  return (
    <time dateTime={iso} title={formatFull(iso)}>
      {formats[as](iso, now)}
    </time>
  );
}
