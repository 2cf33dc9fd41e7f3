import '../logging/testing/quiet-log';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowNulls, listDamages } from '../../tests/damage-rows';
import { openFixtureApp } from '../../tests/open-fixture-app';
import { openRoutes } from '../../tests/open-routes';
import { localActor } from '../domain/actor';

/**
 * These tests damage every table in every way by raw SQL under the running app, and look at it through its
 * HTTP API.
 */

let fixture: Awaited<ReturnType<typeof openFixtureApp>>;
let database: Sqlite.Database;
let required: Set<string>;
let victim: { runId: string; conversationId: string; callId: string; approvalId: string };
let decided: { id: string; conversationId: string; callId: string };
const send = openRoutes(process.cwd());

beforeAll(async () => {
  fixture = await openFixtureApp('2026-11-22');
  while (fixture.app.services.installation.countActiveRuns() > 0) await sleep(20);
  database = new Sqlite(`${fixture.variables.DATA_DIR}/countersign.db`);
  required = allowNulls(database);
  const find = database.prepare<[string], { id: string; callId: string; conversationId: string }>(
    'SELECT id, callId, conversationId FROM Approval WHERE runId = ?',
  );
  const { write } = fixture.recorded.story.waiting;
  const { id: approvalId, callId } = find.get(write.runId) ?? fail();
  victim = { ...write, approvalId, callId };
  decided =
    database
      .prepare<[], typeof decided>(
        "SELECT id, callId, conversationId FROM Approval WHERE status = 'approved'",
      )
      .get() ?? fail();
});
afterAll(async () => {
  database.close();
  await fixture.close();
});

function fail(): never {
  throw new Error('The fixture has no such row');
}

const lists = [
  '/api/conversations',
  '/api/conversations?search=PRINTER',
  '/api/approvals?status=pending',
  '/api/approvals?status=decided',
  '/api/workflows',
  '/api/settings/model',
  '/api/settings/prompts',
  '/api/health',
];

type Seen = { status: number; text: string; ids: string[] };

async function look(address: string): Promise<Seen> {
  const { status, json } = await send('GET', address);
  const { conversations = [], approvals = [] } = json as Record<string, { id: string }[] | undefined>;
  return { status, text: JSON.stringify(json), ids: [...conversations, ...approvals].map(({ id }) => id) };
}

async function lookAtAll(addresses: readonly string[]): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  // This call forgets the prompts that are kept in memory.
  await fixture.app.services.prompts.seed('default', 'General assistant', 'Text');
  for (const address of addresses) seen.set(address, await look(address));
  return seen;
}

/** Names the row of each table that is damaged, and the pages that show it. */
const victims = (): { table: string; condition: string; shownAt: string[]; hides: string[] }[] => {
  const pages = [`/api/conversations/${victim.conversationId}`, `/api/approvals/${victim.approvalId}`];
  const of = (table: string, condition: string) => ({
    table,
    condition,
    shownAt: pages,
    hides: [victim.conversationId, victim.approvalId],
  });
  const ofDecided = (table: string, condition: string) => ({
    table,
    condition,
    shownAt: [`/api/conversations/${decided.conversationId}`, `/api/approvals/${decided.id}`],
    hides: [decided.conversationId, decided.id],
  });
  return [
    of('Conversation', `id = '${victim.conversationId}'`),
    of('SearchText', `id = '${victim.conversationId}'`),
    of('Run', `id = '${victim.runId}'`),
    of('RunEvent', `runId = '${victim.runId}' AND version = 2`),
    of('RunEvent', `runId = '${victim.runId}' AND type = 'tool_call_requested'`),
    of('PromptSnapshot', `runId = '${victim.runId}'`),
    of('ToolCall', `id = '${victim.callId}'`),
    of('CallPreview', `callId = '${victim.callId}'`),
    of('Approval', `id = '${victim.approvalId}'`),
    ofDecided('Approval', `id = '${decided.id}'`),
    ofDecided('ToolCall', `id = '${decided.callId}'`),
    ofDecided('CallPreview', `callId = '${decided.callId}'`),
    ofDecided('ApprovalDecision', `approvalId = '${decided.id}'`),
    ofDecided('Message', '1 = 1'),
    ofDecided('SystemPrompt', "id = 'default'"),
    ofDecided('SystemPromptVersion', "promptId = 'default' ORDER BY version DESC"),
    ofDecided('WorkflowRevision', '1 = 1'),
    ofDecided('Setting', "key = 'model'"),
  ];
};

