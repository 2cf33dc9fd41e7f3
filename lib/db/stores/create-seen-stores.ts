import type { Reader } from '../../domain/reader';
import type { RunId } from '../../shared/ids';
import type { Database } from '../ports/database';
import type { RunStore } from '../ports/run-store.port';
import type { ApprovalStore } from '../ports/stores.port';
import { isSeenPlace } from '../rows/seen-by';
import { createApprovalStore, createCallStore } from './approval-store';
import { createAuditStore } from './audit-store';
import { createConversationStore } from './conversation-store';
import { createStartHistory } from './settings-stores';
import { createUnknownOutcomeStore } from './unknown-outcome-store';
import { createUsageStore } from './usage-store';

/**
 * Creates the stores for one request of `reader`, in place of those that see everything. What the reader does not
 * see is not there: reads find nothing, and lists and counts leave it out. `runs` is the server's own store.
 */
export function createSeenStores(database: Database, runs: RunStore, reader: Reader) {
  // A signer reads the context of a request, and decides, although its conversation is closed to them.
  const shown = new Set<RunId>();
  const isSeen = async (id: Parameters<typeof database.runReads.findPlace>[0]) =>
    isSeenPlace(reader, await database.runReads.findPlace(id));
  const isShown = async (runId: RunId) => shown.has(runId) || isSeen(runId);
  const seenRuns: RunStore = {
    ...runs,
    isSeen,
    find: async (runId) => ((await isShown(runId)) ? runs.find(runId) : null),
    findLatest: async (id, kind) => ((await isSeen(id)) ? runs.findLatest(id, kind) : null),
    listOfConversation: async (id, selection) =>
      (await isSeen(id)) ? runs.listOfConversation(id, selection) : { items: [], damaged: [] },
    listSizes: async (id, selection) => ((await isSeen(id)) ? runs.listSizes(id, selection) : []),
    listEvents: async (runId, afterVersion) =>
      (await isShown(runId)) ? runs.listEvents(runId, afterVersion) : [],
  };
  return {
    runs: seenRuns,
    conversations: createConversationStore(database, reader),
    approvals: noteFound(createApprovalStore(database, reader), (runId) => shown.add(runId)),
    unknownOutcomes: createUnknownOutcomeStore(database, reader),
    calls: createCallStore(database, reader),
    history: createStartHistory(database, reader),
    audit: createAuditStore(database, reader),
    usage: createUsageStore(database, reader),
  };
}

function noteFound(approvals: ApprovalStore, note: (runId: RunId) => void): ApprovalStore {
  const noted = <Found extends { runId: RunId }>(found: Found | null): Found | null => {
    if (found) note(found.runId);
    return found;
  };
  return {
    ...approvals,
    find: async (id) => noted(await approvals.find(id)),
    findBrief: async (id) => noted(await approvals.findBrief(id)),
  };
}
