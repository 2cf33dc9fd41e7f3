import path from 'node:path';
import { text } from 'node:stream/consumers';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowNulls } from '../../tests/damage-rows';
import { openServices } from '../../tests/open-services';
import { writeRuns } from '../db/testing/write-runs';
import { localActor } from '../domain/actor';
import { getConversation, listConversations } from '../use-cases/conversations';
import { decideApproval } from '../use-cases/decide-approval';
import { exportConversation } from '../use-cases/export-conversation';
import { listApprovals } from '../use-cases/get-approvals';

/**
 * These tests damage the key or the time of rows anywhere in a list of several pages. Each other row is on
 * one page, and each damaged row is named.
 */

let opened: Awaited<ReturnType<typeof openServices>>;
let database: Sqlite.Database;
let conversationId: string;
const runs = 65;
const others = 260;
const requests = 130;

beforeAll(async () => {
  opened = await openServices();
  const { services } = opened;
  const write = writeRuns(services.runs);
  const { id } = await services.conversations.create('Long', 'main', localActor);
  conversationId = id;
  for (let index = 0; index < runs; index += 1) {
    const { run } = await write.start({ conversationId: id, createdAt: new Date(index * 1_000) });
    await write.cancel(run);
  }
  for (let index = 0; index < others; index += 1)
    await services.conversations.create(`Other ${index}`, 'main', localActor);
  for (let index = 0; index < requests; index += 1) {
    const { approvalId } = await write.pending();
    if (index % 2 === 0) await decideApproval(services, localActor, { approvalId, decision: 'reject' });
  }
  database = new Sqlite(path.join(services.installation.folders.data, 'data.db'));
  allowNulls(database);
  database.pragma('foreign_keys=OFF');
}, 120_000);
afterAll(async () => {
  database.close();
  await opened.close();
});

const kinds = ['id: bytes', 'id: no UTF-8', 'time: NULL', 'time: never', 'time: bytes'] as const;
type Kind = (typeof kinds)[number];

/**
 * Generates the place of each damaged row in its list, counted from the latest. Neighbors and the last rows
 * of a page are likely.
 */
