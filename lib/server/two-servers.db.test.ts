import '../logging/testing/quiet-log';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call, type ScriptedReply, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import type { RequestLimits } from '../config/request-limits';
import { createRunStore } from '../db/ledger/run-store';
import { openDatabase } from '../db/open-database';
import { createServerStore } from '../db/stores/server-store';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { writeRuns } from '../db/testing/write-runs';
import { localActor } from '../domain/actor';
import { createLimits } from '../http/entry/limits';
import type { ModelRequest } from '../models/model.port';
import type { RunId } from '../shared/ids';
import { createToken } from '../use-cases/api-tokens';
import { createConversation } from '../use-cases/conversations';
import { createApprovalExpiry } from '../use-cases/expire-approvals';
import { listApprovals } from '../use-cases/get-approvals';
import { sendMessage } from '../use-cases/send-message';
import { changeSigning } from '../use-cases/signing';
import { stopRun } from '../use-cases/steer-run';
import type { StreamMessage } from '../use-cases/stream-message';
import { watchRun } from '../use-cases/watch-run';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

/** These tests start two servers on one PostgreSQL database, which share a secret and a workspace. */

let server: TestServer;
let folder: string;
let url: string;
let apps: App[];
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-two-'));
  await writeFile(path.join(folder, 'secret'), randomBytes(32).toString('hex'));
  url = await server.createDatabase();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

const environmentOf = (name: string) => ({
  DATA_DIR: path.join(folder, name),
  WORKSPACE_DIR: path.join(folder, 'files'),
  COUNTERSIGN_SECRET_FILE: path.join(folder, 'secret'),
  DATABASE_URL: url,
});

async function start(
  name: string,
  replies: ScriptedReply[],
  variables: Record<string, string | undefined> = {},
): Promise<App> {
  const { model } = scriptedModel(replies);
  const app = await startApp({
    environment: { ...environmentOf(name), ...variables },
    models: (settings) => ({ ...createModelSource({ model: null }, settings), ...scriptedSource(model) }),
  });
  apps.push(app);
  return app;
}

async function send({ services }: App): Promise<RunId> {
  const { id } = await createConversation(services, localActor, {});
  return (await sendMessage(services, localActor, { conversationId: id, text: 'Go' })).runId as RunId;
}

const statusOf = async ({ services }: App, runId: RunId) => (await services.runs.find(runId))?.state.status;
const until = (app: App, runId: RunId, status: string) =>
  vi.waitFor(async () => expect(await statusOf(app, runId)).toBe(status), { timeout: 15_000, interval: 20 });

/** Follows a run on a server as a page does. */
async function watch({ services }: App, runId: RunId) {
  const end = new AbortController();
  const open = await watchRun(services, localActor, { runId, lastVersion: null });
  const seen: StreamMessage['message'][] = [];
  const done = (async () => {
    for await (const { message } of open(end.signal)) seen.push(message);
  })();
  return {
    seen,
    async stop() {
      end.abort();
      await done;
    },
  };
}

