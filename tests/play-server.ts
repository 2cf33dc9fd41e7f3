import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { modelToSave } from '../lib/db/testing/model-to-save';
import { localActor } from '../lib/domain/actor';
import { isTerminal, type Run } from '../lib/domain/run';
import type { Turn } from '../lib/llm/testing/personality';
import type { ReceivedRequest } from '../lib/llm/testing/scripted-server';
import type { App } from '../lib/server/app';
import type { RunId } from '../lib/shared/ids';
import { startWorkflowRun } from '../lib/use-cases/start-workflow-run';
import { decideAsShown } from './decide-as-shown';

const file = 'hello.md';
export const content = 'A "quoted" word, C:\\new\\table, {"a": [1]}\n\tGrüße 👋\n';
/** The text is short enough for one piece of a stream. */
const thoughts = 'One call.';
export const first: Turn = {
  thoughts,
  words: 'I will write the file.',
  call: { tool: 'write_file', parameters: { path: file, content } },
};
export const last: Turn = { thoughts, words: 'The file **hello.md** is written.', call: null };

export type Message = { content?: unknown };
export const hasResult = (messages: Message[]): boolean =>
  String(messages.at(-1)?.content).startsWith('[Result: write_file');

export const toTurn = ({ body }: ReceivedRequest): Turn =>
  hasResult(body['messages'] as Message[]) ? last : first;

/** Starts *Free request* with the model of this server. */
export async function startOn({ config, services }: App, baseUrl: string): Promise<RunId> {
  await rm(path.join(config.workspaces[0]?.folder ?? '', file), { force: true });
  const model = modelToSave({ baseUrl, model: 'test-model', apiKey: 'key-1234567890' });
  await services.settings.saveModel(model, localActor, { isDefault: true });
  const { runId } = await startWorkflowRun(services, localActor, {
    workflowId: 'free-request',
    parameters: { request: 'Write hello.md' },
  });
  return runId as RunId;
}

export type Played = { run: Run; signatures: number };

/** Plays a complete run, in which a person approves everything. */
export async function playOn(app: App, baseUrl: string): Promise<Played> {
  const runId = await startOn(app, baseUrl);
  for (let signatures = 0; ; await sleep(5)) {
    const run = await app.services.runs.find(runId);
    if (!run) throw new Error('The run is gone');
    if (isTerminal(run.state.status)) return { run, signatures };
    if (run.state.status !== 'awaiting_approval') continue;
    signatures += 1;
    const { approvalId } = run.state;
    await decideAsShown(app.services, localActor, { approvalId, decision: 'approve' });
  }
}

/** Returns the written file, byte for byte. */
export const readWritten = ({ config }: App): Promise<string> =>
  readFile(path.join(config.workspaces[0]?.folder ?? '', file), 'utf8');
