import '../logging/testing/quiet-log';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call, type ScriptedReply, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { type Actor, localActor } from '../domain/actor';
import { createId, type RunId } from '../shared/ids';
import { createConversation } from '../use-cases/conversations';
import { getRun } from '../use-cases/get-run';
import { sendMessage } from '../use-cases/send-message';
import { checkHealth } from '../use-cases/server-facts';
import { stopRun } from '../use-cases/steer-run';
import { watchRun } from '../use-cases/watch-run';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

let folder: string;
let app: App;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-working-'));
});
afterEach(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

/** Starts an app in which one run works at a time, unless the environment says otherwise. */
async function start(replies: ScriptedReply[], environment: Record<string, string> = {}): Promise<App> {
  const { model } = scriptedModel(replies);
  app = await startApp({
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'files'),
      MAX_WORKING_RUNS: '1',
      ...environment,
    },
    models: (settings) => ({
      ...createModelSource({ model: null }, settings),
      ...scriptedSource(model),
    }),
  });
  return app;
}

/** Starts an app with the workspaces `narrow`, in which one run works at a time, and `wide`. */
async function startTwoWorkspaces(replies: ScriptedReply[]): Promise<App> {
  const spaces = path.join(folder, 'spaces.yaml');
  for (const name of ['narrow', 'wide']) await mkdir(path.join(folder, name));
  await writeFile(
    spaces,
    '- { id: narrow, name: Narrow, folder: narrow, limits: { workingRuns: 1 } }\n- { id: wide, name: Wide, folder: wide }\n',
  );
  return start(replies, { WORKSPACES_FILE: spaces, MAX_WORKING_RUNS: '4' });
}

async function send(actor = localActor, workspaceId?: string): Promise<RunId> {
  const { id } = await createConversation(app.services, actor, { workspaceId });
  return (await sendMessage(app.services, actor, { conversationId: id, text: 'Go' })).runId as RunId;
}

const statusOf = async (runId: RunId) => (await app.services.runs.find(runId))?.state.status;
async function until(runId: RunId, status: string): Promise<void> {
  while ((await statusOf(runId)) !== status) await sleep(5);
}

/** Creates a reply that comes when the test says so. */
function heldReply() {
  let give: (text: string) => void = () => {};
  const text = new Promise<string>((resolve) => {
    give = resolve;
  });
  let isAsked = false;
  const reply: ScriptedReply = async ({ signal }) => {
    isAsked = true;
    const stopped = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
    return Promise.race([text, stopped]);
  };
  const untilAsked = async () => {
    while (!isAsked) await sleep(5);
  };
  return { reply, untilAsked, give: () => give('Done.') };
}

const waitingForTurn = {
  message: 'Waiting for another run to finish',
  place: 1,
  since: expect.any(String),
  isWork: false,
};

