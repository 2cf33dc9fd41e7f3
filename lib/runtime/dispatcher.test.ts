import { afterEach, describe, expect, it, vi } from 'vitest';
import { localActor, scriptActor } from '../domain/actor';
import { createId, type RunId } from '../shared/ids';
import { createDispatcher } from './dispatcher';
import type { DriveOptions } from './dispatcher.port';

const me = localActor.id;
afterEach(() => vi.useRealTimers());

/** Opens a dispatcher whose drives end when the test says so. */
function open(maxDriven = 10) {
  const drives: {
    runId: RunId;
    options: DriveOptions;
    taken: string | null;
    end: () => void;
    fail: (error: unknown) => void;
  }[] = [];
  const bugs: unknown[] = [];
  const waits: [RunId, number | null][] = [];
  const rooms: boolean[] = [];
  const dispatcher = createDispatcher<string>({
    drive: (runId, options, taken) =>
      new Promise((resolve, reject) =>
        drives.push({ runId, options, taken, end: () => resolve(), fail: reject }),
      ),
    maxDriven,
    onWait: (runId, place) => waits.push([runId, place]),
    onRoom: (hasRoom) => rooms.push(hasRoom),
    onBug: (_runId, error) => bugs.push(error),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { dispatcher, drives, bugs, waits, rooms, settle };
}

describe('the dispatcher', () => {
  it('drives runs side by side, each at most once at a time', () => {
    const { dispatcher, drives } = open();
    const [one, two] = [createId('run'), createId('run')];
    for (const runId of [one, two, one, one]) dispatcher.dispatch(runId, me, 'main');
    expect(drives.map(({ runId }) => runId)).toEqual([one, two]);
    expect(dispatcher.activeRuns()).toBe(2);
  });

  it('looks again, once, at a run that was dispatched while it was driven', async () => {
    const { dispatcher, drives, settle } = open();
    const runId = createId('run');
    for (let times = 0; times < 3; times += 1) dispatcher.dispatch(runId, me, 'main');
    drives[0]?.end();
    await settle();
    expect(drives).toHaveLength(2);
    drives[1]?.end();
    await settle();
    expect([drives.length, dispatcher.activeRuns()]).toEqual([2, 0]);
  });

  it('tells when it has no room any longer, and when it has room again', async () => {
    const { dispatcher, drives, rooms, settle } = open(2);
    const [one, two, three] = [createId('run'), createId('run'), createId('run')];
    dispatcher.dispatch(one, me, 'main');
    expect(rooms).toEqual([]);
    const place = dispatcher.reserve(two, me, 'main');
    expect(rooms).toEqual([false]);
    dispatcher.dispatch(three, me, 'main');
    drives[0]?.end();
    await settle();
    expect(rooms).toEqual([false]);
    place?.decline();
    await settle();
    expect(rooms).toEqual([false, true]);
    await Promise.all([dispatcher.shutDown(), Promise.resolve(drives[1]?.end())]);
    expect(rooms).toEqual([false, true, false]);
  });

  it('aborts the given run and no other', () => {
    const { dispatcher, drives } = open();
    const [one, two] = [createId('run'), createId('run')];
    dispatcher.dispatch(one, me, 'main');
    dispatcher.dispatch(two, me, 'main');
    dispatcher.abort(one);
    dispatcher.abort(createId('run'));
    expect(drives.map(({ options }) => options.signal.aborted)).toEqual([true, false]);
  });

  it('reports a thrown error, and drives the run again on the next dispatch', async () => {
    const { dispatcher, drives, bugs, settle } = open();
    const runId = createId('run');
    const bug = new Error('a bug');
    dispatcher.dispatch(runId, me, 'main');
    drives[0]?.fail(bug);
    await settle();
    expect(bugs).toEqual([bug]);
    dispatcher.dispatch(runId, me, 'main');
    expect(drives).toHaveLength(2);
  });

  it('drives so many at once; the others wait for their turn in the order in which they came', async () => {
    const { dispatcher, drives, waits, settle } = open(2);
    const [one, two, three, four] = Array.from({ length: 4 }, () => createId('run')) as [
      RunId,
      RunId,
      RunId,
      RunId,
    ];
    for (const runId of [one, two, three, four, three, one]) dispatcher.dispatch(runId, me, 'main');
    expect(drives.map(({ runId }) => runId)).toEqual([one, two]);
    expect([dispatcher.activeRuns(), dispatcher.waitingRuns()]).toEqual([4, 2]);
    expect(dispatcher.reserve(createId('run'), me, 'main')).toBeNull();
    // The first run is requested again, so it comes after the others.
    for (let ended = 0; ended < 5; ended += 1) {
      drives[ended]?.end();
      await settle();
    }
    expect(drives.map(({ runId }) => runId)).toEqual([one, two, three, four, one]);
    // The others began before anybody was told again.
    expect(waits).toEqual([
      [three, 1],
      [three, null],
    ]);
    expect([dispatcher.activeRuns(), dispatcher.waitingRuns()]).toEqual([0, 0]);
  });

  it('lets people take turns, and tells the runs that wait when their places change', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { dispatcher, drives, waits, settle } = open(1);
    const other = createId('usr');
    const [working, mine, mineToo, theirs] = [
      createId('run'),
      createId('run'),
      createId('run'),
      createId('run'),
    ];
    for (const runId of [working, mine, mineToo]) dispatcher.dispatch(runId, me, 'main');
    dispatcher.dispatch(theirs, other, 'main');
    expect(waits.splice(0)).toEqual([[mine, 1]]);
    vi.advanceTimersByTime(1_000);
    expect(waits.splice(0)).toEqual([
      [theirs, 2],
      [mineToo, 3],
    ]);
    drives[0]?.end();
    await settle();
    expect(waits.splice(0)).toEqual([
      [mine, null],
      [theirs, 1],
      [mineToo, 2],
    ]);
    dispatcher.leaveToOthers(theirs);
    expect(waits.splice(0)).toEqual([[theirs, null]]);
    vi.advanceTimersByTime(1_000);
    expect(waits.splice(0)).toEqual([[mineToo, 1]]);
    const down = dispatcher.shutDown();
    expect(waits.splice(0)).toEqual([[mineToo, null]]);
    for (const { end } of drives) end();
    await down;
    expect(drives.map(({ runId }) => runId)).toEqual([working, mine]);
  });

  it('counts the runs of a person and of their script together', async () => {
    const { dispatcher, drives, settle } = open(1);
    const [first, mine, scripted, theirs] = [
      createId('run'),
      createId('run'),
      createId('run'),
      createId('run'),
    ];
    for (const runId of [first, mine]) dispatcher.dispatch(runId, me, 'main');
    dispatcher.dispatch(scripted, scriptActor.id, 'main');
    dispatcher.dispatch(theirs, createId('usr'), 'main');
    drives[0]?.end();
    await settle();
    drives[1]?.end();
    await settle();
    expect(drives.map(({ runId }) => runId)).toEqual([first, mine, theirs]);
  });

  it('gives a place that was kept, and declined, to the next one', async () => {
    const { dispatcher, drives, settle } = open(1);
    const runId = createId('run');
    const place = dispatcher.reserve(createId('run'), me, 'main');
    dispatcher.dispatch(runId, me, 'main');
    expect(drives).toEqual([]);
    place?.decline();
    await settle();
    expect(drives.map((drive) => drive.runId)).toEqual([runId]);
  });

  it('says no more that a stopped run waits, and looks at it in its turn', async () => {
    const { dispatcher, drives, waits, settle } = open(1);
    const [one, two] = [createId('run'), createId('run')];
    dispatcher.dispatch(one, me, 'main');
    dispatcher.dispatch(two, me, 'main');
    dispatcher.abort(two);
    expect(waits).toEqual([
      [two, 1],
      [two, null],
    ]);
    drives[0]?.end();
    await settle();
    expect(drives.map(({ runId }) => runId)).toEqual([one, two]);
  });

  it('shuts down: runs that wait get no turn', async () => {
    const { dispatcher, drives } = open(1);
    for (let run = 0; run < 2; run += 1) dispatcher.dispatch(createId('run'), me, 'main');
    const down = dispatcher.shutDown();
    drives[0]?.end();
    await down;
    expect([drives.length, dispatcher.activeRuns()]).toEqual([1, 0]);
  });

  it('shuts down: tools go on until they must end, and a person may stop one before', async () => {
    const { dispatcher, drives } = open();
    const [one, two] = [createId('run'), createId('run')];
    for (const runId of [one, two]) dispatcher.dispatch(runId, me, 'main');
    const toolsMustEnd = new AbortController();
    const down = dispatcher.shutDown(toolsMustEnd.signal);
    const aborted = () => drives.map(({ options }) => [options.signal.aborted, options.toolSignal.aborted]);
    expect(aborted()).toEqual([
      [true, false],
      [true, false],
    ]);
    dispatcher.abort(one);
    expect(aborted()).toEqual([
      [true, true],
      [true, false],
    ]);
    toolsMustEnd.abort();
    expect(aborted()).toEqual([
      [true, true],
      [true, true],
    ]);
    for (const { end } of drives) end();
    await down;
  });

  it('keeps the place of a run for the driver that takes it', async () => {
    const { dispatcher, drives, settle } = open();
    const runId = createId('run');
    const place = dispatcher.reserve(runId, me, 'main');
    expect(dispatcher.reserve(runId, me, 'main')).toBeNull();
    dispatcher.dispatch(runId, me, 'main');
    await settle();
    expect(drives).toEqual([]);
    place?.take('the run');
    await settle();
    expect(drives.map(({ taken }) => taken)).toEqual(['the run']);
    drives[0]?.end();
    await settle();
    expect(drives.map(({ taken }) => taken)).toEqual(['the run', null]);
  });

  it('gives a declined place back', async () => {
    const { dispatcher, drives, settle } = open();
    const runId = createId('run');
    dispatcher.reserve(runId, me, 'main')?.decline();
    await settle();
    expect([drives.length, dispatcher.activeRuns()]).toEqual([0, 0]);
    expect(dispatcher.reserve(runId, me, 'main')).not.toBeNull();
  });

  it('aborts a run that is taken later, and waits for it when it shuts down', async () => {
    const { dispatcher, drives, settle } = open();
    const [stopped, late] = [createId('run'), createId('run')];
    const places = [dispatcher.reserve(stopped, me, 'main'), dispatcher.reserve(late, me, 'main')];
    dispatcher.abort(stopped);
    let isDown = false;
    const down = dispatcher.shutDown().then(() => {
      isDown = true;
    });
    for (const place of places) place?.take('the run');
    await settle();
    expect(drives.map(({ options }) => options.signal.aborted)).toEqual([true, true]);
    expect(isDown).toBe(false);
    for (const { end } of drives) end();
    await down;
    expect(dispatcher.reserve(createId('run'), me, 'main')).toBeNull();
  });

  it('shuts down: aborts driven runs, waits for them, and drives no more', async () => {
    const { dispatcher, drives } = open();
    const runId = createId('run');
    dispatcher.dispatch(runId, me, 'main');
    dispatcher.dispatch(runId, me, 'main');
    let isDown = false;
    const down = dispatcher.shutDown().then(() => {
      isDown = true;
    });
    expect(drives[0]?.options.signal.aborted).toBe(true);
    expect(drives[0]?.options.isShuttingDown()).toBe(true);
    expect(isDown).toBe(false);
    drives[0]?.end();
    await down;
    dispatcher.dispatch(createId('run'), me, 'main');
    expect(drives).toHaveLength(1);
  });
});
