import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localActor, systemActor } from '../../domain/actor';
import { nextCursor } from '../../domain/cursor';
import { sampleCall } from '../../domain/fixtures/sample-run';
import type { Run } from '../../domain/run';
import { createId, type RunId } from '../../shared/ids';
import { countTurns } from '../../shared/testing/count-turns';
import { createRunStore } from '../ledger/run-store';
import { DamagedRow } from '../ports/damaged-row.port';
import { fillIn } from '../ports/listed.port';
import { type RunStore, StaleRun, type TakenRun } from '../ports/run-store.port';
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
      const { id } = await stores.conversations.create('Shared', localActor);
      const results = await atOnce(10, () => write.start({ conversationId: id }));
      const [winner] = fulfilled(results);
      expect(fulfilled(results)).toHaveLength(1);
      for (const refusal of refusals(results))
        expect(refusal).toMatchObject({ code: 'run_active', details: { runId: winner?.run.id } });
      expect((await stores.runs.listOfConversation(id)).items).toHaveLength(1);
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
      const conversation = await stores.conversations.create('Long', localActor);
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
      const { id: conversationId } = await stores.conversations.create('Damaged', localActor);
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

  describe('the lease of a run', () => {
    it('one of ten drivers that claim a run gets it', async () => {
      const { run } = await write.start();
      const results = await atOnce(10, (index) => stores.runs.claim(run.id, `owner-${index}`, 60_000));
      expect(refusals(results)).toEqual([]);
      expect(fulfilled(results).filter((claimed) => claimed !== null)).toHaveLength(1);
    });

    it('its owner may claim again, and others only once it is released or has expired', async () => {
      const { run } = await write.start();
      expect(await stores.runs.claim(run.id, 'first', 60_000)).toMatchObject({ run, lostActiveMs: 0 });
      expect(await stores.runs.claim(run.id, 'first', 60_000)).not.toBeNull();
      expect(await stores.runs.claim(run.id, 'second', 60_000)).toBeNull();
      await stores.runs.releaseLease(run.id, 'second');
      expect(await stores.runs.claim(run.id, 'second', 60_000)).toBeNull();
      await stores.runs.releaseLease(run.id, 'first');
      expect(await stores.runs.claim(run.id, 'second', -1)).not.toBeNull();
      expect(await stores.runs.claim(run.id, 'third', 60_000)).not.toBeNull();
      expect(await stores.runs.claim(createId('run'), 'third', 60_000)).toBeNull();
    });

    it('who takes it next learns how long the driver before had worked since the last event, released or dead', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'first', 60_000);
      const started = await stores.runs.commit(run, [{ type: 'run_started' }], {
        actor: systemActor,
        owner: 'first',
      });
      const afterStart = (ms: number) => new Date(started.updatedAt.getTime() + ms);
      await stores.runs.releaseLease(run.id, 'first', afterStart(5_000));
      expect(await stores.runs.claim(run.id, 'second', -1)).toMatchObject({ lostActiveMs: 5_000 });
      // The driver does not know its run yet, and waiting is no work.
      await stores.runs.renewLease(run.id, 'second', -1);
      expect(await stores.runs.claim(run.id, 'second', -1)).toMatchObject({ lostActiveMs: 5_000 });
      await stores.runs.renewLease(run.id, 'second', -1, afterStart(7_000));
      expect(await stores.runs.claim(run.id, 'third', 60_000)).toMatchObject({ lostActiveMs: 7_000 });
      await stores.runs.releaseLease(run.id, 'third');
      expect(await stores.runs.claim(run.id, 'fourth', 60_000)).toMatchObject({ lostActiveMs: 0 });
    });

    it('a driver that lost it cannot write or renew it', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'first', -1);
      await stores.runs.claim(run.id, 'second', 60_000);
      const late = stores.runs.commit(run, [{ type: 'run_started' }], { actor: systemActor, owner: 'first' });
      await expect(late).rejects.toBeInstanceOf(StaleRun);
      expect(await stores.runs.renewLease(run.id, 'first', 60_000)).toBe(false);
      expect(await stores.runs.renewLease(run.id, 'second', 60_000)).toBe(true);
    });
  });

  describe('machines whose clocks differ by an hour', () => {
    /** Acts on a machine whose clock is so many hours ahead. */
    const at = async <T>(hours: number, work: (runs: RunStore) => Promise<T>): Promise<T> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      return work(createRunStore(stores.database)).finally(() => vi.useRealTimers());
    };
    const claim = (runId: RunId, owner: string) => (runs: RunStore) => runs.claim(runId, owner, 60_000);
    const undriven = (runs: RunStore) => runs.listUndriven();

    it.each([-1, 1])('agree on who holds a run that was claimed %d h away', async (hours) => {
      const { run } = await write.start();
      expect(await at(hours, claim(run.id, 'first'))).not.toBeNull();
      for (const other of [0, -hours]) {
        expect(await at(other, claim(run.id, 'second'))).toBeNull();
        expect(await at(other, undriven)).toEqual([]);
      }
      expect(await at(hours, (runs) => runs.renewLease(run.id, 'first', -1))).toBe(true);
      for (const other of [0, -hours]) expect(await at(other, undriven)).toEqual([run.id]);
      expect(await at(-hours, claim(run.id, 'second'))).not.toBeNull();
      expect(await at(hours, claim(run.id, 'first'))).toBeNull();
    });

    it.each([-1, 1])('agree on who holds a run that a commit took %d h away', async (hours) => {
      const { run } = await at(hours, (runs) => {
        const reserve = () => ({ owner: 'first', leaseMs: 60_000, take: () => {}, decline: () => {} });
        runs.driveWith({ dispatch: () => {}, reserve });
        return writeRuns(runs).start();
      });
      for (const other of [0, -hours]) {
        expect(await at(other, claim(run.id, 'second'))).toBeNull();
        expect(await at(other, undriven)).toEqual([]);
      }
    });
  });

  describe('a run without a driver', () => {
    const undriven = () => stores.runs.listUndriven();

    it('is listed from the commit that asked for one until a driver takes it, oldest first', async () => {
      const at = (second: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
      const newer = await write.start(at(2));
      const older = await write.start(at(1));
      const waiting = await write.pending();
      await write.answered('Title', {}, 'Done.');
      stores = await stores.reopen();
      expect(await undriven()).toEqual([older.run.id, newer.run.id]);
      await stores.runs.claim(older.run.id, 'driver', 60_000);
      expect(await undriven()).toEqual([newer.run.id]);
      await writeRuns(stores.runs).append(waiting.run, [toApproved(waiting)], localActor);
      expect(await undriven()).toEqual([newer.run.id, waiting.run.id]);
    });

    it('is not listed once it is stopped, and a commit that lost lists nothing', async () => {
      const pending = await write.pending();
      await write.append(pending.run, [toApproved(pending)], localActor);
      const { run } = await write.start();
      await write.cancel(run);
      expect(await undriven()).toEqual([pending.run.id]);
      await stores.runs.claim(pending.run.id, 'driver', 60_000);
      await expect(write.append(pending.run, [toApproved(pending)], localActor)).rejects.toThrow();
      await stores.runs.releaseLease(pending.run.id, 'other');
      expect(await undriven()).toEqual([]);
    });

    it('is listed when its driver gives it back unfinished, or dies', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'driver', 60_000);
      const by = { actor: systemActor, owner: 'driver' };
      await stores.runs.commit(run, [{ type: 'run_started' }], by);
      expect(await undriven()).toEqual([]);
      await stores.runs.releaseLease(run.id, 'driver');
      expect(await undriven()).toEqual([run.id]);
      await stores.runs.claim(run.id, 'next', 60_000);
      expect(await undriven()).toEqual([]);
      await stores.runs.renewLease(run.id, 'next', -1);
      expect(await undriven()).toEqual([run.id]);
    });

    it('is not listed when its driver gives it back finished', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'driver', -1);
      const ended = [{ type: 'run_started' }, { type: 'text_replied', text: 'Done.', activeMs: 1 }] as const;
      await stores.runs.commit(run, ended, { actor: systemActor, owner: 'driver' });
      await stores.runs.releaseLease(run.id, 'driver');
      expect(await undriven()).toEqual([]);
    });

    it('is dispatched once for each commit that asks for a driver', async () => {
      const seen: Promise<Run | null>[] = [];
      const runs = createRunStore(stores.database);
      runs.driveWith({ dispatch: (runId) => seen.push(stores.runs.find(runId)), reserve: () => null });
      const served = writeRuns(runs);
      const { run } = await served.start({}, { key: sampleKey });
      await served.start({}, { key: sampleKey });
      await runs.claim(run.id, 'driver', 60_000);
      await runs.commit(run, [{ type: 'run_started' }], { actor: systemActor, owner: 'driver' });
      await expect(served.append(run, [{ type: 'run_started' }])).rejects.toThrow();
      expect(await Promise.all(seen)).toEqual([run]);
    });
  });

  describe('a driver of this process', () => {
    it('is found once someone offers it, and a commit before that leaves a request', async () => {
      const runs = createRunStore(stores.database);
      const { run } = await writeRuns(runs).start();
      expect(run.state.status).toBe('queued');
      const taken: RunId[] = [];
      const reserve = () => ({
        owner: 'driver',
        leaseMs: 60_000,
        take: (begun: TakenRun) => taken.push(begun.run.id),
        decline: () => {},
      });
      runs.driveWith({ dispatch: () => {}, reserve });
      const later = await writeRuns(runs).start();
      expect(taken).toEqual([later.run.id]);
      expect(await stores.runs.listUndriven()).toEqual([run.id]);
    });

    /** Creates a store whose driver notes what happens to its reservations. */
    const withDriver = () => {
      const noted: string[] = [];
      const taken: TakenRun[] = [];
      const runs = createRunStore(stores.database);
      runs.driveWith({
        dispatch: () => noted.push('dispatched'),
        reserve: () => ({
          owner: 'driver',
          leaseMs: 60_000,
          take: (run) => {
            noted.push('taken');
            taken.push(run);
          },
          decline: () => noted.push('declined'),
        }),
      });
      return { runs, noted, taken, served: writeRuns(runs) };
    };
    const typesOf = async (runId: RunId) =>
      (await stores.runs.listEvents(runId)).map(({ event, by }) => `${event.type} by ${by}`);

    it('takes a new run in the commit that makes it, and has begun', async () => {
      const { runs, noted, taken, served } = withDriver();
      const { run } = await served.start({}, { key: sampleKey });
      await served.start({}, { key: sampleKey });
      expect(noted).toEqual(['taken', 'declined']);
      const openingMessages = [{ role: 'user', content: 'Please' }];
      const recorded = await stores.runs.listEvents(run.id);
      expect(taken).toEqual([{ run, ledger: { openingMessages, recorded } }]);
      expect(await runs.find(run.id)).toEqual(run);
      expect(run.state.status).toBe('calling_model');
      expect(await stores.runs.renewLease(run.id, 'driver', 60_000)).toBe(true);
      expect(await stores.runs.listUndriven()).toEqual([]);
      await stores.runs.renewLease(run.id, 'driver', -1);
      expect(await stores.runs.listUndriven()).toEqual([run.id]);
    });

    it('takes a run in a commit whose events are reduced once', async () => {
      const pending = await write.pending();
      const { runs, noted } = withDriver();
      let rounds = 0;
      const events = [toApproved(pending)];
      const counted = Object.defineProperty(events, Symbol.iterator, {
        value: () => {
          rounds += 1;
          return events.values();
        },
      });
      await runs.commit(pending.run, counted, { actor: localActor, owner: null });
      expect(noted).toEqual(['taken']);
      expect(rounds).toBe(1);
    });

    it('gets what the writer of the commit has read, and what the commit adds', async () => {
      const pending = await write.pending();
      const { runs, taken } = withDriver();
      const { id } = pending.run;
      const openingMessages = await runs.loadOpeningMessages(id);
      const ledger = { openingMessages, recorded: await runs.listEvents(id) };
      const run = await runs.commit(pending.run, [toApproved(pending)], {
        actor: localActor,
        owner: null,
        ledger,
      });
      expect(taken).toEqual([{ run, ledger: { openingMessages, recorded: await runs.listEvents(id) } }]);
    });

    it('starts the call in the commit of the signature that completes an approval', async () => {
      const pending = await write.pending();
      const { noted, taken, served } = withDriver();
      const run = await served.append(pending.run, [toApproved(pending)], localActor);
      expect(run.state).toEqual({ status: 'tool_running', call: pending.call });
      expect(taken).toEqual([{ run, ledger: null }]);
      expect((await typesOf(run.id)).slice(-2)).toEqual([
        `approval_decided by ${localActor.id}`,
        `tool_started by ${systemActor.id}`,
      ]);
      expect(await stores.approvals.find(pending.approvalId)).toMatchObject({ status: 'approved' });
      expect(await stores.runs.claim(run.id, 'other', 60_000)).toBeNull();
      expect(noted).toEqual(['taken']);
    });

    it('is not needed for a refusal that ends the run, or for what another writer was faster with', async () => {
      const pending = await write.pending();
      const { noted, served } = withDriver();
      const refused = { decision: 'reject', reason: null } as const;
      await served.append(pending.run, [{ ...toApproved(pending), decision: refused }], localActor);
      expect(noted).toEqual([]);
      await expect(served.append(pending.run, [toApproved(pending)], localActor)).rejects.toThrow(StaleRun);
      expect(noted).toEqual(['declined']);
    });

    it('of ten approvals at once, one is recorded and starts the call', async () => {
      const pending = await write.pending();
      const { noted, served } = withDriver();
      const results = await atOnce(10, () => served.append(pending.run, [toApproved(pending)], localActor));
      expect(fulfilled(results)).toHaveLength(1);
      expect(noted.filter((note) => note === 'taken')).toHaveLength(1);
      const started = (await typesOf(pending.run.id)).filter((event) => event.startsWith('tool_started'));
      expect(started).toHaveLength(1);
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
