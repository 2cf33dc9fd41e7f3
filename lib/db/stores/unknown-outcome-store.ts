import type { ConversationId, RunId } from '../../shared/ids';
import { DamagedRow, partDamaged } from '../ports/damaged-row.port';
import type { Database } from '../ports/database';
import type { UnknownOutcome, UnknownOutcomeStore } from '../ports/stores.port';
import { mapSound, readEach } from '../rows/read-each';
import { readPart } from '../rows/read-row';
import { ofWaitingRun } from '../rows/stored-rows';

const isUnknown = { status: 'outcome_unknown', conversation: { deletedAt: null } };

const shown = {
  id: true,
  conversationId: true,
  title: true,
  startedByName: true,
  stateJson: true,
  updatedAt: true,
  conversation: { select: { title: true } },
} as const;

export function createUnknownOutcomeStore({ read }: Database): UnknownOutcomeStore {
  return {
    count: () => read.run.count({ where: isUnknown }),
    async list(limit) {
      const selected = {
        where: isUnknown,
        // Nothing changes such a run until a person answers, so its last change is the loss of the outcome.
        orderBy: [{ updatedAt: 'asc' as const }, { id: 'asc' as const }],
        take: limit,
      };
      const rows = await readEach(
        'Run',
        selected,
        (part) => read.run.findMany({ ...part, select: shown }),
        (part) => read.run.findMany({ ...part, select: { id: true } }),
      );
      const listed = mapSound(rows, (row): UnknownOutcome => {
        const { stateJson: state, updatedAt } = readPart('Run', ofWaitingRun, row, row.id);
        if (state.status !== 'outcome_unknown')
          throw new DamagedRow('Run', row.id, 'status is not the status of stateJson');
        return {
          runId: row.id as RunId,
          conversationId: row.conversationId as ConversationId,
          conversationTitle: row.conversation.title,
          workflowTitle: row.title,
          startedBy: row.startedByName,
          headline: state.call.headline,
          since: updatedAt,
        };
      });
      return partDamaged(listed);
    },
  };
}
