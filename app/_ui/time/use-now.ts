import { useEffect, useState } from 'react';

/** Returns the current time and updates it at an interval. `null` stops the clock. */
export function useNow(everyMs: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (everyMs === null) return;
    // Only a stopped clock is out of date. A fresh one need not render again.
    setNow((known) => (Date.now() - known.getTime() < 1_000 ? known : new Date()));
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
