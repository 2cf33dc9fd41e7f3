import type { DamagedFile } from './damaged-file.port';
import type { DatabaseUnavailable, Outage, Outages } from './database-unavailable.port';

type OutageWatch = Outages & {
  /** Call it after each attempt: with its error, or with null when it was stored. */
  note(error: DatabaseUnavailable | DamagedFile | null): void;
  close(): void;
};

/**
 * Knows from the attempts of others whether the database takes writes. `probe` is a small write of its own, whose outcome is
 * noted as well: it ends an outage when nobody else writes. It is called every `probeEveryMs` during an outage.
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
        // Damage begins no outage. A write that got as far as it tells that the outage has no other reason any more.
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
