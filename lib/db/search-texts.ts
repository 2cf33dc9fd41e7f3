import type { Run } from '../domain/run';
import type { JsonValue } from '../shared/json';
import { foldForSearch } from '../shared/search-text';
import { partDamaged } from './damaged-row.port';
import type { Database } from './database';
import { mapSound, readEach } from './read-each';
import { toRun } from './run-rows';
import type { RunWriter } from './run-writer.port';

const batchSize = 50;

/** A run's requests and answers as plain text. */
export function toRunText({ parameters, state }: Pick<Run, 'parameters' | 'state'>): string {
  const asked = Object.values(parameters).flatMap(listTexts);
  return [...asked, ...(state.status === 'completed' ? [state.answer] : [])].join('\n');
}

/** Makes a conversation's title searchable in place of the one before. */
export function indexTitle(runs: RunWriter, conversationId: string, title: string): Promise<void> {
  return runs.index({ id: conversationId, conversationId, text: toSearchable(title) });
}

/** Makes a run's request and its answers so far searchable. */
export function indexRun(runs: RunWriter, run: Run): Promise<void> {
  return runs.index({ id: run.id, conversationId: run.conversationId, text: toSearchable(toRunText(run)) });
}

/** Makes rows searchable that were stored before there was an index. */
export async function indexMissing(database: Database): Promise<void> {
  await indexConversations(database);
  await indexApprovals(database);
}

async function indexApprovals({ read, write }: Database): Promise<void> {
  for (;;) {
    const approvals = await read.approval.findMany({
      where: { searchText: null },
      take: batchSize,
      select: { id: true, headline: true },
    });
    if (approvals.length === 0) return;
    await write(async (transaction) => {
      for (const { id, headline } of approvals)
        await transaction.approval.updateMany({
          where: { id },
          data: { searchText: toSearchable(String(headline)) },
        });
    });
  }
}

/** A damaged run is left out here: opening it is what tells the person. */
async function indexConversations({ read, write }: Database): Promise<void> {
  for (;;) {
    const conversations = await read.conversation.findMany({
      where: { searchTexts: { none: {} } },
      take: batchSize,
      select: { id: true, title: true },
    });
    if (conversations.length === 0) return;
    for (const { id, title } of conversations) {
      const rows = await readEach(
        'Run',
        () => read.run.findMany({ where: { conversationId: id } }),
        () => read.run.findMany({ where: { conversationId: id }, select: { id: true } }),
        (key) => read.run.findUnique({ where: key }),
      );
      const runs = partDamaged(mapSound(rows, toRun)).items;
      await write(async (_transaction, writer) => {
        await indexTitle(writer, id, String(title));
        for (const run of runs) await indexRun(writer, run);
      });
    }
  }
}

/**
 * A text as the index holds it, and a search as it is compared. `%` and `_` mean something in LIKE and cannot be escaped through
 * Prisma, so private characters take their places on both sides.
 */
export function toSearchable(text: string): string {
  return foldForSearch(text).replaceAll('%', '\uf8fe').replaceAll('_', '\uf8ff');
}

function listTexts(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(listTexts) : [];
}
