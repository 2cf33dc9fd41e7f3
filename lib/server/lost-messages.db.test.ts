import '../logging/testing/quiet-log';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ScriptedReply, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { localActor } from '../domain/actor';
import { createConversation } from '../use-cases/conversations';
import { sendMessage } from '../use-cases/send-message';
import type { StreamMessage } from '../use-cases/stream-message';
import { watchRun } from '../use-cases/watch-run';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

/** Here no message between two servers of a database arrives. */
vi.mock('../db/postgresql/notices', async () => {
  const { noNotices } = await import('../db/ports/notices.port');
  return { openNotices: async () => ({ ...noNotices, hasOthers: true, close: async () => {} }) };
});

let server: TestServer;
let folder: string;
let url: string;
const apps: App[] = [];
beforeAll(async () => {
  server = await openPostgresql();
  url = await server.createDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-lost-'));
  await writeFile(path.join(folder, 'secret'), randomBytes(32).toString('hex'));
});
afterAll(async () => {
  for (const app of apps) await app.shutDown();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string, replies: ScriptedReply[]): Promise<App> {
  const app = await startApp({
    environment: {
      DATA_DIR: path.join(folder, name),
      WORKSPACE_DIR: path.join(folder, 'files'),
      COUNTERSIGN_SECRET_FILE: path.join(folder, 'secret'),
      DATABASE_URL: url,
    },
    models: (settings) => ({
      ...createModelSource({ model: null }, settings),
      ...scriptedSource(scriptedModel(replies).model),
    }),
  });
  apps.push(app);
  return app;
}

it('a viewer sees how a run of another server goes on and ends, although every message is lost', async () => {
  let answer = (_text: string) => {};
  const isAsked = vi.fn();
  const slow = () =>
    new Promise<string>((resolve) => {
      answer = resolve;
      isAsked();
    });
  const { services: driving } = await start('first', [slow]);
  const { services: showing } = await start('second', []);
  const { id } = await createConversation(driving, localActor, {});
  const { runId } = await sendMessage(driving, localActor, { conversationId: id, text: 'Go' });
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalled(), 10_000);

  const seen: StreamMessage['message'][] = [];
  const end = new AbortController();
  const open = await watchRun(showing, localActor, { runId, lastVersion: null });
  const isOver = (async () => {
    for await (const { message } of open(end.signal)) seen.push(message);
  })();
  await vi.waitFor(() => expect(seen.map(({ type }) => type)).toContain('snapshot'), 10_000);
  answer('Done.');
  await vi.waitFor(
    () =>
      expect(seen.flatMap((message) => (message.type === 'event' ? [message.name] : []))).toContain(
        'text_replied',
      ),
    { timeout: 20_000, interval: 20 },
  );
  end.abort();
  await isOver;
});
