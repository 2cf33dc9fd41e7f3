import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ScriptedReply, scriptedModel, scriptedSource } from '../../../tests/scripted-model';
import { openPostgresql } from '../../db/testing/postgresql';
import { type App, startApp } from '../app';
import { createModelSource } from '../model-source';

type Start = { main?: string; dataDir?: string; file?: string };

/**
 * Opens a PostgreSQL server for tests with several servers. Each has its own workspace, `books` of `alpha` and
 * `shop` of `beta`, and they share one in the folder `main`.
 */
export async function openWorkspaceServers() {
  const server = await openPostgresql();
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-owned-'));
  const at = (...names: string[]) => path.join(folder, ...names);
  const apps: App[] = [];
  let url = '';
  return {
    at,
    /** These run, the oldest first. */
    apps,
    /** Begins a test with an empty database and empty folders. */
    async clear() {
      for (const app of apps.splice(0)) await app.shutDown();
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      await writeFile(at('secret'), randomBytes(32).toString('hex'));
      for (const name of ['main', 'books', 'shop', 'other']) await mkdir(at(name));
      url = await server.createDatabase();
    },
    async start(name: string, replies: ScriptedReply[] = [], options: Start = {}): Promise<App> {
      const { main = 'main', dataDir = name, file = toWorkspaces(main) } = options;
      await writeFile(at(`${dataDir}.yaml`), file);
      const { model } = scriptedModel(replies);
      const app = await startApp({
        environment: {
          DATA_DIR: at(`data-${dataDir}`),
          WORKSPACES_FILE: at(`${dataDir}.yaml`),
          SERVER_NAME: name,
          COUNTERSIGN_SECRET_FILE: at('secret'),
          DATABASE_URL: url,
        },
        models: (settings) => ({ ...createModelSource({ model: null }, settings), ...scriptedSource(model) }),
      });
      apps.push(app);
      return app;
    },
    async close() {
      for (const app of apps) await app.shutDown();
      await rm(folder, { recursive: true, force: true });
      await server.close();
    },
  };
}

const toWorkspaces = (main: string) => `- { id: main, name: Everyday, folder: ${main} }
- { id: books, name: Books, folder: books, server: alpha }
- { id: shop, name: Shop, folder: shop, server: beta }
`;

/** Returns the sentence with which something was refused, or `done`. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
