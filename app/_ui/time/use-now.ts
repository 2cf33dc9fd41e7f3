import { useEffect, useState } from 'react';

/** The time, told again every so often. `null` stops the clock. */
export function useNow(everyMs: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (everyMs === null) return;
    // Only a clock that had been stopped is behind; what has just been drawn is not drawn again.
    setNow((known) => (Date.now() - known.getTime() < 1_000 ? known : new Date()));
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