describe('two servers on one database', () => {
  it('show each other’s text while it arrives, and a stop on the other one keeps it', async () => {
    const text = 'These words arrive on one server. ';
    const isStopped = vi.fn();
    const slow = ({ signal }: ModelRequest) =>
      new Promise<string>((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          isStopped();
          reject(signal.reason);
        }),
      );
    const first = await start('first', [slow]);
    const second = await start('second', []);
    const runId = await send(first);
    await until(second, runId, 'calling_model');
    const viewer = await watch(second, runId);
    await vi.waitFor(() => expect(viewer.seen.length).toBeGreaterThan(0));
    first.services.live.publishText(runId, text);
    await vi.waitFor(() => expect(JSON.stringify(viewer.seen)).toContain(text.slice(0, 10)), 10_000);
    await stopRun(second.services, localActor, { runId });
    await until(first, runId, 'cancelled');
    await vi.waitFor(() => expect(isStopped).toHaveBeenCalled(), 5_000);
    const events = await second.services.runs.listEvents(runId);
    expect(events.at(-1)?.event).toMatchObject({ type: 'run_cancelled', partialText: text });
    await viewer.stop();
  });

  it('decide each other’s requests, and the call runs once', async () => {
    const write = call('write_file', { path: 'notes.txt', content: 'Signed elsewhere.' });
    const first = await start('first', [write, 'Done.']);
    const second = await start('second', ['Done.']);
    const runId = await send(first);
    await until(second, runId, 'awaiting_approval');
    const page = await watch(first, runId);
    const { approvals } = await listApprovals(second.services, localActor, {
      filter: 'pending',
      search: null,
      cursor: null,
    });
    const approvalId = approvals[0]?.id ?? '';
    await decideAsShown(second.services, localActor, { approvalId, decision: 'approve' });
    await until(first, runId, 'completed');
    expect(await readFile(path.join(folder, 'files', 'notes.txt'), 'utf8')).toBe('Signed elsewhere.');
    const events = await first.services.runs.listEvents(runId);
    expect(events.filter(({ event }) => event.type === 'tool_started')).toHaveLength(1);
    await vi.waitFor(() => expect(JSON.stringify(page.seen)).toContain('tool_started'), 5_000);
    await page.stop();
  });

  it('count what is tried at their doors together, and lock an address and an account together', async () => {
    const doors = [await start('first', []), await start('second', [])];
    const most = {
      ...doors[0]?.config.requestLimits,
      MAX_TRIES_PER_ADDRESS: 8,
      MAX_WRONG_SECRETS_PER_ADDRESS: 5,
    };
    const limits = doors.map(({ door }) => createLimits(most as RequestLimits, door.counter));
    const signIn = { method: 'POST', target: '/api/door/sign-in', headers: {} };
    const waits: number[] = [];
    for (let time = 0; time < 10; time += 1)
      waits.push((await limits[time % 2]?.waitBeforeDoor(signIn, '192.0.2.1')) ?? 0);
    expect(waits.map((wait) => wait > 0)).toEqual([...Array(8).fill(false), true, true]);
    for (let time = 0; time < 5; time += 1) {
      expect(await limits[time % 2]?.waitBeforeDoor(signIn, '192.0.2.2')).toBe(0);
      await limits[time % 2]?.noteAnswer(signIn, { type: 'open' }, '192.0.2.2', 401);
    }
    for (const each of limits)
      expect(await each.waitBeforeDoor(signIn, '192.0.2.2')).toBeGreaterThan(890_000);
    const now = new Date();
    const tries: unknown[] = [];
    for (let time = 0; time < 12; time += 1)
      tries.push(await doors[time % 2]?.services.accounts.countTry('hash', now));
    expect(tries).toEqual([...Array(10).fill(0), 900_000, 900_000]);
  });

  it('know at once what the other one changed in the settings', async () => {
    const [first, second] = [await start('first', []), await start('second', [])];
    const highRisk = async ({ services }: App) => (await services.rules.signing()).highRisk;
    expect([await highRisk(first), await highRisk(second)]).toEqual(['approver', 'approver']);
    await changeSigning(first.services, localActor, { highRisk: 'other_approver' });
    await vi.waitFor(async () => expect(await highRisk(second)).toBe('other_approver'), 1_500);
  });

  it('know at once whom the other one signed out', async () => {
    const [first, second] = [await start('first', []), await start('second', [])];
    const code = await first.services.door.makeCode(localActor.id);
    const entered = await first.door.ask({ method: 'GET', target: `/?code=${code}`, headers: {} });
    const cookie = entered.type === 'redirect' ? entered.cookie?.split(';', 1)[0] : null;
    const come = async () => (await second.identify(new Headers({ cookie: cookie ?? '' })))?.session ?? null;
    // The other server remembers for two seconds whom it let in.
    expect(await come()).not.toBeNull();
    await first.services.door.signOut(localActor.id, { allBut: null }, localActor);
    await vi.waitFor(async () => expect(await come()).toBeNull(), 1_000);
  });

  it('take up the runs of one that shut down in the middle of them', async () => {
    const hang = ({ signal }: ModelRequest) =>
      new Promise<string>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    const first = await start('first', [hang]);
    const runId = await send(first);
    await until(first, runId, 'calling_model');
    const second = await start('second', ['Taken over.']);
    expect(await statusOf(second, runId)).toBe('calling_model');
    apps = [second];
    await first.shutDown();
    await until(second, runId, 'completed');
  });

  it('refuse another secret, none, and one that is missing or damaged', async () => {
    await start('first', []);
    const file = path.join(folder, 'other');
    const attempt = async () => {
      try {
        await startApp({ environment: { ...environmentOf('second'), COUNTERSIGN_SECRET_FILE: file } });
        return 'started';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const without = { ...environmentOf('second'), COUNTERSIGN_SECRET_FILE: undefined };
    await expect(startApp({ environment: without })).rejects.toThrow(
      'The servers of this database share a secret, and this server has another one. Set COUNTERSIGN_SECRET_FILE to',
    );
    expect(await attempt()).toMatch(/The key file .*other is missing.* openssl rand -hex 32 > /);
    await writeFile(file, 'short');
    expect(await attempt()).toMatch(/The key file .*other is damaged/);
    await writeFile(file, randomBytes(32).toString('base64'));
    expect(await attempt()).toMatch(/The secret in .*other is not the one of this database\./);
    await writeFile(
      file,
      Buffer.from(await readFile(path.join(folder, 'secret'), 'utf8'), 'hex').toString('base64'),
    );
    const second = await startApp({
      environment: { ...environmentOf('second'), COUNTERSIGN_SECRET_FILE: file },
    });
    apps.push(second);
    // The key of one server may be the one that it began to share.
    await mkdir(path.join(folder, 'third'));
    await copyFile(file, path.join(folder, 'third', 'secret.key'));
    apps.push(
      await startApp({ environment: { ...environmentOf('third'), COUNTERSIGN_SECRET_FILE: undefined } }),
    );
  });

  it('start together on a new database with the secret that they share', async () => {
    await Promise.all([start('first', []), start('second', [])]);
    expect(apps).toHaveLength(2);
  }, 30_000);
});

describe('a server whose clock is ten minutes ahead', () => {
  const aheadMs = 10 * 60_000;
  afterEach(() => vi.useRealTimers());
  async function startAhead(name: string, variables?: Record<string, undefined>): Promise<App> {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
    const app = await start(name, [], variables);
    vi.useRealTimers();
    return app;
  }

  it('ends no request of the others early', async () => {
    const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
    const expiresAt = new Date(Date.now() + aheadMs / 2);
    const { run } = await writeRuns(createRunStore(database)).pending({}, {}, expiresAt);
    await database.close();
    await start('first', []);
    const { services } = await startAhead('second');
    const expire = createApprovalExpiry(services, (error) => {
      throw error;
    });
    await expire();
    expect((await services.runs.find(run.id))?.state.status).toBe('awaiting_approval');
  });

  it('lets in a token as long as the others do', async () => {
    const { services } = await start('first', []);
    const expiresAt = new Date(Date.now() + aheadMs / 2).toISOString();
    const { token } = await createToken(services, localActor, { name: 'Nightly', scope: 'read', expiresAt });
    const second = await startAhead('second');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
    expect(await second.identify(new Headers({ authorization: `Bearer ${token}` }))).not.toBeNull();
  });

  it('is found by one that starts later', async () => {
    const alone = { COUNTERSIGN_SECRET_FILE: undefined };
    await startAhead('first', alone);
    await expect(start('second', [], alone)).rejects.toThrow('with a secret of its own');
  }, 30_000);
});

describe('a server with a secret of its own', () => {
  const alone = { COUNTERSIGN_SECRET_FILE: undefined };
  const refused =
    /^The server on .+ works on this database with a secret of its own, .+ Set COUNTERSIGN_SECRET_FILE to a copy of its secret\.key on each of them, and start that server again first\.$/;

  it.each([
    ['another one with a secret of its own', alone],
    ['one with a shared secret', {}],
  ])(
    'lets no other one start: %s',
    async (_name, variables) => {
      const first = await start('first', [], alone);
      await expect(start('second', [], variables)).rejects.toThrow(refused);
      expect(await first.services.servers.list()).toHaveLength(1);
      await apps.pop()?.shutDown();
      await start('first', [], alone);
      await apps.pop()?.shutDown();
      await start('second', [], variables);
    },
    60_000,
  );

  it('shares it when all have a copy of its file, and then all have its token', async () => {
    await (await start('first', [], alone)).shutDown();
    apps = [];
    await copyFile(path.join(folder, 'first', 'secret.key'), path.join(folder, 'secret'));
    const tokens: string[] = [];
    for (const name of ['first', 'second']) {
      await start(name, []);
      tokens.push(await readFile(path.join(folder, name, 'owner.token'), 'utf8'));
    }
    expect(tokens[1]).toBe(tokens[0]);
  }, 60_000);

  it('starts after a kill that left its row behind, also with another key', async () => {
    const first = await start('first', [], alone);
    const [row] = await first.services.servers.list();
    apps = [];
    await first.shutDown();
    const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
    if (row) await createServerStore(database).beat(row);
    await database.close();
    const { services } = await start('second', [], alone);
    expect((await services.servers.list()).map(({ id }) => id)).toContain(row?.id);
  }, 60_000);
});