describe('one damaged row', () => {
  it('takes no list, page or other row with it, and is named wherever it is missed', async () => {
    const faults: string[] = [];
    let tries = 0;
    for (const { table, condition, shownAt, hides } of victims()) {
      const addresses = [...lists, ...shownAt];
      await fixture.app.services.settings.chooseModel('demo', localActor);
      const sound = await lookAtAll(addresses);
      expect([...sound.values()].map(({ status }) => status)).toEqual(addresses.map(() => 200));
      for (const damage of listDamages(database, required, table, condition)) {
        tries += 1;
        const undo = damage.apply();
        const seen = await lookAtAll(addresses);
        const isNamed = [...seen.values()].some(({ text }) => text.includes('damaged in the database'));
        for (const [address, now] of seen) {
          const before = sound.get(address) as Seen;
          const isOwn = shownAt.includes(address);
          const fault = (what: string) => faults.push(`${damage.name}: ${address} ${what}`);
          if (now.status >= 500 || (!isOwn && now.status !== 200)) fault(`answers ${now.status} ${now.text}`);
          for (const id of before.ids)
            if (!hides.includes(id) && !now.ids.includes(id)) fault(`does not list ${id}`);
          const isMissed = isOwn
            ? withoutTimes(now.text) !== withoutTimes(before.text)
            : now.ids.length < before.ids.length;
          if (isMissed && damage.kind === 'value' && !isNamed)
            fault(`says nothing: ${now.text.slice(0, 300)}`);
        }
        undo();
      }
      for (const [address, { text }] of await lookAtAll(addresses))
        expect(withoutTimes(text)).toBe(withoutTimes(sound.get(address)?.text ?? ''));
    }
    expect(faults).toEqual([]);
    expect(tries).toBeGreaterThan(300);
  }, 300_000);
});

describe('a damaged run', () => {
  const decide = (approvalId: string, body: object) =>
    send('POST', `/api/approvals/${approvalId}/decision`, body);
  it('can never be signed when its request, its call or its own row cannot be read', async () => {
    const { approvalId, runId, callId } = victim;
    const { digest } = (await send('GET', `/api/approvals/${approvalId}`)).json as { digest: string };
    const answers: Record<string, number> = {};
    for (const [table, condition] of [
      ['Approval', `id = '${approvalId}'`],
      ['ToolCall', `id = '${callId}'`],
      ['CallPreview', `callId = '${callId}'`],
      ['Run', `id = '${runId}'`],
    ] as const) {
      for (const damage of listDamages(database, required, table, condition)) {
        const undo = damage.apply();
        const isShown = (await send('GET', `/api/approvals/${approvalId}`)).status === 200;
        if (!isShown) {
          answers[damage.name] = (await decide(approvalId, { decision: 'approve', digest })).status;
        }
        undo();
      }
    }
    expect(Object.keys(answers).length).toBeGreaterThan(100);
    expect(Object.entries(answers).filter(([, status]) => status !== 409 && status !== 404)).toEqual([]);
    await expect(fixture.read('tasks.md')).rejects.toThrow('ENOENT');
  });

  it('is in the list of what waits when nobody can say whether its request still does', async () => {
    const { approvalId } = victim;
    // The real column takes no NULL; only this file's database does.
    const damages = listDamages(database, required, 'Approval', `id = '${approvalId}'`).filter(
      ({ name }) => name.startsWith('Approval.status') && !name.endsWith('null'),
    );
    const silent: string[] = [];
    for (const damage of damages) {
      const undo = damage.apply();
      const { text, status } = await look('/api/approvals');
      if (status !== 200 || !text.includes(`damaged in the database (Approval ${approvalId}`))
        silent.push(damage.name);
      undo();
    }
    expect(silent).toEqual([]);
    expect(damages.length).toBeGreaterThan(1);
  });

  it.each([
    ['write', 'RunEvent', 'version = 3'],
    ['command', 'PromptSnapshot', '1 = 1'],
  ] as const)(
    '(%s) does not go on when %s is damaged: it says so, and nothing is executed',
    async (part, table, which) => {
      const { runId } = fixture.recorded.story.waiting[part];
      const { id } =
        database.prepare<[string], { id: string }>('SELECT id FROM Approval WHERE runId = ?').get(runId) ??
        fail();
      const { digest } = (await send('GET', `/api/approvals/${id}`)).json as { digest: string };
      const [damage] = listDamages(database, required, table, `runId = '${runId}' AND ${which}`).filter(
        ({ name }) => name.endsWith('not JSON') || name.endsWith('no JSON'),
      );
      damage?.apply();
      const damaged = `damaged in the database (${table} ${runId}`;
      expect(await decide(id, { decision: 'approve', digest })).toMatchObject({
        status: 409,
        json: { error: { code: 'damaged_data', message: expect.stringContaining(damaged) } },
      });
      while (fixture.app.services.installation.countActiveRuns() > 0) await sleep(10);
      const row = database.prepare('SELECT status FROM Approval WHERE id = ?').get(id);
      expect(row).toEqual({ status: 'pending' });
      await expect(fixture.read('tasks.md')).rejects.toThrow('ENOENT');
      await expect(fixture.read('signed.txt')).rejects.toThrow('ENOENT');
    },
  );
});

