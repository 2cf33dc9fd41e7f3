import type { Reader } from '../../domain/reader';
import type { ConversationId, RunId } from '../../shared/ids';
import type { Prisma } from '../generated/client';
import type { Database } from '../ports/database';
import type { UnknownOutcome, UnknownOutcomeStore } from '../ports/stores.port';
import { readPart, refuseRow } from '../rows/read-row';
import { seenBy } from '../rows/seen-by';
import { readRows } from '../rows/sound-rows';
import { ofWaitingRun } from '../rows/stored-rows';

const shown = {
  id: true,
  conversationId: true,
  title: true,
  startedById: true,
  stateJson: true,
  updatedAt: true,
  conversation: { select: { title: true } },
} as const;

/** Reads what `reader` sees. Null is the server itself. */
export function createUnknownOutcomeStore(
  { read }: Database,
  reader: Reader | null = null,
): UnknownOutcomeStore {
  const isUnknown = { status: 'outcome_unknown', conversation: { deletedAt: null, ...seenBy(reader) } };
  return {
    count: () => read.run.count({ where: isUnknown }),
    async list(limit) {
      const query = {
        where: isUnknown,
        // Nothing changes such a run until a person answers, so its last change is the loss of the outcome.
        orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
        take: limit,
        select: shown,
      } satisfies Prisma.RunFindManyArgs;
      return readRows(read, 'Run', query, (row): UnknownOutcome => {
        const { stateJson: state, startedById, updatedAt } = readPart('Run', ofWaitingRun, row);
        if (state.status !== 'outcome_unknown')
          return refuseRow('Run', row.id, 'status is not the status of stateJson');
        return {
          runId: row.id as RunId,
          conversationId: row.conversationId as ConversationId,
          conversationTitle: row.conversation.title,
          workflowTitle: row.title,
          startedBy: startedById,
          headline: state.call.headline,
          verdict: state.call.verdict,
          since: updatedAt,
        };
      });
    },
  };
}
