import type { Run } from '../../domain/run';
import type { JsonValue } from '../../shared/json';
import type { Database } from '../ports/database';
import type { RunWriter } from '../ports/run-writer.port';
import { readPart } from '../rows/read-row';
import { forEachBatch, readRows } from '../rows/sound-rows';
import { withHeadline, withIdAndTitle } from '../rows/stored-rows';
import { toRun } from './run-rows';
import { foldForSearch } from './search-text';

const batchSize = 50;

/** Joins a run's requests and answers into plain text. */
export function toRunText({ parameters, state }: Pick<Run, 'parameters' | 'state'>): string {
  const asked = Object.values(parameters).flatMap(listTexts);
  return [...asked, ...(state.status === 'completed' ? [state.answer] : [])].join('\n');
}

/** Makes a conversation's title searchable, in place of the previous one. */
export function indexTitle(runs: RunWriter, conversationId: string, title: string): Promise<void> {
  return runs.index({ id: conversationId, conversationId, text: toSearchable(title) });
}

/** Makes a run's request and its answers so far searchable. */
export function indexRun(runs: RunWriter, run: Run): Promise<void> {
  return runs.index({ id: run.id, conversationId: run.conversationId, text: toSearchable(toRunText(run)) });
}

/** Makes rows searchable that are older than the index. */
export async function indexMissing(database: Database): Promise<void> {
  await indexConversations(database);
  await indexApprovals(database);
}

async function indexApprovals({ read, write }: Database): Promise<void> {
  const query = {
    where: { searchText: null },
    orderBy: { id: 'asc' },
    take: batchSize,
    select: { id: true, headline: true },
  } as const;
  const toItem = (row: object) => readPart('Approval', withHeadline, row);
  await forEachBatch(read, 'Approval', query, toItem, (approvals) =>
    write(async (transaction) => {
      for (const { id, headline } of approvals)
        await transaction.approval.updateMany({
          where: { id },
          data: { searchText: toSearchable(headline) },
        });
    }),
  );
}

async function indexConversations({ read, write }: Database): Promise<void> {
  const query = {
    where: { searchTexts: { none: {} } },
    orderBy: { id: 'asc' },
    take: batchSize,
    select: { id: true, title: true },
  } as const;
  const toItem = (row: object) => readPart('Conversation', withIdAndTitle, row);
  await forEachBatch(read, 'Conversation', query, toItem, async (conversations) => {
    for (const { id, title } of conversations) {
      const ofConversation = { where: { conversationId: id }, orderBy: { id: 'asc' } } as const;
      const runs = await readRows(read, 'Run', ofConversation, toRun);
      await write(async (_transaction, writer) => {
        await indexTitle(writer, id, title);
        for (const run of runs.items) await indexRun(writer, run);
      });
    }
  });
}

/**
 * Writes a text as the index holds it, and a search as the index compares it. `%` and `_` mean something in
 * LIKE, and Prisma cannot escape them, so private characters take their places on both sides.
 */
export function toSearchable(text: string): string {
  return foldForSearch(text).replaceAll('%', '\uf8fe').replaceAll('_', '\uf8ff');
}

function listTexts(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(listTexts) : [];
}
