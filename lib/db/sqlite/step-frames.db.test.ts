import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../domain/actor';
import { sampleCall } from '../../domain/fixtures/sample-run';
import type { Presentation } from '../../domain/presentation';
import type { Run } from '../../domain/run';
import type { RunEvent } from '../../domain/run-event';
import { createId } from '../../shared/ids';
import { createRunStore } from '../ledger/run-store';
import type { Database } from '../ports/database';
import { writeRuns } from '../testing/write-runs';
import { pageBytes } from './migrate-sqlite';
import { openSqlite } from './open-sqlite';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-frames-'));
  database = await openSqlite(path.join(folder, 'test.db'), path.resolve('prisma/sqlite'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Counts the pages of the write-ahead log, each with its header. */
const countFrames = async () =>
  Math.round((await stat(path.join(folder, 'test.db-wal'))).size / (pageBytes + 24));

/** Makes both commits of a step with a result of 1 KB. */
async function takeStep(run: Run, step: number, preview: Presentation[] = []): Promise<Run> {
  const runs = createRunStore(database);
  const call = sampleCall({
    id: createId('call'),
    step,
    verdict: { ruleId: null, decision: 'allow', risk: 'low', reason: '' },
  });
  const text = 'x'.repeat(1_024);
  const requested: RunEvent = {
    type: 'tool_call_requested',
    call,
    reply: '{}',
    commentary: '',
    approvalId: null,
    preview,
    foreseenError: null,
    activeMs: 1,
  };
  const finished: RunEvent = {
    type: 'tool_finished',
    callId: call.id,
    outcome: {
      ok: true,
      summary: '',
      modelText: text,
      detail: { kind: 'text', title: 'Result', text, language: null },
    },
    durationMs: 1,
    activeMs: 1,
  };
  const by = { actor: systemActor, owner: 'driver' };
  const started = await runs.commit(run, [requested, { type: 'tool_started', callId: call.id }], by);
  return runs.commit(started, [finished], by);
}

describe('a step', () => {
  const start = async () => {
    const runs = createRunStore(database);
    const { run } = await writeRuns(runs).start();
    await runs.claim(run.id, 'driver', 60_000);
    return runs.commit(run, [{ type: 'run_started' }], { actor: systemActor, owner: 'driver' });
  };

  it('writes a few small pages for each commit, and those that are new', async () => {
    let current = await start();
    const before = await countFrames();
    for (let step = 1; step <= 20; step += 1) current = await takeStep(current, step);
    expect(((await countFrames()) - before) / 20).toBeLessThanOrEqual(11.7);
  });

  it('writes what a person sees of its call once', async () => {
    const text = 'x'.repeat(500 * pageBytes);
    const current = await start();
    const before = await countFrames();
    await takeStep(current, 1, [{ kind: 'text', title: 'File', text, language: null }]);
    expect((await countFrames()) - before).toBeLessThan(550);
  });
});
