import { describe, expect, it } from 'vitest';
import { localActor } from '../domain/actor';
import { createId, type RunId } from '../shared/ids';
import { createSweeper } from './sweeper';

/** Opens a sweeper over runs that the test names, and notes everything that it does. */
function open() {
  const undriven = new Set<RunId>();
  const dispatched: RunId[] = [];
  const errors: unknown[] = [];
  let failure: Error | null = null;
  const sweeper = createSweeper({
    findUndriven: async () => {
      if (failure) throw failure;
      return [...undriven].map((id) => ({ id, startedBy: localActor.id, workspaceId: 'main' }));
    },
    dispatch: (runId) => dispatched.push(runId),
    onError: (error) => errors.push(error),
  });
  const fail = (error: Error | null) => {
    failure = error;
  };
  return { sweeper, undriven, dispatched, errors, fail };
}

describe('the sweeper', () => {
  it('dispatches every run that has no driver', async () => {
    const { sweeper, undriven, dispatched } = open();
    const runs = [createId('run'), createId('run')];
    for (const runId of runs) undriven.add(runId);
    await sweeper.sweep();
    expect(dispatched).toEqual(runs);
  });

  it('retries a run that stays without a driver, less and less often, and never gives up', async () => {
    const { sweeper, undriven, dispatched } = open();
    undriven.add(createId('run'));
    const sweepsWithDispatch: number[] = [];
    for (let sweep = 1; sweep <= 1_600; sweep += 1) {
      const before = dispatched.length;
      await sweeper.sweep();
      if (dispatched.length > before) sweepsWithDispatch.push(sweep);
    }
    const pauses = sweepsWithDispatch
      .slice(1)
      .map((sweep, index) => sweep - (sweepsWithDispatch[index] ?? 0));
    expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(Math.max(...pauses)).toBe(513);
    expect(pauses).toEqual([...pauses].sort((one, two) => one - two));
  });

  it('begins again with a run that had a driver in between', async () => {
    const { sweeper, undriven, dispatched } = open();
    const runId = createId('run');
    undriven.add(runId);
    for (let times = 0; times < 5; times += 1) await sweeper.sweep();
    undriven.delete(runId);
    await sweeper.sweep();
    undriven.add(runId);
    const before = dispatched.length;
    await sweeper.sweep();
    expect(dispatched).toHaveLength(before + 1);
  });

  it('survives a database that cannot be read', async () => {
    const { sweeper, undriven, dispatched, errors, fail } = open();
    const runId = createId('run');
    undriven.add(runId);
    const error = new Error('no database');
    fail(error);
    await sweeper.sweep();
    fail(null);
    await sweeper.sweep();
    expect([errors, dispatched]).toEqual([[error], [runId]]);
  });

  it('sweeps immediately when it starts', async () => {
    const { sweeper, undriven, dispatched } = open();
    const runId = createId('run');
    undriven.add(runId);
    await sweeper.start();
    await sweeper.stop();
    expect(dispatched).toEqual([runId]);
  });
});
