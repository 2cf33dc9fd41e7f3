import '../logging/testing/quiet-log';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPostgresql } from '../db/testing/postgresql';
import { log } from '../logging/log';
import type { App } from './app';
import { createClosers } from './closers';
import { createConversationSweep } from './open-runtime';
import { openWatchedApp } from './testing/watched-run';

const patience = { timeout: 15_000, interval: 20 };
const closers: (() => Promise<unknown>)[] = [];
let lines: unknown[];
beforeEach(() => {
  lines = [];
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((_facts: unknown, message?: string) => void lines.push(message));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

/** Each opens an app, and returns it with a function that takes its database away. */
const kinds: Record<string, () => Promise<{ app: App; takeAway(): Promise<unknown> }>> = {
  async SQLite() {
    const { app, close } = await openWatchedApp({});
    closers.push(close);
    const file = path.join(app.config.dataDir, 'countersign.db');
    return { app, takeAway: () => rename(file, `${file}.away`) };
  },
  async PostgreSQL() {
    const server = await openPostgresql();
    closers.push(() => server.close());
    const { app, close } = await openWatchedApp({ DATABASE_URL: await server.createDatabase() });
    closers.push(close);
    return { app, takeAway: () => server.stop() };
  },
};

it.each(Object.keys(kinds))(
  'the log has one line about an outage of %s, whichever loops meet it',
  async (kind) => {
    const { app, takeAway } = (await kinds[kind]?.()) ?? expect.fail();
    const { services } = app;
    await takeAway();
    await vi.waitFor(() => expect(services.installation.findOutage()).not.toBe(null), patience);
    const overdue = vi.spyOn(services.approvals, 'listOverdue');
    const servers = vi.spyOn(services.servers, 'list');
    const ending = createClosers();
    closers.push(() => ending.closeAll());
    for (let sweeps = 0; sweeps < 2; sweeps += 1) await createConversationSweep(services, ending).start();
    const outcomesOf = (look: typeof overdue | typeof servers) =>
      look.mock.settledResults.slice(0, 2).map(({ type }) => type);
    const twice = ['rejected', 'rejected'];
    await vi.waitFor(() => expect([servers, overdue].map(outcomesOf)).toEqual([twice, twice]), patience);
    expect(lines).toEqual([expect.stringContaining('The database cannot be written')]);
  },
);
