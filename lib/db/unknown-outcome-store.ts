import type { ConversationId, RunId } from '../shared/ids';
import type { Database } from './database';
import { readColumn, runState } from './stored-shapes';
import type { UnknownOutcome, UnknownOutcomeStore } from './stores.port';

const isUnknown = { status: 'outcome_unknown', conversation: { deletedAt: null } };

export function createUnknownOutcomeStore({ read }: Database): UnknownOutcomeStore {
  return {
    count: () => read.run.count({ where: isUnknown }),
    async list(limit) {
      const rows = await read.run.findMany({
        where: isUnknown,
        // Nothing is written to such a run until a person answers: its last change is when the outcome was lost.
        orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
        take: limit,
        select: {
          id: true,
          conversationId: true,
          title: true,
          startedByName: true,
          stateJson: true,
          updatedAt: true,
          conversation: { select: { title: true } },
        },
      });
      return rows.flatMap((row): UnknownOutcome[] => {
        const state = readColumn(runState, 'Run.stateJson', row.stateJson);
        if (state.status !== 'outcome_unknown') return [];
        return [
          {
            runId: row.id as RunId,
            conversationId: row.conversationId as ConversationId,
            conversationTitle: row.conversation.title,
            workflowTitle: row.title,
            startedBy: row.startedByName,
            headline: state.call.headline,
            since: row.updatedAt,
          },
        ];
      });
    },
  };
}
