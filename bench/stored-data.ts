import { loadavg } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { toSearchable } from '../lib/db/ledger/search-texts';
import { fillPending } from '../lib/db/testing/fill-pending';
import { writeRuns } from '../lib/db/testing/write-runs';
import { localActor } from '../lib/domain/actor';
import { createId } from '../lib/shared/ids';
import { openServices } from '../lib/testing/open-services';
import { loadHistory } from '../lib/use-cases/conversation-history';
import { getConversation, listConversations } from '../lib/use-cases/conversations';
import { exportUsage, getUsage } from '../lib/use-cases/get-usage';
import { measureStall } from './stalls/measure-stall';

/**
 * Measures how long the event loop is busy in one piece when the app reads or removes much stored data:
 * `npx tsx bench/stored-data.ts [name …]`. The columns are those of `bench/stalls.ts`.
 */
const kilobyte = 1_024;
const words = (bytes: number) => 'Some words of an answer. '.repeat(Math.ceil(bytes / 25)).slice(0, bytes);
const toText = (time: number) => new Date(time).toISOString().replace('Z', '+00:00');
type Opened = Awaited<ReturnType<typeof openServices>> & { sqlite: Sqlite.Database };

for (const workflows of [1, 3])
  await measure(`usage of 90 days, each quarter of an hour in ${workflows} workflows`, async (opened) => {
    writeUsage(opened.sqlite, workflows);
    const range = (days: string) => ({ days, timeZone: 'Europe/Berlin' });
    return {
      '90 days': () => getUsage(opened.services, localActor, range('90')),
      '30 days': () => getUsage(opened.services, localActor, range('30')),
      '90 days as CSV': () => exportUsage(opened.services, localActor, range('90')),
    };
  });
for (const resultBytes of [16 * kilobyte, 1_000 * kilobyte])
  await measure(`20 runs of 30 steps with results of ${resultBytes / kilobyte} KB`, async (opened) => {
    const id = await writeConversation(opened, 20, 30, resultBytes);
    return {
      'history of a new message': () => loadHistory(opened.services, id),
      'page of the conversation': () => getConversation(opened.services, localActor, { conversationId: id }),
      purge: () => purge(opened, id),
    };
  });
await measure('20 runs of 100 steps with results of 16 KB', async (opened) => {
  const id = await writeConversation(opened, 20, 100, 16 * kilobyte);
  return {
    'history of a new message': () => loadHistory(opened.services, id),
    'page of the conversation': () => getConversation(opened.services, localActor, { conversationId: id }),
    purge: () => purge(opened, id),
  };
});
await measure('purge of 1,000 small runs', async (opened) => {
  const id = await writeConversation(opened, 1_000, 2, 500);
  return { purge: () => purge(opened, id) };
});
await measure('a conversation beside 20,000 requests for approval', async (opened) => {
  await fillPending(path.join(opened.services.installation.folders.data, 'data.db'), 20_000);
  const id = await writeConversation(opened, 1, 2, 500);
  return { purge: () => purge(opened, id) };
});
for (const textBytes of [8 * kilobyte, 32 * kilobyte])
  await measure(`search through 5,000 conversations of ${textBytes / kilobyte} KB`, async (opened) => {
    writeSearchTexts(opened.sqlite, 5_000, textBytes);
    const search = (found: string) => () =>
      listConversations(opened.services, localActor, { search: found, cursor: null });
    return {
      'without a match': search('zebra'),
      'with a match in each': search('words of'),
      'with the oldest alone': search('oldest one'),
    };
  });
console.log(`Load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`);

async function purge({ services }: Opened, id: Awaited<ReturnType<typeof writeConversation>>): Promise<void> {
  await services.conversations.remove(id);
  await services.conversations.purge(new Date(Date.now() + 1_000));
}

function writeUsage(sqlite: Sqlite.Database, workflows: number): void {
  const insert = sqlite.prepare(
    `INSERT INTO Usage (runId, quarter, model, workflowId, calls, unreported, input, cached, output, reasoning, amountUsd, unpriced)
     VALUES (?, ?, 'small', ?, 5, 0, 1000, 500, 100, 0, 0.01, 0)`,
  );
  const quarterMs = 900_000;
  const last = Math.floor(Date.now() / quarterMs);
  sqlite.transaction(() => {
    for (let ago = 0; ago < 90 * 96; ago += 1)
      for (let index = 0; index < workflows; index += 1)
        insert.run(createId('run'), toText((last - ago) * quarterMs), `workflow-${index}`);
  })();
}

async function writeConversation({ services }: Opened, runs: number, steps: number, resultBytes: number) {
  const write = writeRuns(services.runs);
  const { id } = await services.conversations.create('Long', localActor);
  const result = words(resultBytes);
  for (let index = 0; index < runs; index += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 1_000);
    await write.worked(steps, { result }, { conversationId: id, createdAt });
  }
  return id;
}

function writeSearchTexts(sqlite: Sqlite.Database, conversations: number, textBytes: number): void {
  const insert = sqlite.prepare(
    `INSERT INTO Conversation (id, title, activeRunId, createdById, createdByName, createdAt, updatedAt, deletedAt)
     VALUES (?, 'A title', NULL, 'usr_local', 'You', ?, ?, NULL)`,
  );
  const insertText = sqlite.prepare('INSERT INTO SearchText (id, conversationId, text) VALUES (?, ?, ?)');
  sqlite.transaction(() => {
    for (let index = 0; index < conversations; index += 1) {
      const id = createId('cnv');
      const at = toText(Date.UTC(2026, 0, 1) + index * 60_000);
      insert.run(id, at, at);
      insertText.run(id, id, toSearchable(index === 0 ? 'The oldest one' : 'A title'));
      for (let part = 0; part < 4; part += 1)
        insertText.run(createId('run'), id, toSearchable(words(textBytes / 4)));
    }
  })();
}

/**
 * Prints a row for each part, on a database of its own with what `prepare` wrote. A purge works only once.
 */
async function measure(
  name: string,
  prepare: (opened: Opened) => Promise<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  if (process.argv.length > 2 && !process.argv.slice(2).some((part) => name.includes(part))) return;
  const opened = await openServices();
  const sqlite = new Sqlite(path.join(opened.services.installation.folders.data, 'data.db'));
  for (const [part, work] of Object.entries(await prepare({ ...opened, sqlite }))) {
    const { workMs, delayMs, wallMs } = await measureStall(work, part === 'purge' ? 1 : 3);
    const cells = [workMs, delayMs, wallMs].map((ms) => (ms === null ? '' : `${Math.round(ms)} ms`));
    console.log(`| ${[`${name}: ${part}`, ...cells].join(' | ')} |`);
  }
  sqlite.close();
  await opened.close();
}
