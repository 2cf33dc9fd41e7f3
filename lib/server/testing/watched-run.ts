import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decideAsShown } from '../../../tests/decide-as-shown';
import { call, scriptedModel, scriptedSource } from '../../../tests/scripted-model';
import { type Actor, localActor } from '../../domain/actor';
import type { Run } from '../../domain/run';
import type { RunId } from '../../shared/ids';
import { createConversation } from '../../use-cases/conversations';
import { sendMessage } from '../../use-cases/send-message';
import { type App, startApp } from '../app';
import { createModelSource } from '../model-source';

/** This text is in every content of the run: nobody who watches a server may read it. */
export const marker = `marker${randomBytes(6).toString('hex')}`;
const usage = { input: 120, output: 30 };

/** Starts an app in a folder of its own, with these variables and a model that asks to write a file. */
export async function openWatchedApp(environment: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-watched-'));
  const { model } = scriptedModel([
    { content: call('write_file', { path: `${marker}.txt`, content: `${marker} inside` }), usage },
    { content: `I wrote ${marker}.`, usage },
  ]);
  const app = await startApp({
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'files'),
      ...environment,
    },
    models: (settings) => ({ ...createModelSource({ model: null }, settings), ...scriptedSource(model) }),
  });
  return {
    app,
    async close() {
      await app.shutDown();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Plays a run of two model calls and one tool call, which a person signs. Returns the run at its end. */
export async function playSignedRun({ services }: App, signer: Actor = localActor): Promise<Run> {
  const { id } = await createConversation(services, localActor, {});
  const { runId } = await sendMessage(services, localActor, { conversationId: id, text: `Write ${marker}` });
  const waiting = await until(services, runId as RunId, 'awaiting_approval');
  if (waiting.state.status !== 'awaiting_approval') throw new Error('The run does not wait');
  await decideAsShown(services, signer, { approvalId: waiting.state.approvalId, decision: 'approve' });
  return until(services, runId as RunId, 'completed');
}

async function until({ runs }: App['services'], runId: RunId, status: Run['state']['status']): Promise<Run> {
  for (;;) {
    const run = await runs.find(runId);
    if (run?.state.status === status) return run;
    await sleep(5);
  }
}
