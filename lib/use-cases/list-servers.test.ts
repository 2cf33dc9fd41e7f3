import { describe, expect, it } from 'vitest';
import type { ServerRow } from '../db/ports/server-store.port';
import { localActor } from '../domain/actor';
import { listServers } from './list-servers';
import type { Services } from './services';

const now = new Date('2026-11-29T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const row = (id: string, changes: Partial<ServerRow> = {}): ServerRow => ({
  id,
  name: null,
  address: null,
  host: `${id}.example`,
  processId: 1,
  version: '1.0.0',
  startedAt: ago(60_000),
  heartbeatAt: ago(1_000),
  isDraining: false,
  activeRuns: 0,
  waitingRuns: 0,
  ...changes,
});

const workspaces = [
  { id: 'main', name: 'Everyday', server: null },
  { id: 'books', name: 'Books', server: 'alpha' },
  { id: 'shop', name: 'Shop', server: 'alpha' },
  { id: 'lab', name: 'Lab', server: 'beta' },
];

const list = (rows: ServerRow[], byWorkspace: [string, number][] = []) =>
  listServers(
    {
      servers: {
        list: async () => rows,
        countLeases: async () => new Map([['this', 3]]),
        findQueue: async () => ({ length: 2, oldestAt: ago(5_000), byWorkspace: new Map(byWorkspace) }),
        now: async () => now,
      },
      installation: {
        describeServer: () => row('this', { waitingRuns: 4 }),
        workspaces: { list: () => workspaces },
      },
    } as unknown as Pick<Services, 'servers' | 'installation'>,
    localActor,
  );

describe('the list of servers', () => {
  it('begins with the server that answers, which knows itself best', async () => {
    const { servers, queue } = await list([
      row('other', { name: 'beta' }),
      row('this', { heartbeatAt: ago(3_600_000) }),
    ]);
    expect(servers.map(({ id, isThis, state }) => [id, isThis, state])).toEqual([
      ['this', true, 'working'],
      ['other', false, 'working'],
    ]);
    expect(servers[0]).toMatchObject({ leases: 3, waitingRuns: 4 });
    expect(servers[1]).toMatchObject({ name: 'beta', leases: 0, waitingRuns: 0 });
    expect(queue).toEqual({ length: 2, oldestAt: '2026-11-29T11:59:55.000Z', absent: [] });
  });

  it.each([
    [1_000, false, 'working'],
    [1_000, true, 'draining'],
    [60_000, false, 'silent'],
    [60_000, true, 'silent'],
  ])('shows a server that wrote its row %d ms ago (draining: %s) as %s', async (agoMs, isDraining, state) => {
    const { servers } = await list([row('other', { heartbeatAt: ago(agoMs), isDraining })]);
    expect(servers[1]?.state).toBe(state);
  });

  it('names the workspaces of each server, and the silent or missing ones that runs wait for', async () => {
    const waiting: [string, number][] = [
      ['main', 5],
      ['books', 2],
      ['shop', 1],
      ['lab', 1],
    ];
    const ofServers = async (rows: ServerRow[]) => {
      const { servers, queue } = await list(rows, waiting);
      return [servers.map((server) => server.workspaces), queue.absent];
    };
    const alpha = row('alpha', { name: 'alpha' });
    const silent = row('silent', { name: 'alpha', heartbeatAt: ago(60_000) });
    const [waitForAlpha, waitForBeta] = [
      { server: 'alpha', runs: 3 },
      { server: 'beta', runs: 1 },
    ];
    expect(await ofServers([silent])).toEqual([
      [[], ['Books', 'Shop']],
      [waitForAlpha, waitForBeta],
    ]);
    expect(await ofServers([silent, alpha])).toEqual([[[], [], ['Books', 'Shop']], [waitForBeta]]);
  });
});
