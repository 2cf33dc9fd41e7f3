import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localActor, systemActor } from '../domain/actor';
import { sampleCall, sampleRun } from '../domain/fixtures/sample-run';
import type { Run } from '../domain/run';
import { noWork, type RunEvent } from '../domain/run-event';
import { createId } from '../shared/ids';
import { createApprovalStore } from './approval-store';
import { createConversationStore } from './conversation-store';
import { type Database, openDatabase } from './database';
import { diffMigrations } from './migrations';
import { createRunStore } from './run-store';
import { type RunStore, StaleRun } from './run-store.port';
import { DamagedRow } from './stored-shapes';

let folder: string;
let database: Database;
let runs: RunStore;

const open = () =>
  openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir: path.resolve('prisma') });

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-db-'));
  database = await open();
  runs = createRunStore(database);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function create(
  change: Partial<Run> = {},
  options: { idempotencyKey?: string; isNewConversation?: boolean } = {},
) {
  const run = sampleRun(
    { status: 'queued' },
    { id: createId('run'), conversationId: createId('cnv'), version: 0, ...change },
  );
  return runs.create({
    run,
    conversationTitle: 'A title',
    isNewConversation: options.isNewConversation ?? true,
    message: 'Please',
    openingMessages: [{ role: 'user', content: 'Please' }],
    systemPrompt: { id: 'default', version: 1 },
    workflow: { id: 'w', revision: 'r', source: 's' },
    idempotencyKey: options.idempotencyKey ?? null,
  });
}

/** A run that waits for a signature. */
async function createPending() {
  const { run } = await create();
  const call = sampleCall({ id: createId('call') });
  const approvalId = createId('apr');
  const events: RunEvent[] = [
    { type: 'run_started' },
    {
      type: 'tool_call_requested',
      call,
      reply: '{}',
      commentary: '',
      approvalId,
      preview: [],
      foreseenError: null,
      activeMs: 1,
    },
  ];
  const committed = await runs.commit(run, events, { actor: systemActor, owner: null });
  return { run: committed.run, call, approvalId };
}

describe('the database', () => {
  it('runs with a write-ahead log and full durability, and migrates itself once', async () => {
    expect(database.durability).toEqual({ journalMode: 'wal', synchronous: 'FULL' });
    expect(database.appliedMigrations.length).toBeGreaterThan(0);
    await database.close();
    database = await open();
    expect(database.appliedMigrations).toEqual([]);
  });

  it('a failed write leaves nothing behind', async () => {
    const broken = database.write(async (transaction) => {
      await transaction.setting.create({ data: { key: 'k', valueJson: '1', updatedAt: new Date() } });
      throw new Error('on purpose');
    });
    await expect(broken).rejects.toThrow('on purpose');
    expect(await database.read.setting.count()).toBe(0);
  });

  it('a reader cannot write', async () => {
    const attempt = database.read.setting.create({
      data: { key: 'k', valueJson: '1', updatedAt: new Date() },
    });
    await expect(attempt).rejects.toThrow();
  });
});

describe('starting runs', () => {
  it('two posts with one key start one run', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({}, { idempotencyKey: 'usr_local:one' })),
    );
    expect(answers.filter((answer) => answer.isNew)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.run.id)).size).toBe(1);
    expect(await database.read.run.count()).toBe(1);
  });

  it('one run at a time in a conversation; ended, it makes room for the next', async () => {
    const { run } = await create();
    const second = { conversationId: run.conversationId };
    await expect(create(second, { isNewConversation: false })).rejects.toMatchObject({
      code: 'run_active',
      details: { runId: run.id },
    });
    await runs.commit(run, [{ type: 'run_cancelled', ...noWork }], { actor: localActor, owner: null });
    expect((await create(second, { isNewConversation: false })).isNew).toBe(true);
  });

  it('a run is read back as it was written', async () => {
    const { run } = await createPending();
    expect(await runs.find(run.id)).toEqual(run);
    expect(await runs.loadOpeningMessages(run.id)).toEqual([{ role: 'user', content: 'Please' }]);
    expect((await runs.listEvents(run.id)).map((event) => [event.version, event.event.type])).toEqual([
      [1, 'run_created'],
      [2, 'run_started'],
      [3, 'tool_call_requested'],
    ]);
  });
});

