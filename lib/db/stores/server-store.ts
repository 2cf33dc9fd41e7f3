import type { Server as StoredServer } from '../generated/client';
import type { Database } from '../ports/database';
import type { ServerRow, ServerStore } from '../ports/server-store.port';
import { readRow } from '../rows/read-row';
import { readRows } from '../rows/sound-rows';

export function createServerStore({ read, write, runReads }: Database): ServerStore {
  return {
    async beat({ id, ...facts }) {
      const data = { ...facts, heartbeatAt: await runReads.now() };
      await write(async ({ server }) => {
        await server.upsert({ where: { id }, create: { id, ...data }, update: data });
      });
    },
    remove: (id) =>
      write(async ({ server }) => {
        await server.deleteMany({ where: { id } });
      }),
    async removeSilent({ thanMs, endingThanMs }) {
      const now = (await runReads.now()).getTime();
      const silentFor = (ms: number) => ({ heartbeatAt: { lt: new Date(now - ms) } });
      const where = { OR: [silentFor(thanMs), { isDraining: true, ...silentFor(endingThanMs) }] };
      await write(async ({ server }) => {
        await server.deleteMany({ where });
      });
    },
    async list() {
      const orderBy = [{ startedAt: 'asc' as const }, { id: 'asc' as const }];
      return (await readRows(read, 'Server', { orderBy }, toServer)).items;
    },
    async countLeases() {
      const rows = await read.run.groupBy({
        by: ['leaseOwner'],
        where: { leaseOwner: { not: null }, leaseUntil: { gte: await runReads.now() } },
        _count: { _all: true },
      });
      return new Map(rows.map(({ leaseOwner, _count }) => [leaseOwner ?? '', _count._all]));
    },
    async findQueue() {
      const [rows, { _min }] = await Promise.all([
        read.run.groupBy({
          by: ['workspaceId'],
          where: { leaseOwner: null, driveRequest: { isNot: null } },
          _count: { _all: true },
        }),
        read.driveRequest.aggregate({ where: { run: { leaseOwner: null } }, _min: { requestedAt: true } }),
      ]);
      const byWorkspace = new Map(rows.map(({ workspaceId, _count }) => [workspaceId, _count._all]));
      const length = rows.reduce((sum, { _count }) => sum + _count._all, 0);
      return { length, oldestAt: _min.requestedAt, byWorkspace };
    },
    now: () => runReads.now(),
  };
}

function toServer(row: StoredServer): ServerRow {
  const { name = null, address = null, ...server } = readRow('Server', row);
  return { ...server, name, address };
}
