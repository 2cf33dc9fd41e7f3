import '../logging/testing/quiet-log';
import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowNulls, listDamages } from '../../tests/damage-rows';
import { openFixture } from '../../tests/open-fixture';
import { leaveWriteAheadLog } from '../db/sqlite/migrate-sqlite';
import { examineSqlite, repairSqlite } from '../db/upkeep/doctor';
import { pageRows } from '../db/upkeep/raw-rows';
import { localActor } from '../domain/actor';
import { getConversation, listConversations } from '../use-cases/conversations';
import { listApprovals } from '../use-cases/get-approvals';
import { startApp } from './app';

let fixture: Awaited<ReturnType<typeof openFixture>>;
let dataDir: string;
let file: string;
let sound: string;
let required: Set<string>;
const prismaDir = path.resolve('prisma/sqlite');

/** Prepares a database of a real installation that nobody uses now, with every kind of run in it. */
beforeAll(async () => {
  fixture = await openFixture('2026-11-22');
  dataDir = fixture.variables.DATA_DIR;
  file = path.join(dataDir, 'countersign.db');
  sound = `${file}.sound`;
  const app = await startApp({ environment: fixture.variables });
  while (app.services.installation.countActiveRuns() > 0) await sleep(20);
  await app.shutDown();
  leaveWriteAheadLog(file);
  const database = new Sqlite(file);
  required = allowNulls(database);
  database.close();
  await copyFile(file, sound);
});
beforeEach(async () => {
  for (const name of await readdir(dataDir))
    if (/^damaged-|-wal$|-shm$|before-repair/.test(name)) await rm(path.join(dataDir, name));
  await copyFile(sound, file);
});
afterAll(() => fixture.remove());

/** Names the row of each table that is damaged. Rows of one run are apart from those of another. */
const victims: readonly [table: string, condition: string][] = [
  ['Conversation', 'activeRunId IS NULL AND deletedAt IS NULL'],
  ['SearchText', '1 = 1'],
  ['Message', '1 = 1'],
  ['Run', "status = 'awaiting_approval'"],
  ['Run', "status = 'completed'"],
  ['RunEvent', 'version = 2'],
  ['RunEvent', "type = 'tool_call_requested'"],
  ['PromptSnapshot', '1 = 1'],
  ['ToolCall', 'outcomeJson IS NOT NULL'],
  ['CallPreview', 'callId IN (SELECT callId FROM Approval)'],
  ['Approval', "status = 'pending'"],
  ['Approval', "status = 'approved'"],
  ['ApprovalDecision', '1 = 1'],
  ['SystemPrompt', '1 = 1'],
  ['SystemPromptVersion', '1 = 1 ORDER BY version DESC'],
  ['WorkflowRevision', '1 = 1'],
  ['Setting', '1 = 1'],
];

/** Nothing else needs the rows of these tables, so nobody can tell that one is gone. */
const free = [
  'Message',
  'SearchText',
  'Setting',
  'WorkflowRevision',
  'ApprovalDecision',
  'SystemPromptVersion',
];

describe('the doctor', () => {
  it('finds nothing in a sound database, and says how much it read', async () => {
    const { rows, faults, findings } = await examineSqlite(file, prismaDir);
    expect({ faults, findings }).toEqual({ faults: [], findings: [] });
    expect(rows).toMatchObject({ Run: 14, Conversation: 14, Approval: 8 });
  });

  it('names every kind of damage in every table, and changes nothing', async () => {
    const missed: string[] = [];
    let tries = 0;
    for (const [table, condition] of victims) {
      const database = new Sqlite(file);
      for (const damage of listDamages(database, required, table, condition)) {
        tries += 1;
        const undo = damage.apply();
        const { findings } = await examineSqlite(file, prismaDir);
        const isNamed = findings.some((found) => found.table === table || damage.kind === 'gone');
        if (!isNamed && !(damage.name.endsWith('gone') && free.includes(table))) missed.push(damage.name);
        undo();
      }
      database.close();
    }
    expect(missed).toEqual([]);
    expect(tries).toBeGreaterThan(300);
    expect((await examineSqlite(file, prismaDir)).findings).toEqual([]);
  }, 120_000);

  it('finds ledgers with a hole, without an end, out of order, and that add up to something else', async () => {
    const database = new Sqlite(file);
    database.pragma('foreign_keys=OFF');
    const runs = database
      .prepare("SELECT id FROM Run WHERE status = 'completed' AND version > 4")
      .pluck()
      .all();
    const [hole, end, order] = runs;
    const sum = database.prepare("SELECT id FROM Run WHERE status = 'awaiting_approval'").pluck().get();
    database.prepare('DELETE FROM RunEvent WHERE runId = ? AND version = 3').run(hole);
    database.prepare('DELETE FROM RunEvent WHERE runId = ? ORDER BY version DESC LIMIT 1').run(end);
    database
      .prepare(
        'UPDATE RunEvent SET type = \'run_created\', payloadJson = \'{"type":"run_created"}\' WHERE runId = ? AND version = 3',
      )
      .run(order);
    database.prepare('UPDATE Run SET steps = steps + 1 WHERE id = ?').run(sum);
    database.close();
    const { findings } = await examineSqlite(file, prismaDir);
    expect(Object.fromEntries(findings.map(({ name, problem }) => [name, problem.split(':')[0]]))).toEqual(
      Object.fromEntries([
        [hole, 'its event 3 is missing'],
        [end, expect.stringMatching(/^it has \d+ events and counts \d+$/)],
        [order, 'its events do not follow each other'],
        [sum, 'its events add up to another steps than is stored'],
      ]),
    );
  });
});

