import '../logging/testing/quiet-log';
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, hang, type ScriptedReply, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import { isTerminal, type Run } from '../domain/run';
import { AppError } from '../shared/app-error';
import type { ConversationId, RunId } from '../shared/ids';
import { defineTool } from '../tools/define-tool';
import { createConversation } from '../use-cases/conversations';
import { sendMessage } from '../use-cases/send-message';
import { checkHealth } from '../use-cases/server-facts';
import { stopRun } from '../use-cases/steer-run';
import { watchRun } from '../use-cases/watch-run';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

let folder: string;
let app: App | undefined;
let executions: number;
const holders: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-outage-'));
  executions = 0;
});
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
  await app?.shutDown();
  app = undefined;
  await rm(folder, { recursive: true, force: true });
});

const databaseFile = () => path.join(folder, 'data', 'countersign.db');

/** Each function takes the database away and returns a function that gives it back. */
const outages = {
  /** Another process holds the write lock, as `sqlite3` with an open transaction would. */
  async busy() {
    const script = `const db = new (require('better-sqlite3'))(process.argv[1]);
      db.exec('BEGIN IMMEDIATE'); process.stdout.write('held'); process.stdin.resume();
      process.stdin.on('end', () => { db.exec('ROLLBACK'); process.exit(0); });`;
    const holder = spawn(process.execPath, ['-e', script, databaseFile()]);
    holders.push(holder);
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    return async () => {
      const ended = new Promise((resolve) => holder.once('exit', resolve));
      holder.stdin.end();
      await ended;
    };
  },
  async gone() {
    await rename(databaseFile(), `${databaseFile()}.away`);
    return () => rename(`${databaseFile()}.away`, databaseFile());
  },
  async log_gone() {
    const log = `${databaseFile()}-wal`;
    await rename(log, `${log}.away`);
    return () => rename(`${log}.away`, log);
  },
};
type Reason = keyof typeof outages;

/**
 * Takes the database away when the server gets to `begin`. `end` may be called from then on, and gives the
 * database back.
 */
function planOutage(reason: Reason = 'gone') {
  let taken: Promise<() => Promise<unknown>> | undefined;
  return {
    begin: () => {
      taken = outages[reason]();
      return taken;
    },
    end: async () => (await taken)?.(),
  };
}

/** The tool is not safe to repeat, so a second execution would be a fault. */
const sendLetter = (during: () => Promise<unknown>) =>
  defineTool({
    name: 'send_letter',
    description: 'Sends a letter.',
    parameters: z.strictObject({}),
    effect: 'reads',
    capability: 'Send letters',
    isIdempotent: false,
    assess: () => ({ risk: 'low', reason: 'A test.', refusal: null }),
    headline: () => 'Send a letter',
    run: async () => {
      executions += 1;
      await during();
      const text = 'The letter is on its way.';
      return {
        summary: text,
        modelText: text,
        detail: { kind: 'text', title: 'Letter', text, language: null },
      };
    },
  });

async function start(
  replies: ScriptedReply[],
  during: () => Promise<unknown> = async () => {},
): Promise<App> {
  const script = scriptedModel(replies);
  app = await startApp({
    environment: { DATA_DIR: path.join(folder, 'data'), WORKSPACE_DIR: path.join(folder, 'files') },
    tools: () => [sendLetter(during)],
    models: (settings) => ({
      ...createModelSource({ model: null }, settings),
      ...scriptedSource(script.model),
    }),
  });
  return app;
}

async function send({ services }: App): Promise<RunId> {
  const { id } = await createConversation(services, localActor, {});
  return (await sendMessage(services, localActor, { conversationId: id, text: 'Go' })).runId as RunId;
}

async function untilEnd({ services }: App, runId: RunId): Promise<Run> {
  for (;;) {
    const run = await services.runs.find(runId);
    if (run && (isTerminal(run.state.status) || run.state.status === 'outcome_unknown')) return run;
    await sleep(5);
  }
}

async function untilDegraded({ services }: App) {
  for (;;) {
    const health = await checkHealth(services, localActor);
    if (health.status === 'degraded') return health;
    await sleep(5);
  }
}

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error) => (error instanceof AppError ? [error.code, error.message] : error),
  );

const letter = call('send_letter', {});

