import type { Run } from '../../domain/run';
import type { JsonValue } from '../../shared/json';
import { partDamaged } from '../ports/damaged-row.port';
import type { Database } from '../ports/database';
import type { RunWriter } from '../ports/run-writer.port';
import { mapSound, readEach } from '../rows/read-each';
import { readPart } from '../rows/read-row';
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
  const isMissing = { where: { searchText: null }, orderBy: { id: 'asc' } } as const;
  await forEachPage(async (page) => {
    const rows = await readEach(
      'Approval',
      { ...isMissing, ...page },
      (part) => read.approval.findMany({ ...part, select: { id: true, headline: true } }),
      (part) => read.approval.findMany({ ...part, select: { id: true } }),
    );
    const { items, damaged } = partDamaged(
      mapSound(rows, (row) => readPart('Approval', withHeadline, row, row.id)),
    );
    await write(async (transaction) => {
      for (const { id, headline } of items)
        await transaction.approval.updateMany({
          where: { id },
          data: { searchText: toSearchable(headline) },
        });
    });
    return { found: rows.length, left: damaged.length };
  });
}

async function indexConversations({ read, write }: Database): Promise<void> {
  const isMissing = { where: { searchTexts: { none: {} } }, orderBy: { id: 'asc' } } as const;
  await forEachPage(async (page) => {
    const rows = await readEach(
      'Conversation',
      { ...isMissing, ...page },
      (part) => read.conversation.findMany({ ...part, select: { id: true, title: true } }),
      (part) => read.conversation.findMany({ ...part, select: { id: true } }),
    );
    const { items, damaged } = partDamaged(
      mapSound(rows, (row) => readPart('Conversation', withIdAndTitle, row, row.id)),
    );
    for (const { id, title } of items) {
      const runs = await readEach(
        'Run',
        { where: { conversationId: id }, orderBy: { id: 'asc' } } as const,
        (part) => read.run.findMany(part),
        (part) => read.run.findMany({ ...part, select: { id: true } }),
      );
      await write(async (_transaction, writer) => {
        await indexTitle(writer, id, title);
        for (const run of partDamaged(mapSound(runs, toRun)).items) await indexRun(writer, run);
      });
    }
    return { found: rows.length, left: damaged.length };
  });
}

/**
 * Indexes page by page. It leaves damaged rows alone and begins the next page after them. The person learns
 * of the damage on opening the row.
 */
async function forEachPage(
  index: (page: { skip: number; take: number }) => Promise<{ found: number; left: number }>,
): Promise<void> {
  let skip = 0;
  for (;;) {
    const { found, left } = await index({ skip, take: batchSize });
    if (found === 0) return;
    skip += left;
  }
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
