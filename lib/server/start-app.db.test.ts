import '../logging/testing/quiet-log';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { type Actor, localActor } from '../domain/actor';
import { isTerminal, type Run } from '../domain/run';
import { builtInRules } from '../policy/built-in-rules';
import type { RunId } from '../shared/ids';
import { defineTool } from '../tools/define-tool';
import { createConversation } from '../use-cases/conversations';
import { sendMessage } from '../use-cases/send-message';
import { type App, type StartOptions, startApp } from './app';
import { createModelSource } from './model-source';

let folder: string;
const apps: App[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-start-'));
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string, options: StartOptions = {}): Promise<App> {
  const environment = {
    DATA_DIR: path.join(folder, name, 'data'),
    WORKSPACE_DIR: path.join(folder, name, 'files'),
  };
  const app = await startApp({ environment, ...options });
  apps.push(app);
  return app;
}

/** The app's own lists do not have this tool. */
const countWords = defineTool({
  name: 'count_words',
  description: 'Counts the words of a text.',
  parameters: z.strictObject({ text: z.string().describe('The text.') }),
  effect: 'reads',
  capability: 'Count words',
  isIdempotent: true,
  assess: () => ({ risk: 'low', reason: 'Only counts.', refusal: null }),
  headline: () => 'Count the words of a text',
  run: async ({ text }) => {
    const count = String(text.split(' ').length);
    return {
      summary: count,
      modelText: count,
      detail: { kind: 'text', title: 'Words', text: count, language: null },
    };
  },
});

async function send({ services }: App, text: string) {
  const { id } = await createConversation(services, localActor, {});
  return sendMessage(services, localActor, { conversationId: id, text });
}

/** Waits until the run is in a state of this kind. */
async function until<State extends Run['state']>(
  { services }: App,
  runId: string,
  isThere: (state: Run['state']) => state is State,
): Promise<State> {
  for (;;) {
    const run = await services.runs.find(runId as RunId);
    if (run && isThere(run.state)) return run.state;
    await sleep(5);
  }
}
const hasEnded = (state: Run['state']): state is Run['state'] => isTerminal(state.status);
const waits = (state: Run['state']): state is Extract<Run['state'], { status: 'awaiting_approval' }> =>
  state.status === 'awaiting_approval';
/** Replaces the app's own models by models from a script. */
const scripted =
  (script: ReturnType<typeof scriptedModel>): NonNullable<StartOptions['models']> =>
  (settings) => ({ ...createModelSource({ model: null }, settings), ...scriptedSource(script.model) });

describe('an app that other code starts', () => {
  it('offers the tools it was given, and runs them with the models it was given', async () => {
    const script = scriptedModel([call('count_words', { text: 'one two three' }), 'Three words.']);
    const app = await start('own', {
      tools: () => [countWords],
      models: scripted(script),
    });
    const { runId } = await send(app, 'How many words?');
    expect(await until(app, runId, hasEnded)).toMatchObject({ status: 'completed', answer: 'Three words.' });
    const [first, second] = script.requests;
    expect(first?.[0]?.content).toContain('## count_words');
    expect(first?.[0]?.content).not.toContain('## read_file');
    expect(second?.at(-1)?.content).toBe('[Result: count_words, step 1, ok]\n```\n3\n```');
    script.expectUsedUp();
  });

  it('asks by the rules it was given: two people sign before the call runs', async () => {
    const script = scriptedModel([call('write_file', { path: 'a.txt', content: 'one' }), 'Done.']);
    const rules = builtInRules.map((rule) => ({ ...rule, signatures: 2 }));
    const app = await start('two', { rules, models: scripted(script) });
    const { runId } = await send(app, 'Write a file.');
    const { approvalId } = await until(app, runId, waits);
    const approveAs = async (name: string) => {
      const actor: Actor = { id: `usr_${name.toLowerCase()}`, name, role: 'admin' };
      await app.services.actors.seed(actor);
      return decideAsShown(app.services, actor, { approvalId, decision: 'approve' });
    };
    expect(await approveAs('Ann')).toMatchObject({
      status: 'pending',
      signatures: { given: 1, needed: 2, isYours: true },
    });
    expect(await approveAs('Ben')).toMatchObject({ status: 'approved', decidedBy: 'Ben' });
    expect(await until(app, runId, hasEnded)).toMatchObject({ status: 'completed', answer: 'Done.' });
    expect(await readFile(path.join(folder, 'two', 'files', 'a.txt'), 'utf8')).toBe('one');
    script.expectUsedUp();
  });

  it('names a rule without an id by its place, in the stored verdict', async () => {
    const script = scriptedModel([call('write_file', { path: 'a.txt', content: 'one' })]);
    const rules = builtInRules.map(({ id: _id, ...rule }) => rule);
    const app = await start('nameless', { rules, models: scripted(script) });
    const { runId } = await send(app, 'Write a file.');
    const { verdict } = (await until(app, runId, waits)).call;
    expect(verdict.ruleId).toBe(`rule_${rules.length}`);
  });

  it('has the built-in tools by default, and another one can run beside it', async () => {
    const [one, other] = [await start('one'), await start('other')];
    expect(await one.services.toolbox.names()).toContain('write_file');
    await createConversation(one.services, localActor, {});
    const list = (app: App) => app.services.conversations.list({ search: null, cursor: null, limit: 5 });
    expect((await list(other)).items).toEqual([]);
  });

  it('says why it does not start, and leaves its data folder free, even if a part of it cannot be closed', async () => {
    const models: StartOptions['models'] = (settings) => ({
      ...createModelSource({ model: null }, settings),
      close: () => Promise.reject(new Error('cannot close')),
    });
    await expect(start('stuck', { models, tools: () => [countWords, countWords] })).rejects.toThrow(
      'same name',
    );
    expect(await (await start('stuck')).services.toolbox.names()).toContain('write_file');
  });

  it('does not start with two tools of one name, and leaves its data folder free', async () => {
    await expect(start('twice', { tools: () => [countWords, countWords] })).rejects.toThrow('same name');
    expect(await (await start('twice')).services.toolbox.names()).not.toContain('count_words');
  });
});

describe('settings that cannot be read', () => {
  it.each([
    ['bytes in place of text', "UPDATE Setting SET valueJson = x'00ff'"],
    ['a time that is none', "UPDATE Setting SET updatedAt = 'yesterday'"],
    ['no JSON', "UPDATE Setting SET valueJson = '{'"],
  ])('let the app start: %s', async (_, damage) => {
    const first = await start('damaged');
    await first.services.settings.chooseModel('demo', localActor);
    await first.services.modelChecks.noteSchemaRefused({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' });
    await first.shutDown();
    apps.splice(0);
    const database = new Sqlite(path.join(folder, 'damaged', 'data', 'countersign.db'));
    expect(database.prepare(damage).run().changes).toBe(2);
    database.close();
    const again = await start('damaged');
    expect((await again.services.models.list()).map(({ id }) => id)).toContain('demo');
  });
});