describe('the doctor and a large database', () => {
  it('finds nothing in a conversation that a server did not finish to remove', async () => {
    const database = new Sqlite(file);
    const [runId, conversationId] = database
      .prepare("SELECT id, conversationId FROM Run WHERE status = 'completed' AND version > 4")
      .raw()
      .get() as [string, string];
    database.prepare('DELETE FROM RunEvent WHERE runId = ? AND version < 4').run(runId);
    const { findings } = await examineSqlite(file, prismaDir);
    expect(findings.map(({ name }) => name)).toEqual([runId]);
    database
      .prepare('UPDATE Conversation SET deletedAt = ? WHERE id = ?')
      .run('1970-01-01T00:00:00.000+00:00', conversationId);
    database.close();
    expect((await examineSqlite(file, prismaDir)).findings).toEqual([]);
  });

  it('never holds more than a page of rows, and reads all of them, also a long ledger', async () => {
    const database = new Sqlite(file);
    const many = 3 * pageRows + 7;
    const { all } = database.prepare('SELECT 1');
    const id = database.prepare("SELECT id FROM Run WHERE status = 'completed'").pluck().get();
    const version = database.prepare('SELECT version FROM Run WHERE id = ?').pluck().get(id) as number;
    database
      .prepare(
        `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
         INSERT INTO RunEvent (runId, version, type, payloadJson, actorId, at)
         SELECT runId, e.version + i, type, payloadJson, actorId, at FROM n, RunEvent e
         WHERE runId = ? AND e.version = ?`,
      )
      .run(id, version);
    database.prepare('UPDATE Run SET version = version + ? WHERE id = ?').run(many, id);
    const events = database.prepare('SELECT count(*) FROM RunEvent').pluck().get();
    const pages: unknown[][] = [];
    const reading = vi
      .spyOn(Object.getPrototypeOf(database.prepare('SELECT 1')), 'all')
      .mockImplementation(function (this: { source: string }, ...values: unknown[]) {
        const page = all.apply(this, values);
        // The check lists rows without a parent by their keys alone.
        if (!this.source.includes('foreign_key_check')) pages.push(page);
        return page;
      });
    database.close();
    const { rows, findings } = await examineSqlite(file, prismaDir);
    const { groups } = await repairSqlite(file, dataDir, prismaDir).finally(() => reading.mockRestore());
    expect(Math.max(...pages.map(({ length }) => length))).toBe(pageRows);
    // The repair returns how many rows it set aside, and holds none of them.
    expect(groups).toMatchObject([
      { what: `Run ${id}`, rows: { Run: 1 } },
      { what: `run ${id}`, rows: { RunEvent: version + many } },
    ]);
    expect(rows['RunEvent']).toBe(events);
    expect(findings).toMatchObject([
      { table: 'Run', name: id, problem: expect.stringContaining('its events do not follow each other') },
    ]);
  });
});

type WrittenGroup = { what: string; problems: string[]; rows: Record<string, unknown[]> };
const countRows = ({ rows, ...group }: WrittenGroup) => ({
  ...group,
  rows: Object.fromEntries(Object.entries(rows).map(([table, some]) => [table, some.length])),
});

