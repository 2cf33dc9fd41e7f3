import { describe, expect, it } from 'vitest';
import { noWork } from '../domain/run-event';
import { createId } from '../shared/ids';
import { createLiveUpdates } from './live-updates';
import type { LiveUpdate } from './live-updates.port';

/** Live updates of one run, with what its viewer got. */
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

  it('a version ends the work that began before it, and not the work that began at it', () => {
    const { live, id } = open();
    live.startWork({ id, version: 3 });
    live.publishText(id, 'Some text');
    live.publishVersion({ id, version: 3 });
    expect(live.workSoFar({ id, version: 3 }).partialText).toBe('Some text');
    live.publishVersion({ id, version: 4 });
    expect(live.workSoFar({ id, version: 3 })).toEqual(noWork);
    expect(live.textSoFar(id)).toBe('');
  });
});