describe.each<Reason>(['busy', 'gone', 'log_gone'])('while the database is %s', (reason) => {
  it.each(['the model answers', 'a tool runs'])(
    'runs wait when %s, and go on when it is back',
    async (moment) => {
      const outage = planOutage(reason);
      const isModel = moment === 'the model answers';
      const first = async () => {
        if (isModel) await outage.begin();
        return letter;
      };
      const { services } = await start([first, 'It is sent.'], async () => {
        if (!isModel) await outage.begin();
      });
      const running = app as App;
      const runId = await send(running);

      const health = await untilDegraded(running);
      expect(health.problem).toContain('The database cannot be written');
      expect(health.problem).toContain(path.join(folder, 'data'));
      const [code, message] = await refusalOf(createConversation(services, localActor, { title: 'Mine' }));
      expect([code, message]).toEqual([
        'database_unavailable',
        expect.stringContaining('Nothing was saved.'),
      ]);

      await outage.end();
      const run = await untilEnd(running, runId);
      expect([run.state, executions]).toEqual([
        { status: 'completed', answer: 'It is sent.', endedBy: 'text' },
        1,
      ]);
      expect(await checkHealth(services, localActor)).toMatchObject({ status: 'ok', problem: null });
      const list = await services.conversations.list({ search: 'Mine', cursor: null, limit: 5 });
      expect(list.items).toEqual([]);
    },
    90_000,
  );
});

describe('during an outage', () => {
  it('viewers are told what is wrong, and when it is over', async () => {
    // Reads go on, so the viewer may come at any moment of the outage.
    const outage = planOutage('busy');
    const { services } = await start([letter, 'It is sent.'], outage.begin);
    const runId = await send(app as App);
    const watching = new AbortController();
    const open = await watchRun(services, localActor, { runId, lastVersion: null });
    const told: unknown[] = [];
    for await (const { message } of open(watching.signal)) {
      if (message.type !== 'outage') continue;
      told.push(message.problem);
      if (message.problem === null) break;
      await outage.end();
    }
    watching.abort();
    expect(told).toEqual(['The database cannot be written: another program keeps it busy.', null]);
  });

  it('a stop interrupts what runs, and says that it was not saved', async () => {
    const outage = planOutage();
    let isInterrupted = false;
    const model: ScriptedReply = async ({ signal }) => {
      await outage.begin();
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isInterrupted = true;
      throw signal.reason;
    };
    const { services } = await start([model, hang]);
    const runId = await send(app as App);
    await untilDegraded(app as App);
    const stop = () => refusalOf(stopRun(services, localActor, { runId }));
    expect(await stop()).toEqual([
      'database_unavailable',
      expect.stringContaining('the stop could not be saved'),
    ]);
    while (!isInterrupted) await sleep(5);
    await outage.end();
    while ((await stop()) !== 'done') await sleep(5);
    expect((await untilEnd(app as App, runId)).state.status).toBe('cancelled');
  });

  it('the result of a tool is kept with its call when the run was stopped first', async () => {
    const outage = planOutage();
    const { services } = await start([letter, hang], outage.begin);
    const runId = await send(app as App);
    await untilDegraded(app as App);
    await outage.end();
    while ((await refusalOf(stopRun(services, localActor, { runId }))) !== 'done') await sleep(5);
    for (;;) {
      const events = await services.runs.listEvents(runId);
      if (events.some(({ event }) => event.type === 'tool_finished')) break;
      await sleep(5);
    }
    expect([(await services.runs.find(runId))?.state.status, executions]).toEqual(['cancelled', 1]);
  });

  it('what was saved before its log was removed is there after a kill', async () => {
    const { services } = await start([]);
    const { id } = await createConversation(services, localActor, { title: 'Saved' });
    await rm(`${databaseFile()}-wal`);
    expect((await untilDegraded(app as App)).problem).toMatch(
      /its log, the file that ends with -wal, was removed .*data\. Put the same file back, or stop Countersign and start it again/,
    );
    const killed = path.join(folder, 'killed');
    await cp(path.dirname(databaseFile()), killed, { recursive: true });
    const next = await startApp({
      environment: { DATA_DIR: killed, WORKSPACE_DIR: path.join(folder, 'files') },
    });
    expect((await next.services.conversations.find(id as ConversationId))?.title).toBe('Saved');
    await next.shutDown();
  });

  it('the server shuts down, and the next one does not repeat what was not stored', async () => {
    const outage = planOutage();
    await start([letter], outage.begin);
    const runId = await send(app as App);
    await untilDegraded(app as App);
    await app?.shutDown();
    await outage.end();
    const next = await start(['Never asked.']);
    expect([(await untilEnd(next, runId)).state.status, executions]).toEqual(['outcome_unknown', 1]);
  });
});
