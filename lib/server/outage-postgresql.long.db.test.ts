import '../logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { call, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { localActor } from '../domain/actor';
import type { ModelRequest } from '../models/model.port';
import type { RunId } from '../shared/ids';
import { defineTool } from '../tools/define-tool';
import { createConversation } from '../use-cases/conversations';
import { sendMessage } from '../use-cases/send-message';
import { checkHealth } from '../use-cases/server-facts';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

/** Vitest fails at a rejection that nobody handles, so these tests also prove that there is none. */

const countOfRuns = 8;
const patience = { timeout: 60_000, interval: 50 };
const sentence = 'The letter is on its way.';

let server: TestServer;
let folder: string;
let app: App | undefined;
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-outage-'));
});
afterEach(async () => {
  await app?.shutDown();
  app = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Opens when `open` is called, for all who wait and all who come later. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The tool is not safe to repeat, so a second execution would be a fault. */
const sendLetter = (during: () => Promise<void>) =>
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
      await during();
      return {
        summary: sentence,
        modelText: sentence,
        detail: { kind: 'text', title: 'Letter', text: sentence, language: null },
      };
    },
  });

async function start(during: () => Promise<void>, beforeReply: () => Promise<void>): Promise<App> {
  const reply = async ({ messages }: ModelRequest) => {
    const isSent = JSON.stringify(messages).includes(sentence);
    if (!isSent) await beforeReply();
    return isSent ? 'It is sent.' : call('send_letter', {});
  };
  const { model } = scriptedModel(Array.from({ length: countOfRuns * 10 }, () => reply));
  return startApp({
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'files'),
      DATABASE_URL: await server.createDatabase(),
      MAX_WORKING_RUNS: String(countOfRuns),
    },
    tools: () => [sendLetter(during)],
    models: (settings) => ({ ...createModelSource({ model: null }, settings), ...scriptedSource(model) }),
  });
}

async function send({ services }: App): Promise<RunId> {
  const { id } = await createConversation(services, localActor, {});
  return (await sendMessage(services, localActor, { conversationId: id, text: 'Go' })).runId as RunId;
}

it.each([
  ['SIGQUIT', 'models answer'],
  ['SIGQUIT', 'tools run'],
  ['SIGKILL', 'models answer'],
  ['SIGKILL', 'tools run'],
] as const)(
  'PostgreSQL is ended by %s while %s: each run goes on when it is back, and each call runs once',
  async (signal, moment) => {
    const { open, opened } = createGate();
    let arrived = 0;
    let executions = 0;
    const wait = async (isHere: boolean) => {
      if (!isHere) return;
      arrived += 1;
      await opened;
    };
    const running = await start(
      async () => {
        executions += 1;
        await wait(moment === 'tools run');
      },
      () => wait(moment === 'models answer'),
    );
    app = running;
    const runIds: RunId[] = [];
    for (let run = 0; run < countOfRuns; run += 1) runIds.push(await send(running));
    await vi.waitFor(() => expect(arrived).toBe(countOfRuns), patience);

    await server.stopAtOnce(signal);
    open();
    const health = () => checkHealth(running.services, localActor);
    await vi.waitFor(async () => expect(await health()).toMatchObject({ status: 'degraded' }), patience);
    await server.start();

    const { runs } = running.services;
    for (const runId of runIds) {
      const ended = { status: 'completed', answer: 'It is sent.', endedBy: 'text' };
      await vi.waitFor(async () => expect((await runs.find(runId))?.state).toEqual(ended), patience);
      const types = (await runs.listEvents(runId)).map(({ event }) => event.type);
      expect(types.filter((type) => type === 'tool_started' || type === 'tool_finished')).toHaveLength(2);
    }
    expect(executions).toBe(countOfRuns);
    await vi.waitFor(async () => expect(await health()).toMatchObject({ status: 'ok' }), patience);
  },
  240_000,
);
