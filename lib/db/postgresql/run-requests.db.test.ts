import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { localActor } from '../../domain/actor';
import type { RunId } from '../../shared/ids';
import { createRunStore } from '../ledger/run-store';
import { openDatabase } from '../open-database';
import type { Database } from '../ports/database';
import { openStores, type Stores } from '../testing/open-stores';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { toApproved, writeRuns } from '../testing/write-runs';

const prismaDir = path.resolve('prisma');

let server: TestServer;
let stores: Stores;
let other: Database;
let got: RunId[];
let setRoom: (hasRoom: boolean) => void;
beforeAll(async () => {
  server = await openPostgresql();
  const url = await server.createDatabase();
  stores = await openStores(() => openDatabase({ url, prismaDir }));
  other = await openDatabase({ url, prismaDir });
  ({ setRoom } = other.runQueue.receive(async (runIds) => {
    got.push(...runIds);
  }));
  setRoom(true);
});
beforeEach(() => {
  got = [];
});
afterAll(async () => {
  await Promise.all([stores.close(), other.close()]);
  await server.close();
});

const hasGot = (...runIds: RunId[]) => vi.waitFor(() => expect(got).toEqual(runIds), 20_000);

it('another server hears of a run that nobody took, of a decision, and of a driver that gives its run back', async () => {
  const write = writeRuns(stores.runs);
  const { run } = await write.start();
  await hasGot(run.id);
  await stores.runs.claim(run.id, 'driver', 60_000);
  await stores.runs.releaseLease(run.id, 'driver');
  await hasGot(run.id, run.id);
  const waiting = await write.pending();
  await hasGot(run.id, run.id, waiting.run.id);
  await write.append(waiting.run, [toApproved(waiting)], localActor);
  await hasGot(run.id, run.id, waiting.run.id, waiting.run.id);
});

it('another server hears nothing of a run that the commit took, or that needs no driver when it is given back', async () => {
  const runs = createRunStore(stores.database);
  runs.driveWith({
    dispatch: () => {},
    reserve: () => ({ owner: 'here', leaseMs: 60_000, take: () => {}, decline: () => {} }),
  });
  await writeRuns(runs).start();
  const write = writeRuns(stores.runs);
  const stopped = await write.start();
  await hasGot(stopped.run.id);
  await write.cancel(stopped.run);
  await stores.runs.claim(stopped.run.id, 'driver', 60_000);
  await stores.runs.releaseLease(stopped.run.id, 'driver');
  const last = await write.start();
  await hasGot(stopped.run.id, last.run.id);
});
