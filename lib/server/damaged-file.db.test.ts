import '../logging/testing/quiet-log';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFixture } from '../../tests/open-fixture';
import { openDatabase } from '../db/open-database';
import { createStores } from '../db/stores/create-stores';
import { openSecretBox } from '../db/stores/secret-box';
import { localActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { RunId } from '../shared/ids';
import { createConversation, listConversations } from '../use-cases/conversations';
import { purgeConversations } from '../use-cases/purge-conversations';
import { checkHealth } from '../use-cases/server-facts';
import { type App, startApp } from './app';

let fixture: Awaited<ReturnType<typeof openFixture>>;
let app: App | undefined;
beforeEach(async () => {
  fixture = await openFixture('2026-11-22');
});
afterEach(async () => {
  await app?.shutDown();
  app = undefined;
  await fixture.remove();
});

const start = async () => {
  app = await startApp({ environment: fixture.variables });
  return app;
};

/** Brings the database up to date as a start does, but takes up no run. */
async function prepare(): Promise<void> {
  const { DATA_DIR } = fixture.variables;
  const url = `file:${path.join(DATA_DIR, 'countersign.db')}`;
  const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
  await purgeConversations(createStores(database, await openSecretBox(DATA_DIR)));
  await database.close();
}

/** Overwrites every page of the table that holds rows, as a broken disk might. */
async function damagePages(table: string): Promise<void> {
  const file = path.join(fixture.variables.DATA_DIR, 'countersign.db');
  const database = new Sqlite(file);
  database.pragma('journal_mode=DELETE');
  const bytes = Number(database.pragma('page_size', { simple: true }));
  const pages = database
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'")
    .pluck()
    .all(table);
  database.close();
  const handle = await open(file, 'r+');
  for (const page of pages) await handle.write(Buffer.alloc(bytes, 0xff), 0, bytes, (page - 1) * bytes);
  await handle.close();
}

describe('a database with damaged pages', () => {
  it('ends the runs that need them, keeps all else going, and is degraded until it is restored', async () => {
    await prepare();
    await damagePages('PromptSnapshot');
    const { services } = await start();
    const { answering, queued } = fixture.recorded.story.unfinished;
    for (const { runId } of [answering, queued]) {
      while ((await services.runs.find(runId as RunId))?.state.status !== 'failed') await sleep(5);
      expect((await services.runs.find(runId as RunId))?.state).toMatchObject({
        code: 'damaged_data',
        message: expect.stringContaining('its file is damaged'),
      });
    }

    const health = () => checkHealth(services, localActor);
    const words = /its file is damaged\. It is in .*data\. Stop Countersign and restore a backup/;
    const degraded = { status: 'degraded', isSaving: true, problem: expect.stringMatching(words) };
    expect(await health()).toMatchObject(degraded);
    await createConversation(services, localActor, { title: 'Sound' });
    expect(await health()).toMatchObject({ ...degraded, activeRuns: 0 });
    const page = await listConversations(services, localActor, { search: 'Sound', cursor: null });
    expect(page.conversations.map(({ title }) => title)).toEqual(['Sound']);
    expect(services.live.outage()).toBeNull();
    const refusal = await services.runs.loadOpeningMessages(queued.runId as RunId).catch((error) => error);
    expect(refusal instanceof AppError && refusal.code).toBe('damaged_data');
  });
});
