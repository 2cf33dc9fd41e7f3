import type { DamagedFile, DatabaseUnavailable, Outage, Outages } from '../ports/database-unavailable.port';

type OutageWatch = Outages & {
  /**
   * Notes the outcome of an attempt: its error, or null when it stored its data. Call it after each attempt.
   */
  note(error: DatabaseUnavailable | DamagedFile | null): void;
  close(): void;
};

/**
 * Learns from all attempts whether the database takes writes. `probe` is a small write of its own, and its
 * outcome is noted too: it ends an outage when nothing else writes. During an outage, it runs every
 * `probeEveryMs`.
 */
export function watchOutages(probe: () => Promise<unknown>, probeEveryMs = 1_000): OutageWatch {
  const listeners: ((outage: Outage | null) => void)[] = [];
  const damageListeners: ((damage: Outage) => void)[] = [];
  let outage: Outage | null = null;
  let damage: Outage | null = null;
  let timer: NodeJS.Timeout | null = null;

  const change = (next: Outage | null) => {
    outage = next;
    for (const listener of listeners) listener(next);
  };
  const noteDamage = () => {
    if (damage) return;
    damage = { reason: 'damaged', since: new Date() };
    for (const listener of damageListeners) listener(damage);
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
    current: () => outage ?? damage,
    onChange: (listener) => void listeners.push(listener),
    onDamage: (listener) => void damageListeners.push(listener),
    note(error) {
      if (error?.reason === 'damaged') {
        noteDamage();
        // Damage begins no outage. A write that got far enough to meet damage shows that the outage has no
        // other reason left.
        if (!outage || error.access === 'read') return;
      }
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
