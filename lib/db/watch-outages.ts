import type { DatabaseUnavailable, Outage, Outages } from './database-unavailable.port';

type OutageWatch = Outages & {
  /** Call it after each attempt: with its error, or with null when it was stored. */
  note(error: DatabaseUnavailable | null): void;
  close(): void;
};

/**
 * Knows from the attempts of others whether the database takes writes. `probe` is a small write of its own, whose outcome is
 * noted as well: it ends an outage when nobody else writes. It is called every `probeEveryMs` during an outage.
 */
export function watchOutages(probe: () => Promise<unknown>, probeEveryMs = 1_000): OutageWatch {
  const listeners: ((outage: Outage | null) => void)[] = [];
  let outage: Outage | null = null;
  let timer: NodeJS.Timeout | null = null;

  const change = (next: Outage | null) => {
    outage = next;
    for (const listener of listeners) listener(next);
  };
  const probeSoon = () => {
    timer = setTimeout(async () => {
      await probe().catch(() => {});
      if (outage && timer) probeSoon();
    }, probeEveryMs);
    timer.unref();
  };
  const stopProbing = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };

  return {
    current: () => outage,
    onChange: (listener) => void listeners.push(listener),
    note(error) {
      if (!error) {
        if (!outage) return;
        stopProbing();
        change(null);
      } else if (error.reason !== outage?.reason) {
        change({ reason: error.reason, since: outage?.since ?? new Date() });
        if (!timer) probeSoon();
      }
    },
    close: stopProbing,
  };
}
