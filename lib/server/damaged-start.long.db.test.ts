import '../logging/testing/quiet-log';
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowNulls, listDamages } from '../../tests/damage-rows';
import { openFixture } from '../../tests/open-fixture';
import { openDatabase } from '../db/open-database';
import { leaveWriteAheadLog } from '../db/sqlite/migrate-sqlite';
import { localActor } from '../domain/actor';
import { startApp } from './app';

let fixture: Awaited<ReturnType<typeof openFixture>>;
let file: string;
let required: Set<string>;

/**
 * A server died and left everything that a start and the sweeps take up: two requests whose time is over, a
 * run that a driver held, a run that asked for a driver, and texts that are in no index.
 */
beforeAll(async () => {
  fixture = await openFixture('2026-11-22');
  file = path.join(fixture.variables.DATA_DIR, 'countersign.db');
  await (await openDatabase({ url: `file:${file}`, prismaDir: path.resolve('prisma') })).close();
  leaveWriteAheadLog(file);
  const database = new Sqlite(file);
  required = allowNulls(database);
  const longAgo = '2020-01-01T00:00:00.000+00:00';
  const { waiting, unfinished } = fixture.recorded.story;
  for (const { runId } of [waiting.write, waiting.command]) {
    database.prepare('UPDATE Approval SET expiresAt = ? WHERE runId = ?').run(longAgo, runId);
    database
      .prepare("UPDATE Run SET stateJson = json_set(stateJson, '$.expiresAt', ?) WHERE id = ?")
      .run(longAgo, runId);
  }
  const { runId } = unfinished.answering;
  database.prepare('DELETE FROM DriveRequest WHERE runId = ?').run(runId);
  database.prepare("UPDATE Run SET leaseOwner = 'dead', leaseUntil = ? WHERE id = ?").run(longAgo, runId);
  database.prepare('INSERT INTO Actor VALUES (?, ?, ?)').run(...Object.values(localActor));
  database.exec('UPDATE Approval SET searchText = NULL; DELETE FROM SearchText WHERE rowid % 2 = 0');
  database.close();
  await copyFile(file, `${file}.sound`);
});
afterAll(() => fixture.remove());

/** The start then makes the index again. */
const withOneText = 'SELECT conversationId FROM SearchText GROUP BY conversationId HAVING count(*) = 1';

/** Says whether background work reads this part of a row. */
const isReadBehind = ({ name }: { name: string }) =>
  /\.(id|\w+Id|key|version|status|title|headline|expiresAt|leaseUntil)\b|is gone$/.test(name);

function listHere(database: Sqlite.Database, [table, condition]: readonly [string, string]) {
  return listDamages(database, required, table, condition).filter(isReadBehind);
}

/**
 * Starts the app on the database with this damage, and waits until every sound run is taken up. Returns the
 * runs that are not.
 */
async function startWith(row: readonly [string, string], name: string, spoiled: string): Promise<string[]> {
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  await copyFile(`${file}.sound`, file);
  const database = new Sqlite(file);
  try {
    listHere(database, row)
      .find((damage) => damage.name === name)
      ?.apply();
    const app = await startApp({ environment: fixture.variables });
    const left = () => listLeft(database).filter((runId) => runId !== spoiled);
    for (let tries = 0; tries < 500 && left().length > 0; tries += 1) await sleep(10);
    const rest = left();
    await app.shutDown();
    return rest;
  } catch (error) {
    return [`The start fails: ${error}`];
  } finally {
    database.close();
  }
}

/** Lists the runs that nobody has driven since the start, and the one whose request should have ended. */
function listLeft(database: Sqlite.Database): string[] {
  const { waiting, unfinished } = fixture.recorded.story;
  const has = (condition: string, runId: string) =>
    database.prepare(`SELECT 1 FROM Run WHERE id = ? AND ${condition}`).get(runId) !== undefined;
  const undriven = Object.values(unfinished)
    .map(({ runId }) => runId)
    .filter((runId) => !has("(leaseOwner <> 'dead' OR status = 'completed')", runId));
  const { runId } = waiting.command;
  return has("status = 'expired'", runId) ? undriven : [...undriven, runId];
}

describe('a start with one damaged row', () => {
  it('succeeds, takes up every other run, and ends every other request whose time is over', async () => {
    const { waiting, unfinished } = fixture.recorded.story;
    const { answering, queued } = unfinished;
    const rows: [table: string, condition: string, spoiled: string][] = [
      ['Actor', '1 = 1', ''],
      ['Conversation', `id = '${waiting.write.conversationId}'`, ''],
      ['Conversation', `id = '${answering.conversationId}'`, ''],
      ['Run', `id = '${waiting.write.runId}'`, ''],
      ['Run', `id = '${answering.runId}'`, answering.runId],
      ['Approval', `runId = '${waiting.write.runId}'`, ''],
      ['ToolCall', `runId = '${waiting.write.runId}'`, ''],
      ['DriveRequest', `runId = '${queued.runId}'`, ''],
      ['SearchText', `conversationId IN (${withOneText})`, ''],
      ['SystemPrompt', '1 = 1', ''],
      ['SystemPromptVersion', '1 = 1', ''],
      ['Setting', "key = 'model'", ''],
    ];
    const faults: Record<string, string[]> = {};
    let tries = 0;
    for (const [table, condition, spoiled] of rows) {
      const database = new Sqlite(`${file}.sound`);
      const names = listHere(database, [table, condition]).map(({ name }) => name);
      database.close();
      for (const name of names) {
        tries += 1;
        const left = await startWith([table, condition], name, spoiled);
        if (left.length > 0) faults[name] = left;
      }
    }
    expect(faults).toEqual({});
    expect(tries).toBeGreaterThan(100);
  }, 300_000);
});
