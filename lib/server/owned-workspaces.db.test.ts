import '../logging/testing/quiet-log';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call, type ScriptedReply, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { localActor } from '../domain/actor';
import type { RunId } from '../shared/ids';
import { getApproval } from '../use-cases/get-approvals';
import { openFile } from '../use-cases/open-file';
import { planWorkflow } from '../use-cases/plan-workflow';
import { startWorkflowRun } from '../use-cases/start-workflow-run';
import { stopRun } from '../use-cases/steer-run';
import { suggestPaths } from '../use-cases/suggest-paths';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

/** These tests start two servers on one PostgreSQL database. Each has its own workspace, and they share one. */

let server: TestServer;
let folder: string;
let url: string;
let apps: App[];
const at = (...names: string[]) => path.join(folder, ...names);
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-owned-'));
  await writeFile(at('secret'), randomBytes(32).toString('hex'));
  for (const name of ['main', 'books', 'shop', 'other']) await mkdir(at(name));
  url = await server.createDatabase();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

const spaces = (main: string) =>
  `- { id: main, name: Everyday, folder: ${main} }
- { id: books, name: Books, folder: books, server: alpha }
- { id: shop, name: Shop, folder: shop, server: beta }
`;

async function start(
  name: string,
  replies: ScriptedReply[] = [],
  {
    main = 'main',
    dataDir = name,
    file = spaces(main),
  }: { main?: string; dataDir?: string; file?: string } = {},
): Promise<App> {
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
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

async function ask({ services }: App, workspaceId: string): Promise<RunId> {
  const request = { workflowId: 'free-request', parameters: { request: 'Go' }, workspaceId };
  return (await startWorkflowRun(services, localActor, request)).runId as RunId;
}

const find = async ({ services }: App, runId: RunId) => {
  const run = await services.runs.find(runId);
  if (!run) throw new Error('The run is gone');
  return run;
};
const until = (app: App, runId: RunId, status: string) =>
  vi.waitFor(async () => expect((await find(app, runId)).state.status).toBe(status), {
    timeout: 20_000,
    interval: 20,
  });
async function requestOf(app: App, runId: RunId): Promise<string> {
  await until(app, runId, 'awaiting_approval');
  const { state } = await find(app, runId);
  return state.status === 'awaiting_approval' ? state.approvalId : '';
}

const write = call('write_file', { path: 'note.txt', content: 'Kept in the books.' });

describe('a workspace that one server owns', () => {
  it('has its runs driven there, wherever they are started, and its files changed there only', async () => {
    const alpha = await start('alpha', [write, 'Done.']);
    const beta = await start('beta');
    const runId = await ask(beta, 'books');
    const approvalId = await requestOf(beta, runId);
    const view = (app: App) => getApproval(app.services, localActor, { approvalId });
    expect(await view(beta)).toMatchObject({ targetChange: null, filesOn: 'alpha' });
    expect(await view(alpha)).toMatchObject({ targetChange: null, filesOn: null });
    await decideAsShown(beta.services, localActor, { approvalId, decision: 'approve' });
    await until(beta, runId, 'completed');
    expect(await readFile(at('books', 'note.txt'), 'utf8')).toBe('Kept in the books.');
    expect([await readdir(at('main')), await readdir(at('shop'))]).toEqual([['.countersign-workspace'], []]);
  });

  it('changes nothing that is no longer as it was when somebody signed it on another server', async () => {
    await start('alpha', [write, 'Done.']);
    const beta = await start('beta');
    const runId = await ask(beta, 'books');
    const approvalId = await requestOf(beta, runId);
    await writeFile(at('books', 'note.txt'), 'Written meanwhile.');
    await decideAsShown(beta.services, localActor, { approvalId, decision: 'approve' });
    await until(beta, runId, 'completed');
    expect(await readFile(at('books', 'note.txt'), 'utf8')).toBe('Written meanwhile.');
    const events = await beta.services.runs.listEvents(runId, 0);
    const outcomes = events.flatMap(({ event }) => (event.type === 'tool_finished' ? [event.outcome] : []));
    expect(outcomes).toMatchObject([{ ok: false, error: { code: 'target_changed' } }]);
  });

  it('is answered with its owner’s name where its files are not, and stops and rejects everywhere', async () => {
    const alpha = await start('alpha', [write, write]);
    const beta = await start('beta');
    const named = /“Books” are on the server “alpha”/;
    const { services } = beta;
    const place = { workspaceId: 'books' };
    expect(await refusal(openFile(services, localActor, { path: '', ...place }))).toMatch(named);
    const { signal } = new AbortController();
    expect(await refusal(suggestPaths(services, localActor, { text: '', ...place, signal }))).toMatch(named);
    const plan = { workflowId: 'new-note', parameters: { title: 'A', text: 'B' }, ...place };
    expect(await refusal(planWorkflow(services, localActor, plan))).toMatch(named);
    expect(await refusal(openFile(services, localActor, { path: '', workspaceId: 'shop' }))).toBe('done');
    const rejected = await ask(beta, 'books');
    const approvalId = await requestOf(beta, rejected);
    await decideAsShown(services, localActor, { approvalId, decision: 'reject' });
    await until(alpha, rejected, 'rejected');
    const stopped = await ask(beta, 'books');
    await requestOf(beta, stopped);
    await stopRun(services, localActor, { runId: stopped });
    await until(alpha, stopped, 'cancelled');
  });

  it('keeps its runs while its owner is down, and they say for whom they wait', async () => {
    const beta = await start('beta');
    const runId = await ask(beta, 'books');
    await vi.waitFor(
      () =>
        expect(beta.services.live.waitSoFar(runId)?.message).toBe(
          'Waiting for the server “alpha”, which is not running',
        ),
      { timeout: 20_000 },
    );
    expect((await find(beta, runId)).state.status).toBe('queued');
    await start('alpha', ['Done.']);
    await until(beta, runId, 'completed');
    await vi.waitFor(() => expect(beta.services.live.waitSoFar(runId)).toBeNull(), { timeout: 20_000 });
  });
});

describe('what servers cannot share', () => {
  it('is a name: the second server with it is refused, and one that took over from a dead one is not', async () => {
    await start('alpha');
    expect(await refusal(start('alpha', [], { dataDir: 'copy' }))).toMatch(
      /already has the name “alpha”\. Give each server of this database a SERVER_NAME of its own\./,
    );
    const dead = apps.pop();
    const row = (await dead?.services.servers.list())?.[0];
    await dead?.shutDown();
    const other = await start('beta');
    // A server that was killed leaves its row behind.
    if (row) await other.services.servers.beat(row);
    await start('alpha', [], { dataDir: 'copy' });
    const listed = await other.services.servers.list();
    expect(listed.map(({ name }) => name)).toEqual(['beta', 'alpha']);
  });

  it('is a folder that is another one on each of them', async () => {
    await start('alpha');
    expect(await refusal(start('beta', [], { main: 'other' }))).toMatch(
      /The folder .*other of the workspace “Everyday” is not the one of the other servers\./,
    );
    await start('beta');
  });

  it('is a workspace that is for all on one of them, and for one of them on the other', async () => {
    await start('alpha');
    const owned = `- { id: main, name: Everyday, folder: other, server: beta }\n`;
    const words = /“Everyday” is for the server “beta” here, and for all servers on the servers that run\./;
    expect(await refusal(start('beta', [], { file: owned }))).toMatch(words);
    await apps.pop()?.shutDown();
    await start('beta', [], { file: owned });
    const other = /is for all servers here, and for the server “beta” on the servers that run\./;
    expect(await refusal(start('alpha'))).toMatch(other);
  });

  it('may be moved while no server works, and the folder left behind is refused', async () => {
    await start('alpha');
    await apps.pop()?.shutDown();
    await start('alpha', [], { main: 'other' });
    expect(await refusal(start('beta'))).toMatch(/is not the one of the other servers/);
  });
});
