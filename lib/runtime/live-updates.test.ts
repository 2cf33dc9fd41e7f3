import { describe, expect, it } from 'vitest';
import { noWork } from '../domain/run-event';
import { createId } from '../shared/ids';
import { createLiveUpdates } from './live-updates';
import type { LiveUpdate } from './live-updates.port';

/** Opens live updates for one run, and notes what its viewer gets. */
function open() {
  const live = createLiveUpdates();
  const id = createId('run');
  const seen: LiveUpdate[] = [];
  const leave = live.subscribe(id, (update) => seen.push(update));
  return { live, id, seen, leave };
}

describe('live updates', () => {
  it('carry the version of a run and nothing of its events', () => {
    const { live, id, seen, leave } = open();
    live.publishVersion({ id, version: 3 });
    live.publishVersion({ id: createId('run'), version: 9 });
    leave();
    live.publishVersion({ id, version: 4 });
    expect(seen).toEqual([{ type: 'version', version: 3 }]);
  });

  it('tell once what is waited for, until text comes or the work ends', () => {
    const { live, id, seen } = open();
    live.publishWait(id, 'nothing is in flight');
    live.startWork({ id, version: 3 });
    live.publishWait(id, 'ai.local is loading the model');
    live.publishWait(id, 'ai.local is loading the model');
    expect(live.waitSoFar(id)?.message).toBe('ai.local is loading the model');
    live.publishText(id, 'Hello');
    expect(live.waitSoFar(id)).toBeNull();
    live.publishWait(id, 'ai.local asks to wait 5 seconds');
    live.endWork(id);
    const waits = seen.flatMap((update) => (update.type === 'waiting' ? [update.wait?.message ?? null] : []));
    expect(waits).toEqual(['ai.local is loading the model', null, 'ai.local asks to wait 5 seconds', null]);
  });

  it('a version ends the work that began before it, and not the work that began at it', () => {
    const { live, id } = open();
    live.startWork({ id, version: 3 });
    live.publishText(id, 'Some text');
    live.publishVersion({ id, version: 3 });
    expect(live.workSoFar({ id, version: 3 }).partialText).toBe('Some text');
    expect(live.textSoFar({ id, version: 3 })).toBe('Some text');
    expect(live.textSoFar({ id, version: 4 })).toBe('');
    live.publishVersion({ id, version: 4 });
    expect(live.workSoFar({ id, version: 3 })).toEqual(noWork);
    expect(live.textSoFar({ id, version: 3 })).toBe('');
  });
});
