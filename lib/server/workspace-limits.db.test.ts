import '../logging/testing/quiet-log';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import type { RunId } from '../shared/ids';
import { sendMessage } from '../use-cases/send-message';
import { startWorkflowRun } from '../use-cases/start-workflow-run';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

let folder: string;
let app: App;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-limits-'));
  const file = path.join(folder, 'spaces.yaml');
  for (const name of ['short', 'long']) await mkdir(path.join(folder, name));
  await writeFile(
    file,
    '- { id: short, name: Short, folder: short, limits: { steps: 2, timeoutSeconds: 60 } }\n- { id: long, name: Long, folder: long, limits: { steps: 900 } }\n',
  );
  const look = call('list_files', { path: '.' });
  app = await startApp({
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACES_FILE: file,
      AGENT_MAX_STEPS: '3',
    },
    models: (settings) => ({
      ...createModelSource({ model: null }, settings),
      ...scriptedSource(scriptedModel([look, look, look, look, look]).model),
    }),
  });
});
afterEach(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

const ask = (workspaceId: string) =>
  startWorkflowRun(app.services, localActor, {
    workflowId: 'free-request',
    parameters: { request: 'Go' },
    workspaceId,
  });

async function untilFailed(runId: string) {
  await vi.waitFor(
    async () => {
      expect((await app.services.runs.find(runId as RunId))?.state.status).toBe('failed');
    },
    { timeout: 20_000, interval: 5 },
  );
  return app.services.runs.find(runId as RunId);
}

const endsAfter = (steps: number) => ({
  steps,
  limits: { maxSteps: steps },
  state: { message: `The run reached its limit of ${steps} steps before it was finished.` },
});

describe('the limits of a workspace', () => {
  it('end its runs before the limits of the workflow and of the server do', async () => {
    const { runId } = await ask('short');
    const run = await untilFailed(runId);
    expect(run).toMatchObject(endsAfter(2));
    expect(run?.limits.maxActiveMs).toBe(60_000);
    expect(await untilFailed((await ask('long')).runId)).toMatchObject(endsAfter(3));
  });

  it('count for a message in a conversation of it, too', async () => {
    const { conversationId, runId } = await ask('short');
    await untilFailed(runId);
    const next = await sendMessage(app.services, localActor, { conversationId, text: 'Go on' });
    expect(await untilFailed(next.runId)).toMatchObject(endsAfter(2));
  });
});