describe('writing to a run', () => {
  it('of many writers at one version one wins and the others are told', async () => {
    const { run, approvalId, call } = await createPending();
    const decide = (): Promise<unknown> =>
      runs.commit(
        run,
        [{ type: 'approval_decided', approvalId, callId: call.id, decision: { decision: 'approve' } }],
        { actor: localActor, owner: null },
      );
    const results = await Promise.allSettled(Array.from({ length: 20 }, decide));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StaleRun);
    expect(await runs.listEvents(run.id, run.version)).toHaveLength(1);
  });

  it('a driver that lost its lease cannot write', async () => {
    const { run } = await create();
    expect(await runs.claim(run.id, 'first', 60_000)).not.toBeNull();
    expect(await runs.claim(run.id, 'second', 60_000)).toBeNull();
    await runs.voidLeases();
    expect(await runs.claim(run.id, 'second', 60_000)).not.toBeNull();
    const late = runs.commit(run, [{ type: 'run_started' }], { actor: systemActor, owner: 'first' });
    await expect(late).rejects.toBeInstanceOf(StaleRun);
    expect(await runs.renewLease(run.id, 'first', 60_000)).toBe(false);
  });

  it('stopping a run withdraws its pending approval and frees the conversation', async () => {
    const { run, approvalId } = await createPending();
    await runs.commit(run, [{ type: 'run_cancelled', ...noWork }], { actor: localActor, owner: null });
    expect(await createApprovalStore(database).find(approvalId)).toMatchObject({
      status: 'withdrawn',
      decidedBy: 'You',
    });
    expect(await database.read.conversation.findFirst()).toMatchObject({ activeRunId: null });
  });

  it('pending approvals are rows: they are there after the database was closed and opened', async () => {
    const { approvalId } = await createPending();
    await database.close();
    database = await open();
    const approvals = createApprovalStore(database);
    expect(await approvals.countPending()).toBe(1);
    expect(await approvals.find(approvalId)).toMatchObject({
      status: 'pending',
      callHash: 'hash-of-the-call',
    });
  });

  it('pages of approvals follow each other without a gap', async () => {
    for (let index = 0; index < 7; index += 1) await createPending();
    const approvals = createApprovalStore(database);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof approvals.list>> = await approvals.list({
        filter: 'pending',
        search: null,
        cursor,
        limit: 3,
      });
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(7);
  });
});

describe('a deleted conversation', () => {
  it('is gone for everybody, can be brought back, and is removed for good later', async () => {
    const conversations = createConversationStore(database);
    const approvals = createApprovalStore(database);
    const { run } = await createPending();
    const id = run.conversationId;
    expect(await conversations.remove(id)).toBe(false);

    await runs.commit(run, [{ type: 'run_cancelled', ...noWork }], { actor: localActor, owner: null });
    expect(await conversations.remove(id)).toBe(true);
    expect(await conversations.remove(id)).toBe(false);
    expect(await conversations.find(id)).toBeNull();
    expect(await runs.find(run.id)).toBeNull();
    const all = { search: null, cursor: null, limit: 50 };
    expect((await conversations.list(all)).items).toEqual([]);
    expect((await approvals.list({ ...all, filter: 'decided' })).items).toEqual([]);
    await expect(create({ conversationId: id }, { isNewConversation: false })).rejects.toMatchObject({
      code: 'not_found',
    });

    expect(await conversations.purge(new Date(Date.now() - 60_000))).toBe(0);
    expect(await conversations.restore(id)).toBe(true);
    expect(await runs.find(run.id)).toMatchObject({ state: { status: 'cancelled' } });
    expect(await conversations.purge(new Date(Date.now() + 60_000))).toBe(0);

    await conversations.remove(id);
    expect(await conversations.purge(new Date(Date.now() + 60_000))).toBe(1);
    expect(await conversations.restore(id)).toBe(false);
  });
});

it('the migrations make what the schema says', async () => {
  const empty = new PrismaBetterSqlite3({ url: `file:${path.join(folder, 'empty.db')}` });
  expect(await diffMigrations(empty, path.resolve('prisma'))).toContain('empty migration');
});

describe('a row that this version never wrote', () => {
  it('is refused by column and place, and its content is not repeated', async () => {
    const { run } = await create();
    const damage = (stateJson: string) =>
      database.write(async (transaction) => {
        await transaction.run.update({ where: { id: run.id }, data: { stateJson } });
      });
    await damage('{"status":"tool_ready","call":{"secret":"hunter2"}}');
    const refusal = await runs.find(run.id).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DamagedRow);
    expect(String(refusal)).toMatch(/Run\.stateJson.*call\.id/);
    expect(String(refusal)).not.toContain('hunter2');
    await damage('{"status":');
    await expect(runs.find(run.id)).rejects.toThrow('it is not JSON');
  });

  it('parameters come back to the last key', async () => {
    const parameters = JSON.parse('{"__proto__":{"a":1},"constructor":[null,{"deep":0.1}]}');
    const { run } = await create({ parameters });
    expect(JSON.stringify((await runs.find(run.id))?.parameters)).toBe(JSON.stringify(parameters));
  });
});
