import '../logging/testing/quiet-log';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import type { RunId } from '../shared/ids';
import { getApproval } from '../use-cases/get-approvals';
import { openFile } from '../use-cases/open-file';
import { planWorkflow } from '../use-cases/plan-workflow';
import { startWorkflowRun } from '../use-cases/start-workflow-run';
import { stopRun } from '../use-cases/steer-run';
import { suggestPaths } from '../use-cases/suggest-paths';
import type { App } from './app';
import { openWorkspaceServers, refusal } from './testing/workspace-servers';

let servers: Awaited<ReturnType<typeof openWorkspaceServers>>;
beforeAll(async () => {
  servers = await openWorkspaceServers();
});
beforeEach(() => servers.clear());
afterAll(() => servers.close());

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
    const alpha = await servers.start('alpha', [write, 'Done.']);
    const beta = await servers.start('beta');
    const runId = await ask(beta, 'books');
    const approvalId = await requestOf(beta, runId);
    const view = (app: App) => getApproval(app.services, localActor, { approvalId });
    expect(await view(beta)).toMatchObject({ targetChange: null, filesOn: 'alpha' });
    expect(await view(alpha)).toMatchObject({ targetChange: null, filesOn: null });
    await decideAsShown(beta.services, localActor, { approvalId, decision: 'approve' });
    await until(beta, runId, 'completed');
    expect(await readFile(servers.at('books', 'note.txt'), 'utf8')).toBe('Kept in the books.');
    expect([await readdir(servers.at('main')), await readdir(servers.at('shop'))]).toEqual([
      ['.countersign-workspace'],
      [],
    ]);
  });

  it('changes nothing that is no longer as it was when somebody signed it on another server', async () => {
    await servers.start('alpha', [write, 'Done.']);
    const beta = await servers.start('beta');
    const runId = await ask(beta, 'books');
    const approvalId = await requestOf(beta, runId);
    await writeFile(servers.at('books', 'note.txt'), 'Written meanwhile.');
    await decideAsShown(beta.services, localActor, { approvalId, decision: 'approve' });
    await until(beta, runId, 'completed');
    expect(await readFile(servers.at('books', 'note.txt'), 'utf8')).toBe('Written meanwhile.');
    const events = await beta.services.runs.listEvents(runId, 0);
    const outcomes = events.flatMap(({ event }) => (event.type === 'tool_finished' ? [event.outcome] : []));
    expect(outcomes).toMatchObject([{ ok: false, error: { code: 'target_changed' } }]);
  });

  it('is answered with its owner’s name where its files are not, and stops and rejects everywhere', async () => {
    const alpha = await servers.start('alpha', [write, write]);
    const beta = await servers.start('beta');
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
    const beta = await servers.start('beta');
    const runId = await ask(beta, 'books');
    await vi.waitFor(
      () =>
        expect(beta.services.live.waitSoFar(runId)?.message).toBe(
          'Waiting for the server “alpha”, which is not running',
        ),
      { timeout: 20_000 },
    );
    expect((await find(beta, runId)).state.status).toBe('queued');
    await servers.start('alpha', ['Done.']);
    await until(beta, runId, 'completed');
    await vi.waitFor(() => expect(beta.services.live.waitSoFar(runId)).toBeNull(), { timeout: 20_000 });
  });
});
