import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DamagedFile, DatabaseUnavailable, type Outage } from '../ports/database-unavailable.port';
import { watchOutages } from './watch-outages';

let told: (string | null)[];
let found: Outage[];
let watch: ReturnType<typeof watchOutages>;
let probes: number;
beforeEach(() => {
  told = [];
  found = [];
  probes = 0;
  watch = watchOutages(async () => {
    probes += 1;
  });
  watch.onChange((outage) => told.push(outage?.reason ?? null));
  watch.onDamage((damage) => found.push(damage));
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

const reason = () => watch.current()?.reason ?? null;

describe('damage of the file', () => {
  it('is told once, is no outage, and stays known whatever is written', () => {
    vi.useFakeTimers();
    for (let read = 0; read < 3; read += 1) {
      watch.note(new DamagedFile('read'));
      watch.note(new DamagedFile('write'));
      watch.note(null);
      vi.advanceTimersByTime(60_000);
      expect(reason()).toBe('damaged');
    }
    expect(probes).toBe(0);
    expect([found, told]).toEqual([[watch.current()], []]);
  });

  it('shows again when an outage beside it is over', () => {
    watch.note(new DatabaseUnavailable('busy', 'write'));
    watch.note(new DamagedFile('read'));
    expect(reason()).toBe('busy');
    watch.note(null);
    expect([reason(), told]).toEqual(['damaged', ['busy', null]]);
  });

  it('that a write meets during an outage is the reason from then on', () => {
    watch.note(new DatabaseUnavailable('busy', 'write'));
    watch.note(new DamagedFile('write'));
    expect([reason(), told]).toEqual(['damaged', ['busy', 'damaged']]);
  });
});
