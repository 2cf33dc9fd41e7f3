import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor } from '../../domain/actor';
import { nextCursor } from '../../domain/cursor';
import { sampleCall } from '../../domain/fixtures/sample-run';
import { createId, type RunId } from '../../shared/ids';
import { countTurns } from '../../shared/testing/count-turns';
import { DamagedRow } from '../ports/damaged-row.port';
import { fillIn } from '../ports/listed.port';
import { StaleRun } from '../ports/run-store.port';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, fulfilled, refusals, toApproved, writeRuns } from '../testing/write-runs';

const sampleKey = { idempotencyKey: 'usr_local:one', requestHash: 'a' };

/** Tests the promises of `RunStore` on any database. */
export function describeRunStore(open: OpenStores): void {
  let stores: Stores;
  let write: ReturnType<typeof writeRuns>;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(async () => {
    await stores.clear();
    write = writeRuns(stores.runs);
  });
  afterAll(() => stores.close());

  describe('starting runs', () => {
    it('ten posts with one key start one run', async () => {
      const results = await atOnce(10, () => write.start({}, { key: sampleKey }));
      expect(refusals(results)).toEqual([]);
      expect(fulfilled(results).filter((answer) => answer.isNew)).toHaveLength(1);
      expect(new Set(fulfilled(results).map((answer) => answer.run.id)).size).toBe(1);
      expect(await stores.database.read.run.count()).toBe(1);
      expect(await stores.database.read.conversation.count()).toBe(1);
    });

    it('a key that comes again says whether its request is the same', async () => {
      expect(await stores.runs.findStarted(sampleKey)).toBeNull();
      const first = await write.start({}, { key: sampleKey });
      expect(first).toMatchObject({ isNew: true, isSameRequest: true });
      for (const [requestHash, isSameRequest] of [
        ['a', true],
        ['b', false],
      ] as const) {
        const key = { ...sampleKey, requestHash };
        expect(await stores.runs.findStarted(key)).toEqual({ run: first.run, isSameRequest });
        expect(await write.start({}, { key })).toEqual({ run: first.run, isNew: false, isSameRequest });
      }
    });

    it('one of ten starts in one conversation wins, and the others learn which', async () => {
      const { id } = await stores.conversations.create('Shared', 'main', localActor);
      const results = await atOnce(10, () => write.start({ conversationId: id }));
      const [winner] = fulfilled(results);
      expect(fulfilled(results)).toHaveLength(1);
      for (const refusal of refusals(results))
        expect(refusal).toMatchObject({ code: 'run_active', details: { runId: winner?.run.id } });
      expect((await stores.runs.listOfConversation(id)).items).toHaveLength(1);
    });

    it('the versions of many runs are found together, without those that are not there', async () => {
      const runs = [(await write.start()).run, (await write.start()).run];
      const ids = runs.map(({ id }) => id);
      const found = await stores.database.runReads.listVersions([...ids, createId('run')]);
      expect(new Map(found.map(({ id, version }) => [id, version]))).toEqual(
        new Map(runs.map(({ id, version }) => [id, version])),
      );
      expect(await stores.database.runReads.listVersions([])).toEqual([]);
    });

    it('a conversation makes room for the next run when its run has ended', async () => {
      const { run } = await write.start();
      await write.cancel(run);
      const next = await write.start({ conversationId: run.conversationId, createdAt: new Date() });
      expect(next.isNew).toBe(true);
      const listed = await stores.runs.listOfConversation(run.conversationId);
      expect(listed.items.map(({ id }) => id)).toEqual([run.id, next.run.id]);
    });

    it('a conversation’s runs follow each other page by page, also when they began at one time', async () => {
      const conversation = await stores.conversations.create('Long', 'main', localActor);
      const at = new Date('2026-03-01T12:00:00Z');
      const ids: RunId[] = [];
      for (let index = 0; index < 7; index += 1) {
        const change = { conversationId: conversation.id, createdAt: index < 5 ? at : new Date() };
        const { run } = await write.start({ ...change, kind: index === 3 ? 'direct' : 'agent' });
        await write.cancel(run);
        ids.push(run.id);
      }
      const all = (await stores.runs.listOfConversation(conversation.id)).items.map(({ id }) => id);
      expect(new Set(all)).toEqual(new Set(ids));
      expect(all.slice(5)).toEqual(ids.slice(5));
      const pages: RunId[] = [];
      for (let cursor: string | null = null; ; ) {
        const selection = { cursor, limit: 2 };
        const { items: page } = await stores.runs.listOfConversation(conversation.id, selection);
        if (page.length === 0) break;
        pages.unshift(...page.map(({ id }) => id));
        cursor = nextCursor(cursor, page.map(({ id, createdAt }) => ({ id, at: createdAt })).reverse());
      }
      expect(pages).toEqual(all);
      const sizes = await stores.runs.listSizes(conversation.id, { cursor: null, limit: 3 });
      expect(sizes.map(({ place }) => place?.id)).toEqual(all.toReversed().slice(0, 3));
      expect((await stores.runs.findLatest(conversation.id, 'direct'))?.id).toBe(ids[3]);
      expect((await stores.runs.findLatest(conversation.id, 'agent'))?.id).toBe(all.at(-1));
    });

    it('a run that cannot be read keeps its place in the list, and nobody takes another one for the latest', async () => {
      const { id: conversationId } = await stores.conversations.create('Damaged', 'main', localActor);
      const ids: RunId[] = [];
      for (let index = 0; index < 4; index += 1) {
        const { run } = await write.start({ conversationId, createdAt: new Date(index * 1_000) });
        await write.cancel(run);
        ids.push(run.id);
      }
      const damaged = [1, 3];
      await stores.database.write((transaction) =>
        transaction.run.updateMany({
          where: { id: { in: damaged.map((index) => ids[index] ?? '') } },
          data: { stateJson: 'not JSON' },
        }),
      );
      const listed = await stores.runs.listOfConversation(conversationId);
      expect(listed.items.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
      expect(listed.damaged.map(({ place }) => place)).toEqual(damaged);
      const all = { ...listed, items: listed.items.map((run): string => run.id) };
      expect(fillIn(all, ({ id }) => id)).toEqual(ids);
      const page = await stores.runs.listOfConversation(conversationId, { limit: 2 });
      expect(page).toMatchObject({ items: [{ id: ids[2] }], damaged: [{ id: ids[3], place: 1 }] });
      await expect(stores.runs.findLatest(conversationId, 'agent')).rejects.toThrow(ids[3]);
    });

    it('a conversation that waits for a signature names the request', async () => {
      const { run, approvalId } = await write.pending();
      await expect(write.start({ conversationId: run.conversationId })).rejects.toMatchObject({
        code: 'run_active',
        details: { runId: run.id, approvalId },
      });
    });

    it('a conversation that does not exist has no runs', async () => {
      const conversationId = createId('cnv');
      await expect(write.start({ conversationId })).rejects.toMatchObject({ code: 'not_found' });
      expect((await stores.runs.listOfConversation(conversationId)).items).toEqual([]);
      expect(await stores.runs.findLatest(conversationId, 'agent')).toBeNull();
    });

    it('the calls of a plan are stored with what was shown of them', async () => {
      const call = sampleCall({ id: createId('call') });
      const preview = [{ kind: 'text' as const, title: 'File', text: 'Shown in the form', language: null }];
      const { run } = await write.start({ plan: [call] }, { previews: new Map([[call.id, preview]]) });
      expect(await stores.calls.find(run.id, call.id)).toMatchObject({ preview });
      await write.append(run, [{ type: 'run_started' }]);
      expect(await stores.calls.find(run.id, call.id)).toMatchObject({ preview });
    });

    it('a plan that was queued before its calls had rows gets them when the run starts', async () => {
      const call = sampleCall({ id: createId('call') });
      const { run } = await write.start({ plan: [call] });
      await stores.database.write((transaction) => transaction.toolCall.deleteMany());
      await write.append(run, [{ type: 'run_started' }]);
      expect(await stores.calls.find(run.id, call.id)).toMatchObject({ preview: [] });
    });

    it('a run is read back as it was written, also after a restart', async () => {
      const { run } = await write.pending();
      stores = await stores.reopen();
      expect(await stores.runs.find(run.id)).toEqual(run);
      expect(await stores.runs.loadOpeningMessages(run.id)).toEqual([{ role: 'user', content: 'Please' }]);
      expect(await stores.runs.loadSystemPromptId(run.id)).toBe('default');
      const recorded = await stores.runs.listEvents(run.id);
      expect(recorded.map(({ version, event }) => [version, event.type])).toEqual([
        [1, 'run_created'],
        [2, 'run_started'],
        [3, 'tool_call_requested'],
      ]);
      expect(await stores.runs.listEvents(run.id, 2)).toEqual(recorded.slice(2));
      expect(await stores.runs.find(createId('run'))).toBeNull();
    });

    it('a long ledger is read in parts, whole and in order, and leaves turns to others', async () => {
      const steps = 6;
      const { run } = await write.worked(steps, { result: 'some words '.repeat(60_000) });
      const turns = await countTurns(async () => {
        const recorded = await stores.runs.listEvents(run.id);
        expect(recorded.map(({ version }) => version)).toEqual(
          Array.from({ length: run.version }, (_, index) => index + 1),
        );
        expect(await stores.runs.listEvents(run.id, 4)).toEqual(recorded.slice(4));
      });
      expect(turns).toBeGreaterThan(steps / 2);
    });

    it('parameters come back to the last key', async () => {
      const parameters = JSON.parse('{"__proto__":{"a":1},"constructor":[null,{"deep":0.1}]}');
      const { run } = await write.start({ parameters });
      expect(JSON.stringify((await stores.runs.find(run.id))?.parameters)).toBe(JSON.stringify(parameters));
    });
  });

  describe('writing to a run', () => {
    it('one of many decisions at one version wins, and the others get an error', async () => {
      const pending = await write.pending();
      const results = await atOnce(20, (index) => {
        const approve = toApproved(pending);
        const reject = { ...approve, decision: { decision: 'reject', reason: null } } as const;
        const event = index % 2 === 0 ? approve : reject;
        return stores.runs.commit(pending.run, [event], { actor: localActor, owner: null });
      });
      const [winner] = fulfilled(results);
      expect(fulfilled(results)).toHaveLength(1);
      for (const refusal of refusals(results)) expect(refusal).toBeInstanceOf(StaleRun);
      expect(await stores.runs.find(pending.run.id)).toEqual(winner);
      expect(await stores.runs.listEvents(pending.run.id, pending.run.version)).toHaveLength(1);
    });

    it('a write against an older version changes nothing', async () => {
      const { run } = await write.start();
      const after = await write.append(run, [{ type: 'run_started' }]);
      await expect(write.append(run, [{ type: 'run_started' }])).rejects.toBeInstanceOf(StaleRun);
      expect(await stores.runs.find(run.id)).toEqual(after);
      expect(await stores.runs.listEvents(run.id)).toHaveLength(after.version);
    });

    it('the answer of a run is a message of its conversation', async () => {
      const run = await write.answered('Title', {}, 'The answer.');
      const messages = await stores.database.read.message.findMany({ where: { runId: run.id } });
      expect(messages.map(({ author, text }) => [author, text])).toEqual([['assistant', 'The answer.']]);
    });

    it('continuing a run takes its conversation again, unless another run has it', async () => {
      const { run } = await write.start();
      const failed = await write.append(run, [
        { type: 'run_failed', code: 'provider_error', message: 'Gone', activeMs: 0, partialText: '' },
      ]);
      const other = await write.start({ conversationId: run.conversationId });
      const again = () => write.append(failed, [{ type: 'run_continued' }], localActor);
      await expect(again()).rejects.toMatchObject({ code: 'run_active', details: { runId: other.run.id } });
      await write.cancel(other.run);
      expect((await again()).state.status).toBe('calling_model');
      expect(await stores.conversations.find(run.conversationId)).toMatchObject({ activeRunId: run.id });
    });
  });

  it('a row that this version never wrote is refused by column and place, without its content', async () => {
    const { run } = await write.start();
    const damage = (stateJson: string) =>
      stores.database.write((transaction) =>
        transaction.run.update({ where: { id: run.id }, data: { stateJson } }),
      );
    await damage('{"status":"tool_ready","call":{"secret":"hunter2"}}');
    const refusal = await stores.runs.find(run.id).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DamagedRow);
    expect(String(refusal)).toMatch(/Run run_\w+: stateJson\.call\.id/);
    expect(String(refusal)).not.toContain('hunter2');
    await damage('{"status":');
    await expect(stores.runs.find(run.id)).rejects.toThrow('stateJson cannot be read, it is not JSON');
  });

  it('a ledger whose last events are missing is refused', async () => {
    const { run } = await write.start();
    const { id } = run;
    expect(await stores.runs.loadLedger(run)).toEqual(await stores.runs.listEvents(id));
    await expect(stores.runs.loadLedger({ id, version: 2 })).rejects.toThrow(
      `RunEvent ${id} 2: it is missing`,
    );
  });
}