const damages = (length: number) =>
  fc
    .array(
      fc.record({
        from: fc.nat({ max: length - 1 }),
        count: fc.integer({ min: 1, max: 25 }),
        kind: fc.constantFrom(...kinds),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((spans) => {
      const places = new Map<number, Kind>();
      for (const { from, count, kind } of spans)
        for (let place = from; place < Math.min(from + count, length); place += 1) places.set(place, kind);
      return places;
    });

/** Damages rows of `table`, runs `check` with the ids of the others, latest first, and undoes the damage. */
async function whileDamaged(
  { table, time, condition }: { table: string; time: string; condition: string },
  places: ReadonlyMap<number, Kind>,
  check: (sound: string[]) => Promise<void>,
): Promise<void> {
  const rows = database
    .prepare<[], { row: number; id: string; time: string }>(
      `SELECT rowid AS row, id, "${time}" AS time FROM "${table}" WHERE ${condition} ORDER BY "${time}" DESC, id DESC`,
    )
    .all();
  const set = (row: number, column: string, value: unknown, expression = '?') =>
    database.prepare(`UPDATE "${table}" SET "${column}" = ${expression} WHERE rowid = ?`).run(value, row);
  for (const [place, kind] of places) {
    const { row, id } = rows[place] as (typeof rows)[number];
    const bytes = Buffer.from([...Buffer.from(id).subarray(0, -2), place, 0xff]);
    if (kind === 'id: bytes') set(row, 'id', bytes);
    if (kind === 'id: no UTF-8') set(row, 'id', bytes, 'CAST(? AS TEXT)');
    if (kind === 'time: NULL') set(row, time, null);
    if (kind === 'time: never') set(row, time, 'never');
    if (kind === 'time: bytes') set(row, time, bytes);
  }
  try {
    await check(rows.filter((_, place) => !places.has(place)).map(({ id }) => id));
  } finally {
    for (const { row, id, time: before } of rows) {
      set(row, 'id', id);
      set(row, time, before);
    }
  }
}

async function readAll<Page>(
  load: (cursor: string | null) => Promise<Page>,
  next: (page: Page) => string | null,
) {
  const pages: Page[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await load(cursor);
    pages.push(page);
    cursor = next(page);
    if (cursor === null) return pages;
    expect(pages.length).toBeLessThan(50);
  }
}

const rounds = { numRuns: Number(process.env['DAMAGE_ROUNDS'] ?? 12) };

describe('a list with damaged rows', () => {
  it('of the runs of a conversation has each other run once, and so has the export', async () => {
    const list = { table: 'Run', time: 'createdAt', condition: `"conversationId" = '${conversationId}'` };
    await fc.assert(
      fc.asyncProperty(damages(runs), (places) =>
        whileDamaged(list, places, async (sound) => {
          const pages = await readAll(
            (cursor) => getConversation(opened.services, localActor, { conversationId, cursor }),
            (page) => page.earlierCursor,
          );
          const shown = pages.reverse().flatMap((page) => page.runs.map(({ header }) => header));
          const whole = shown.filter(({ statusText }) => statusText !== 'Damaged');
          expect(whole.map(({ id }) => id)).toEqual(sound.toReversed());
          expect(shown.length).toBe(runs);
          expect(new Set(shown.map(({ id }) => id)).size).toBe(runs);
          const exported = await exportConversation(opened.services, localActor, {
            conversationId,
            format: 'json',
          });
          const file = JSON.parse(await text(exported.text)) as { runs: { header: { id: string } }[] };
          expect(file.runs.map(({ header }) => header.id)).toEqual(shown.map(({ id }) => id));
        }),
      ),
      rounds,
    );
  }, 120_000);

  it.each([null, 'other'])(
    'of conversations, searched for %s, has each other one once',
    async (search) => {
      const list = { table: 'Conversation', time: 'updatedAt', condition: "title LIKE 'Other %'" };
      await fc.assert(
        fc.asyncProperty(damages(others), (places) =>
          whileDamaged(list, places, async (sound) => {
            const pages = await readAll(
              (cursor) => listConversations(opened.services, localActor, { search, cursor }),
              (page) => page.nextCursor,
            );
            const shown = pages
              .flatMap((page) => page.conversations)
              .filter(({ title }) => title.startsWith('Other'));
            expect(shown.map(({ id }) => id)).toEqual(sound);
            const named = pages.reduce((sum, page) => sum + page.damaged.length, 0);
            // A search finds a conversation by its id, so it does not name one whose id is damaged.
            const findable = [...places.values()].filter(
              (kind) => search === null || !kind.startsWith('id'),
            ).length;
            expect(named).toBe(findable);
          }),
        ),
        rounds,
      );
    },
    120_000,
  );

  it.each(['pending', 'decided'] as const)(
    'of %s requests has each other one once',
    async (filter) => {
      const condition = filter === 'pending' ? "status = 'pending'" : "status <> 'pending'";
      const list = { table: 'Approval', time: 'requestedAt', condition };
      await fc.assert(
        fc.asyncProperty(damages(requests / 2), (places) =>
          whileDamaged(list, places, async (sound) => {
            const pages = await readAll(
              (cursor) =>
                listApprovals(opened.services, localActor, { filter, search: null, cursor, limit: 10 }),
              (page) => page.nextCursor,
            );
            const shown = pages.flatMap((page) => page.approvals.map(({ id }) => id));
            expect(shown).toEqual(filter === 'pending' ? sound.toReversed() : sound);
            expect(pages.reduce((sum, page) => sum + page.damaged.length, 0)).toBe(places.size);
          }),
        ),
        rounds,
      );
    },
    120_000,
  );
});