describe('more runs than may work at once', () => {
  it('wait for their turn, say so, and go on when another one has finished', async () => {
    const held = heldReply();
    const { services } = await start([held.reply, 'Second.', 'Third.']);
    const first = await send();
    await held.untilAsked();
    const [second, third] = [await send(), await send()];
    expect((await getRun(services, localActor, { runId: second })).wait).toEqual(waitingForTurn);
    expect((await getRun(services, localActor, { runId: first })).wait ?? null).toBe(null);
    expect(await checkHealth(services, localActor)).toMatchObject({ activeRuns: 3, waitingRuns: 2 });
    expect([await statusOf(second), await statusOf(third)]).toEqual(['queued', 'queued']);
    held.give();
    await until(third, 'completed');
    const answers = await Promise.all([first, second, third].map((runId) => services.runs.find(runId)));
    expect(answers.map((run) => run?.state)).toMatchObject([
      { answer: 'Done.' },
      { answer: 'Second.' },
      { answer: 'Third.' },
    ]);
    expect(await checkHealth(services, localActor)).toMatchObject({ waitingRuns: 0 });
  });

  it('take turns: the first run of one person comes before the second of another, and all see their places', async () => {
    const held = heldReply();
    const { services } = await start([held.reply, 'Mine.', 'Theirs.', 'Mine, too.']);
    const colleague: Actor = { ...localActor, id: createId('usr'), name: 'A colleague' };
    await services.actors.seed(colleague);
    await send();
    await held.untilAsked();
    const [mine, mineToo, theirs] = [await send(), await send(), await send(colleague)];
    const placeOf = async (runId: RunId) =>
      (await getRun(services, localActor, { runId })).wait?.place ?? null;
    const places = () => Promise.all([mine, theirs, mineToo].map(placeOf));
    await expect.poll(places).toEqual([1, 2, 3]);

    const watching = new AbortController();
    const seen: (number | null)[] = [];
    const stream = (await watchRun(services, localActor, { runId: mineToo, lastVersion: null }))(
      watching.signal,
    );
    await stream.next();
    held.give();
    for await (const { message } of stream) {
      if (message.type === 'waiting') seen.push(message.wait?.place ?? null);
      if (message.type === 'event' && message.name === 'text_replied') break;
    }
    watching.abort();
    expect(seen[0]).toBe(3);
    expect(seen.at(-1)).toBe(null);
    const answers = await Promise.all([mine, theirs, mineToo].map((runId) => services.runs.find(runId)));
    expect(answers.map((run) => run?.state)).toMatchObject([
      { answer: 'Mine.' },
      { answer: 'Theirs.' },
      { answer: 'Mine, too.' },
    ]);
  });

  it('a run that waits for a signature keeps nobody out, and waits for its turn when it is signed', async () => {
    const held = heldReply();
    const write = call('write_file', { path: 'a.txt', content: 'x' });
    const { services } = await start([write, held.reply, 'Written.']);
    const signed = await send();
    await until(signed, 'awaiting_approval');
    const other = await send();
    await held.untilAsked();

    const watching = new AbortController();
    const stream = (await watchRun(services, localActor, { runId: signed, lastVersion: null }))(
      watching.signal,
    );
    await stream.next();
    const run = await services.runs.find(signed);
    const approvalId = run?.state.status === 'awaiting_approval' ? run.state.approvalId : '';
    await decideAsShown(services, localActor, { approvalId, decision: 'approve' });
    let last: unknown;
    for await (const { message } of stream) {
      last = message.type === 'event' ? message.name : last;
      if (message.type === 'waiting' && last === 'approval_decided') {
        expect(message.wait).toEqual(waitingForTurn);
        break;
      }
    }
    watching.abort();
    expect(await statusOf(signed)).toBe('tool_ready');
    held.give();
    await until(signed, 'completed');
    expect(await statusOf(other)).toBe('completed');
  });

  it('a run that is stopped while it waits never works, and leaves nothing behind', async () => {
    const held = heldReply();
    const { services } = await start([held.reply, 'Third.']);
    const first = await send();
    await held.untilAsked();
    const [second, third] = [await send(), await send()];
    await stopRun(services, localActor, { runId: second });
    expect((await getRun(services, localActor, { runId: second })).wait ?? null).toBe(null);
    held.give();
    await until(third, 'completed');
    expect([await statusOf(first), await statusOf(second)]).toEqual(['completed', 'cancelled']);
    while (services.installation.countActiveRuns() > 0) await sleep(5);
    expect((await services.servers.findQueue()).length).toBe(0);
    expect(await services.servers.countLeases()).toEqual(new Map());
  });

  it('get their turn after a restart, the oldest first', async () => {
    const held = heldReply();
    await start([held.reply]);
    const runIds = [await send()];
    await held.untilAsked();
    runIds.push(await send(), await send());
    await app.shutDown();
    const { services } = await start(['First.', 'Second.', 'Third.']);
    for (const runId of runIds) await until(runId, 'completed');
    const answers = await Promise.all(runIds.map((runId) => services.runs.find(runId)));
    expect(answers.map((run) => run?.state)).toMatchObject([
      { answer: 'First.' },
      { answer: 'Second.' },
      { answer: 'Third.' },
    ]);
  });
});

describe('more runs than may work at once in a workspace', () => {
  it('wait for their turn while runs of another workspace work, and go on when one has finished', async () => {
    const held = heldReply();
    const { services } = await startTwoWorkspaces([held.reply, 'Elsewhere.', 'Second.']);
    const first = await send(localActor, 'narrow');
    await held.untilAsked();
    const second = await send(localActor, 'narrow');
    await until(await send(localActor, 'wide'), 'completed');
    expect([await statusOf(first), await statusOf(second)]).toEqual(['calling_model', 'queued']);
    expect((await getRun(services, localActor, { runId: second })).wait).toEqual(waitingForTurn);
    held.give();
    await until(second, 'completed');
    expect((await services.runs.find(second))?.state).toMatchObject({ answer: 'Second.' });
    expect(await checkHealth(services, localActor)).toMatchObject({ waitingRuns: 0 });
  });
});