describe('a repair', () => {
  it('sets every damaged row aside and exports it; the rest works, and the next look finds nothing', async () => {
    const left: string[] = [];
    for (const [table, condition] of victims) {
      await copyFile(sound, file);
      const database = new Sqlite(file);
      const damages = listDamages(database, required, table, condition);
      // The doctor's tests cover the kinds of damage; here one of each column is enough.
      const [damage] = damages.filter(({ name }) => /JSON|never|word|bytes/.test(name)).slice(-1);
      damage?.apply();
      database.close();
      const { groups, exported, aside } = await repairSqlite(file, dataDir, prismaDir);
      const text = await readFile(exported ?? '', 'utf8');
      const written: { groups: WrittenGroup[] } = JSON.parse(text);
      if (text !== JSON.stringify(written, null, 2)) left.push(`${table}: written in another form`);
      if (groups.length === 0) left.push(`${table}: not exported`);
      expect(written.groups.map(countRows)).toEqual(groups);
      if (!Object.keys(groups[0]?.rows ?? {}).includes(table)) left.push(`${table}: not in its group`);
      if ((await examineSqlite(aside ?? '', prismaDir)).findings.length === 0)
        left.push(`${table}: aside is another one`);
      const after = await examineSqlite(file, prismaDir);
      left.push(...after.findings.map(({ problem }) => `${table}: ${problem}`));
    }
    expect(left).toEqual([]);
  }, 120_000);

  it('leaves an installation that starts and lists everything else', async () => {
    const database = new Sqlite(file);
    const count = (table: string) =>
      database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
    const conversations = database
      .prepare('SELECT count(*) FROM Conversation WHERE deletedAt IS NULL')
      .pluck()
      .get();
    const runId = database
      .prepare("SELECT runId FROM Approval WHERE status = 'pending'")
      .pluck()
      .get() as string;
    const pending = database
      .prepare("SELECT count(*) FROM Approval WHERE status = 'pending'")
      .pluck()
      .get() as number;
    const runs = count('Run');
    database.prepare("UPDATE Approval SET risk = 'huge' WHERE runId = ?").run(runId);
    database.close();
    const { groups } = await repairSqlite(file, dataDir, prismaDir);
    expect(groups.map(({ what }) => what)).toEqual([`run ${runId}`]);
    expect(groups[0]?.rows.RunEvent).toBeGreaterThan(2);
    const app = await startApp({ environment: fixture.variables });
    try {
      const everything = { search: null, cursor: null };
      const listed = await listConversations(app.services, localActor, everything);
      expect(listed.conversations).toHaveLength(conversations as number);
      expect(listed.damaged).toEqual([]);
      const asked = await listApprovals(app.services, localActor, { ...everything, filter: 'pending' });
      expect(asked).toMatchObject({ damaged: [], pendingCount: pending - 1 });
      for (const { id } of listed.conversations)
        await getConversation(app.services, localActor, { conversationId: id });
    } finally {
      await app.shutDown();
    }
    const after = new Sqlite(file);
    expect(after.prepare('SELECT count(*) FROM Run').pluck().get()).toBe(runs - 1);
    after.close();
  });
});

it('a conversation whose active run is missing is free after a repair, and keeps its messages', async () => {
  const database = new Sqlite(file);
  const id = database.prepare('SELECT id FROM Conversation WHERE activeRunId IS NULL').pluck().get();
  database.prepare("UPDATE Conversation SET activeRunId = 'run_missing' WHERE id = ?").run(id);
  const find = database.prepare('SELECT activeRunId FROM Conversation WHERE id = ?');
  expect((await examineSqlite(file, prismaDir)).findings).toMatchObject([
    { table: 'Conversation', name: id, problem: 'its active run is missing' },
  ]);
  const { groups } = await repairSqlite(file, dataDir, prismaDir);
  expect(groups).toEqual([]);
  expect((await examineSqlite(file, prismaDir)).findings).toEqual([]);
  expect(find.get(id)).toEqual({ activeRunId: null });
  database.close();
});

describe('npm run doctor', () => {
  const doctor = (...words: string[]) => doctorWith({}, ...words);
  const doctorWith = (variables: Record<string, string>, ...words: string[]) =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ['--import', 'tsx', 'scripts/maintain.ts', 'doctor', ...words],
        { env: { ...process.env, ...fixture.variables, ...variables } },
        (_error, stdout, stderr) => resolve({ code: child.exitCode, text: stdout + stderr }),
      );
    });

  it('ends with 0, 1 or 2, and says what it read, found and did', async () => {
    expect(await doctor()).toMatchObject({ code: 0, text: expect.stringContaining('Nothing is damaged.') });
    const database = new Sqlite(file);
    const id = database.prepare('SELECT id FROM Run').pluck().get() as string;
    database.prepare("UPDATE Run SET stateJson = 'x' WHERE id = ?").run(id);
    database.close();
    const found = await doctor();
    expect(found).toMatchObject({
      code: 1,
      text: expect.stringContaining(`Run ${id}: stateJson cannot be read`),
    });
    expect(found.text).toContain('npm run doctor -- --repair');
    const app = await startApp({ environment: fixture.variables });
    expect(await doctor()).toMatchObject({ code: 1 });
    expect(await doctor('--repair')).toMatchObject({ code: 2, text: expect.stringContaining('is running') });
    await app.shutDown();
    const repaired = await doctor('--repair');
    expect(repaired).toMatchObject({ code: 0, text: expect.stringContaining('Nothing is damaged now.') });
    expect(repaired.text).toMatch(/run run_\w+ \(\d+ rows\)\nThey are in .*damaged-.*\.json/);
    expect(await doctor()).toMatchObject({ code: 0 });
    expect(await doctor('--mend')).toMatchObject({ code: 2 });
    // The doctor shows no stack.
    expect(await doctorWith({ PORT: 'abc' })).toEqual({ code: 2, text: '\nPORT must be a number\n' });
  }, 60_000);
});
