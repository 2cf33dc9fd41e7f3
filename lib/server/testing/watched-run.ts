import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decideAsShown } from '../../../tests/decide-as-shown';
import { call, type ScriptedReply, scriptedModel, scriptedSource } from '../../../tests/scripted-model';
import { type Actor, localActor } from '../../domain/actor';
import type { Run } from '../../domain/run';
import type { RunId } from '../../shared/ids';
import { createConversation } from '../../use-cases/conversations';
import { readMetrics } from '../../use-cases/read-metrics';
import { sendMessage } from '../../use-cases/send-message';
import { type App, startApp } from '../app';
import { createModelSource } from '../model-source';

/** This text is in every content of the run: nobody who watches a server may read it. */
export const marker = `marker${randomBytes(6).toString('hex')}`;
const usage = { input: 120, output: 30 };

/** These replies ask to write a file, and then say that it is written. */
const signedRun: ScriptedReply[] = [
  { content: call('write_file', { path: `${marker}.txt`, content: `${marker} inside` }), usage },
  { content: `I wrote ${marker}.`, usage },
];

/** Starts an app in a folder of its own, with these variables and a model that gives these replies. */
export async function openWatchedApp(environment: Record<string, string>, replies = signedRun) {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-watched-'));
  const { model } = scriptedModel(replies);
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
export async function playSignedRun(app: App, signer: Actor = localActor): Promise<Run> {
  const runId = await send(app);
  const waiting = await until(app, runId, 'awaiting_approval');
  if (waiting.state.status !== 'awaiting_approval') throw new Error('The run does not wait');
  await decideAsShown(app.services, signer, { approvalId: waiting.state.approvalId, decision: 'approve' });
  return until(app, runId, 'completed');
}

/** Starts a run in a conversation of its own. */
export async function send({ services }: App): Promise<RunId> {
  const { id } = await createConversation(services, localActor, {});
  const message = { conversationId: id, text: `Write ${marker}` };
  return (await sendMessage(services, localActor, message)).runId as RunId;
}

export async function until({ services }: App, runId: RunId, status: Run['state']['status']): Promise<Run> {
  for (;;) {
    const run = await services.runs.find(runId);
    if (run?.state.status === status) return run;
    await sleep(5);
  }
}

/** Reads the text format of Prometheus: one sample a line, by its name with its labels. */
export async function readFigures({ services }: App): Promise<Map<string, number>> {
  const { text } = await readMetrics(services, localActor);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const parts = /^([a-z_\d]+(?:\{(?:[a-z_\d]+="[^"\\]*",?)*\})?) (\S+)$/i.exec(line);
      if (!parts) throw new Error(`No sample: ${line}`);
      return [parts[1] ?? '', Number(parts[2])];
    }),
  );
}

/** Reads these figures of Countersign, whose names begin alike. */
export async function readOwnFigures(app: App, ...names: string[]): Promise<(number | undefined)[]> {
  const figures = await readFigures(app);
  return names.map((name) => figures.get(`countersign_${name}`));
}
