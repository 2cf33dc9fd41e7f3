import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenStores, Stores } from '../testing/open-stores';
import { writeRuns } from '../testing/write-runs';

/** Tests the promises of `ServerStore` on any database. */
export function describeServerStore(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => stores.clear());
  afterAll(() => stores.close());

  const server = (id: string, second = 0) => ({
    id,
    name: id === 'first' ? 'alpha' : null,
    address: id === 'first' ? 'http://one.example:3000' : null,
    host: 'one.example',
    processId: 7,
    version: '1.0.0',
    startedAt: new Date(Date.UTC(2026, 10, 29, 12, 0, second)),
    isDraining: false,
    activeRuns: 2,
    waitingRuns: 1,
  });

  describe('a server', () => {
    it('is listed with what it last wrote, by the time of the database, until it is removed', async () => {
      await stores.servers.beat(server('second', 2));
      await stores.servers.beat(server('first', 1));
      const [first] = await stores.servers.list();
      await stores.servers.beat({ ...server('first', 1), isDraining: true, activeRuns: 0 });
      const listed = await stores.servers.list();
      expect(listed).toMatchObject([
        { ...server('first', 1), isDraining: true, activeRuns: 0 },
        server('second', 2),
      ]);
      const beatAt = listed[0]?.heartbeatAt.getTime() ?? 0;
      expect(beatAt).toBeGreaterThanOrEqual(first?.heartbeatAt.getTime() ?? Number.POSITIVE_INFINITY);
      expect(beatAt).toBeLessThanOrEqual((await stores.servers.now()).getTime());
      await stores.servers.remove('first');
      await stores.servers.remove('first');
      expect((await stores.servers.list()).map(({ id }) => id)).toEqual(['second']);
    });

    it('is removed by others when it has been silent for long enough', async () => {
      await stores.servers.beat(server('silent'));
      await stores.servers.beat({ ...server('ending'), isDraining: true });
      const remove = async (thanMs: number, endingThanMs: number) => {
        await stores.servers.removeSilent({ thanMs, endingThanMs });
        return (await stores.servers.list()).map(({ id }) => id);
      };
      expect(await remove(60_000, 60_000)).toEqual(['ending', 'silent']);
      expect(await remove(60_000, -60_000)).toEqual(['silent']);
      expect(await remove(-60_000, -60_000)).toEqual([]);
    });

    it('has the leases that have not expired, and the queue has the runs without one', async () => {
      expect(await stores.servers.findQueue()).toEqual({
        length: 0,
        oldestAt: null,
        byWorkspace: new Map(),
      });
      const write = writeRuns(stores.runs);
      const runs = [await write.start(), await write.start(), await write.start(), await write.start()];
      const [one, two, three] = runs.map(({ run }) => run.id);
      if (!one || !two || !three) throw new Error('Three runs are there');
      const { oldestAt } = await stores.servers.findQueue();
      expect(oldestAt).toBeInstanceOf(Date);
      await stores.runs.claim(one, 'first', 60_000);
      await stores.runs.claim(two, 'first', 60_000);
      await stores.runs.claim(three, 'second', -1);
      expect([...(await stores.servers.countLeases())]).toEqual([['first', 2]]);
      expect(await stores.servers.findQueue()).toMatchObject({
        length: 1,
        byWorkspace: new Map([['main', 1]]),
      });
    });
  });
}
