import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgresql, type TestServer } from '@/lib/db/testing/postgresql';
import { type App, createApp } from '../app';
import { type HttpClient, programClient } from '../http-client';
import { startBalancer } from './balancer';

/** Some servers of one team: they share a database, a secret, a workspace and an address. */
export type Cluster = {
  apps: readonly App[];
  database: TestServer;
  databaseUrl: string;
  workspaceDir: string;
  publicUrl: string;
  ownerHeaders(): { authorization: string };
  /** Asks the server with this number, from 0 on. */
  at(index: number): HttpClient;
  /** Asks at the one address. */
  any: HttpClient;
  close(): Promise<void>;
};

/**
 * Starts servers at the same time on one empty PostgreSQL database, behind one address. `env` may differ by the
 * number of a server, from 0 on. `isDurable` as for `openPostgresql`.
 */
export async function openCluster(
  count: number,
  env: Record<string, string> | ((index: number) => Promise<Record<string, string>>),
  { isDurable = false } = {},
): Promise<Cluster> {
  const database = await openPostgresql({ isDurable });
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-servers-'));
  const secretFile = path.join(folder, 'secret');
  const workspaceDir = path.join(folder, 'files');
  await writeFile(secretFile, randomBytes(32).toString('hex'));
  const databaseUrl = await database.createDatabase();
  let apps: App[] = [];
  const balancer = await startBalancer(() => apps.filter(({ pid }) => isAlive(pid())).map(portOf));
  apps = Array.from({ length: count }, (_, index) =>
    createApp(async () => ({
      COUNTERSIGN_PROFILE: 'local',
      DATABASE_URL: databaseUrl,
      COUNTERSIGN_SECRET_FILE: secretFile,
      WORKSPACE_DIR: workspaceDir,
      PUBLIC_URL: balancer.url,
      ...(typeof env === 'function' ? await env(index) : env),
    })),
  );
  await Promise.all(apps.map((app) => app.start()));
  // Every server derives the owner's token from the shared secret.
  const [first] = apps;
  const headers = first?.ownerHeaders() ?? { authorization: '' };
  const clients = apps.map((app) => programClient(app, () => headers.authorization));
  const any = programClient({ baseURL: balancer.url }, () => headers.authorization);
  return {
    apps,
    database,
    databaseUrl,
    workspaceDir,
    publicUrl: balancer.url,
    ownerHeaders: () => headers,
    at: (index) => clients[index] ?? any,
    any,
    async close() {
      for (const app of apps) await app.dispose();
      balancer.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const portOf = ({ baseURL }: App): number => Number(new URL(baseURL).port);

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
