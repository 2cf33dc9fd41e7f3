import '../logging/testing/quiet-log';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noNotices } from '../db/ports/notices.port';
import { connectNotices } from '../db/testing/connect-notices';
import { type Actor, localActor } from '../domain/actor';
import { sampleRun } from '../domain/fixtures/sample-run';
import { createLiveUpdates } from '../runtime/live-updates';
import type { LiveUpdate } from '../runtime/live-updates.port';
import { createId, type RunId } from '../shared/ids';
import { shareAborts, shareStops, shareTurns, shareVersions } from './join-servers';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const id = createId('run');
const pair = () => {
  const [here, there] = connectNotices(2);
  if (!here || !there) throw new Error('There are two servers');
  return { here, there };
};

it('a version of a run reaches viewers on each server, once', () => {
  const { here, there } = pair();
  const seen: Record<'here' | 'there', LiveUpdate[]> = { here: [], there: [] };
  const live = shareVersions(createLiveUpdates(), here);
  const other = shareVersions(createLiveUpdates(), there);
  live.subscribe(id, (update) => seen.here.push(update));
  other.subscribe(id, (update) => seen.there.push(update));
  live.publishVersion({ id, version: 3 });
  other.publishVersion({ id, version: 4 });
  const versions = [3, 4].map((version) => ({ type: 'version', version }));
  expect(seen).toEqual({ here: versions, there: versions });
});

it.each(['', '{', '[]', '{"id":1}', '{"id":"run_x","version":"2"}', '{"id":"apr_x","version":2}', 'null'])(
  'a message of another kind (%s) changes nothing',
  (text) => {
    const { here, there } = pair();
    const live = shareVersions(createLiveUpdates(), here);
    const publish = vi.fn();
    live.subscribe(id, publish);
    const abort = vi.fn();
    shareAborts({ abort }, here);
    const stop = vi.fn(async () => {});
    shareStops({ live, isDriven: () => true, notices: here }, stop);
    for (const topic of ['version', 'abort', 'stop'] as const) there.send(topic, text);
    for (const called of [publish, abort, stop]) expect(called).not.toHaveBeenCalled();
  },
);

it('work in flight ends on the server where it is', () => {
  const { here, there } = pair();
  const [abortHere, abortThere] = [vi.fn(), vi.fn()];
  shareAborts({ abort: abortThere }, there);
  shareAborts({ abort: abortHere }, here).abort(id);
  expect(abortHere.mock.calls).toEqual([[id]]);
  expect(abortThere.mock.calls).toEqual([[id]]);
});

it('a run that moves on elsewhere waits here no longer', () => {
  const { here, there } = pair();
  const leaveToOthers = vi.fn();
  shareTurns({ leaveToOthers }, here);
  shareVersions(createLiveUpdates(), there).publishVersion({ id, version: 2 });
  there.send('version', '{"id":1}');
  expect(leaveToOthers.mock.calls).toEqual([[id]]);
});

describe('a stop', () => {
  const run = sampleRun({ status: 'calling_model' }, { id });
  const ann: Actor = { id: 'usr_ann', name: 'Ann', role: 'operator', scope: 'start' };

  /** Opens two servers, of which the second one drives these runs. */
  function open(driven: readonly RunId[]) {
    const { here, there } = pair();
    const [live, other] = [here, there].map((notices) => shareVersions(createLiveUpdates(), notices));
    if (!live || !other) throw new Error('There are two servers');
    const stopped: unknown[] = [];
    shareStops(
      { live: other, isDriven: (runId) => driven.includes(runId), notices: there },
      async (...by) => {
        stopped.push(by);
        other.publishVersion({ id, version: 9 });
      },
    );
    const ask = shareStops({ live, isDriven: () => false, notices: here }, async () => {});
    return { ask, stopped };
  }

  it('is stored by the server that drives the run, in the name of its person', async () => {
    const { ask, stopped } = open([id]);
    await ask(run, ann);
    expect(stopped).toEqual([[{ id: 'usr_ann', name: 'Ann', role: 'operator' }, id]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait long for a server that is dead', async () => {
    const { ask, stopped } = open([]);
    const done = vi.fn();
    void ask(run, ann).then(done);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalled();
    expect(stopped).toEqual([]);
  });

  it.each([
    ['of a run that does not work', sampleRun({ status: 'queued' }, { id }), false, true],
    ['of a run that this server drives', run, true, true],
    ['on a database with one server', run, false, false],
  ])('%s asks nobody', async (_name, one, isDriven, hasOthers) => {
    const { here, there } = pair();
    const heard = vi.fn();
    there.listen('stop', heard);
    const notices = hasOthers ? here : noNotices;
    const live = createLiveUpdates();
    await shareStops({ live, isDriven: () => isDriven, notices }, async () => {})(one, localActor);
    expect(heard).not.toHaveBeenCalled();
  });
});
