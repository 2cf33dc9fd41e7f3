import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunStore } from '../db/ledger/run-store';
import { openDatabase } from '../db/open-database';
import type { Database } from '../db/ports/database';
import { createActorStore } from '../db/stores/actor-store';
import { createApprovalStore } from '../db/stores/approval-store';
import { createUnknownOutcomeStore } from '../db/stores/unknown-outcome-store';
import { type Actor, localActor, systemActor } from '../domain/actor';
import { sampleCall, sampleRun } from '../domain/fixtures/sample-run';
import type { RunEvent } from '../domain/run-event';
import { createId } from '../shared/ids';
import { listApprovals } from './get-approvals';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-approvals-'));
  database = await openDatabase({
    url: `file:${path.join(folder, 'test.db')}`,
    prismaDir: path.resolve('prisma'),
  });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a run and adds the events that `more` returns after its first call was requested. */
async function createRun(title: string, more: (call: ReturnType<typeof sampleCall>) => RunEvent[]) {
  const runs = createRunStore(database);
  const run = sampleRun(
    { status: 'queued' },
    { id: createId('run'), conversationId: createId('cnv'), version: 0 },
  );
  const created = await runs.create({
    run,
    conversationTitle: title,
    isNewConversation: true,
    message: null,
    openingMessages: [],
    systemPrompt: { id: 'default', version: 1 },
    workflow: null,
    key: null,
  });
  const call = sampleCall({ id: createId('call') });
  const asksNothing = { ...call, verdict: { ...call.verdict, decision: 'allow' as const } };
  const events = [{ type: 'run_started' } as const, ...more(asksNothing)];
  return runs.commit(created.run, events, { actor: systemActor, owner: null });
}

const requested = (call: ReturnType<typeof sampleCall>, approvalId: `apr_${string}` | null): RunEvent => ({
  type: 'tool_call_requested',
  call,
  reply: '{}',
  commentary: '',
  approvalId,
  preview: [],
  foreseenError: null,
  activeMs: 1,
});
const createUnknown = (title: string) =>
  createRun(title, (call) => [
    requested(call, null),
    { type: 'tool_started', callId: call.id },
    { type: 'outcome_lost', callId: call.id, errorId: null, activeMs: 0 },
  ]);
const createPending = (title: string) =>
  createRun(title, (call) => [
    requested({ ...call, verdict: { ...call.verdict, decision: 'ask', signatures: 1 } }, createId('apr')),
  ]);

const list = (limit?: number, search: string | null = null, reader: Actor = localActor) =>
  listApprovals(
    {
      actors: createActorStore(database),
      approvals: createApprovalStore(database),
      unknownOutcomes: createUnknownOutcomeStore(database),
    },
    reader,
    { filter: 'pending', search, cursor: null, ...(limit ? { limit } : {}) },
  );

describe('the requests that need a person', () => {
  it('counts unknown outcomes with the pending approvals, and names where each is answered', async () => {
    await createPending('Waits');
    const unknown = await createUnknown('Was cut off');
    expect(await list()).toMatchObject({
      pendingCount: 1,
      needsYouCount: 2,
      approvals: [{ conversationTitle: 'Waits' }],
      unknownOutcomes: [
        {
          runId: unknown.id,
          conversationId: unknown.conversationId,
          conversationTitle: 'Was cut off',
          headline: 'Write 1 line to a.txt',
          since: unknown.updatedAt.toISOString(),
        },
      ],
    });
  });

  it.each([
    ['spaces around the words', '  LINE to a.txt\n', 1],
    ['nothing but spaces', '   ', 1],
    ['more than a pattern may be long', `nowhere${'n'.repeat(60_000)}`, 0],
  ])('searches headlines, with %s', async (_name, words, count) => {
    await createPending('Waits');
    expect((await list(undefined, words)).approvals).toHaveLength(count);
  });

  it('lists the longest waiting first, at most a page, and counts all', async () => {
    for (const title of ['first', 'second', 'third']) await createUnknown(title);
    const { unknownOutcomes, needsYouCount } = await list(2);
    expect(unknownOutcomes.map(({ conversationTitle }) => conversationTitle)).toEqual(['first', 'second']);
    expect(needsYouCount).toBe(3);
  });

  it('counts what waits for others alike, however short the list of the page is', async () => {
    for (const title of ['first', 'second', 'third']) await createUnknown(title);
    const viewer: Actor = { id: 'usr_vic', name: 'Vic', role: 'viewer' };
    for (const limit of [1, 50]) {
      const answer = await list(limit, null, viewer);
      expect(answer).toMatchObject({ needsYouCount: 0, othersCount: 3, unknownOutcomes: [] });
    }
  });

  it('counts what waits for others alike when there is more than one page of it', async () => {
    for (let number = 1; number <= 52; number += 1) await createUnknown('Was cut off');
    const answer = await list(undefined, null, { id: 'usr_vic', name: 'Vic', role: 'viewer' });
    expect(answer).toMatchObject({ needsYouCount: 0, othersCount: 52, unknownOutcomes: [] });
  });

  it('leaves out an outcome that a person has settled', async () => {
    const run = await createUnknown('Was cut off');
    if (run.state.status !== 'outcome_unknown') throw new Error(`The run is ${run.state.status}`);
    await createRunStore(database).commit(
      run,
      [{ type: 'outcome_settled', callId: run.state.call.id, settlement: { choice: 'run_again' } }],
      { actor: localActor, owner: null },
    );
    expect(await list()).toMatchObject({ needsYouCount: 0, unknownOutcomes: [] });
  });
});