/**
 * Leaves out what differs at each look at an unchanged page: the times of a waiting run, and the damage that
 * health has counted.
 */
function withoutTimes(text: string): string {
  return text.replaceAll(/"(activeMs|clockRunningSince|damagedRows)":[^,}]+/g, '');
}

describe('a damaged row of usage', () => {
  const sumOf = async () => {
    const { status, json } = await send('GET', '/api/usage');
    const { total, damagedRows } = json as { total?: { input: number }; damagedRows?: number };
    return { status, input: total?.input, damagedRows };
  };
  it('is left out of the sums and counted, and takes no other row with it', async () => {
    const quarter = new Date(Math.floor(Date.now() / 900_000) * 900_000);
    const add = (runId: string, input: number) =>
      database
        .prepare(
          `INSERT INTO Usage (runId, quarter, model, workflowId, calls, unreported, input, cached, output, reasoning, amountUsd, unpriced)
           VALUES (?, ?, 'small', 'free-request', 1, 0, ?, 0, 1, 0, 0.5, 0)`,
        )
        .run(runId, quarter.toISOString().replace('Z', '+00:00'), input);
    const before = (await sumOf()).input ?? 0;
    add('run_sound', 1_000);
    add('run_spoiled', 20_000);
    expect(await sumOf()).toEqual({ status: 200, input: before + 21_000, damagedRows: 0 });
    // The database adds the rows up, so nobody reads the text of a key.
    const damages = listDamages(database, required, 'Usage', "runId = 'run_spoiled'").filter(
      ({ name }) => !name.endsWith('no UTF-8'),
    );
    const faults: unknown[] = [];
    for (const { name, apply } of damages) {
      const undo = apply();
      const { status, input, damagedRows } = await sumOf();
      if (status !== 200 || input !== before + 1_000 || damagedRows !== (name.endsWith('is gone') ? 0 : 1))
        faults.push([name, status, input, damagedRows]);
      undo();
    }
    expect(faults).toEqual([]);
    expect(damages.length).toBeGreaterThan(20);
  });
});

describe('a damaged row', () => {
  /** Makes the same change under every damage of this row. */
  async function whileDamaged(table: string, condition: string, change: () => Promise<unknown>) {
    const refused: unknown[] = [];
    const { length } = listDamages(database, required, table, condition);
    for (let index = 0; index < length; index += 1) {
      const damage = listDamages(database, required, table, condition)[index];
      const undo = damage?.apply();
      await change().catch((error) => refused.push([damage?.name, error]));
      undo?.();
    }
    expect(refused).toEqual([]);
    expect(length).toBeGreaterThan(5);
  }

  it('keeps nobody from a new conversation, a new text of a prompt or another model', async () => {
    const { services } = fixture.app;
    const { id } = await services.conversations.openBlank('main', localActor);
    await whileDamaged('Conversation', `id = '${id}'`, () =>
      services.conversations.openBlank('main', localActor),
    );
    await whileDamaged('SystemPromptVersion', "promptId = 'default' ORDER BY version", () =>
      services.prompts.addVersion('default', 'Another text', localActor),
    );
    await whileDamaged('Setting', "key = 'model'", () => services.settings.chooseModel('demo', localActor));
    await services.modelChecks.noteSchemaRefused({ baseUrl: 'http://127.0.0.1:9', model: 'small' });
    await whileDamaged('Setting', "key = 'model_checks'", () =>
      services.modelChecks.noteSchemaRefused({ baseUrl: 'http://127.0.0.1:9', model: 'large' }),
    );
  });
});

describe('health', () => {
  const count = async () => ((await send('GET', '/api/health')).json as { damagedRows: number }).damagedRows;

  it('counts each damaged row that was met once', async () => {
    database
      .prepare(
        'INSERT INTO Conversation SELECT ?, title, NULL, createdById, createdAt, updatedAt, deletedAt, isPrivate, workspaceId FROM Conversation LIMIT 1',
      )
      .run('cnv_met');
    const before = await count();
    database.prepare("UPDATE Conversation SET createdAt = 'never' WHERE id = 'cnv_met'").run();
    expect((await send('GET', '/api/conversations')).status).toBe(200);
    expect((await send('GET', '/api/conversations')).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });
});
