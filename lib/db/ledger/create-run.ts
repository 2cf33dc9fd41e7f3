import type { RecordedEvent } from '../../domain/run-event';
import { createId } from '../../shared/ids';
import type { WriteTransaction } from '../ports/database';
import type { CreatedRun, CreateRun, KeyedRequest, StartedEarlier } from '../ports/run-store.port';
import type { NewRunRows, RunWriter, Taking } from '../ports/run-writer.port';
import { readWhole } from '../rows/sound-rows';
import { insertRow } from '../rows/write-row';
import { KeyTaken } from '../rows/write-unless-taken';
import { takeConversation } from './project-commit';
import { type PlannedCommit, planCommit, reduceBeginning, reduceEvents, toRecorded } from './run-change';
import { toNewCall, toRun, toRunRow } from './run-rows';
import { indexRun, indexTitle } from './search-texts';

/**
 * Writes a new run with everything that belongs to it. With `taking`, its driver begins in the same
 * transaction. `recorded` has the first events. Throws `KeyTaken` when another transaction was faster.
 */
export async function createRun(
  transaction: WriteTransaction,
  runs: RunWriter,
  request: CreateRun,
  taking: Taking | null,
): Promise<{ created: CreatedRun; recorded: readonly RecordedEvent[] }> {
  const { run, key } = request;
  const started = key && (await findStarted(transaction, key));
  if (started) return { created: { ...started, isNew: false }, recorded: [] };
  await startConversation(transaction, runs, request);
  const { commit, rows } = toNewRun(request, taking);
  if (!(await runs.insert(rows))) throw new KeyTaken();
  await indexRun(runs, run);
  if (request.message !== null) {
    await insertRow(transaction, 'Message', {
      id: createId('msg'),
      conversationId: run.conversationId,
      runId: run.id,
      author: 'person',
      text: request.message,
      createdById: run.startedBy,
      createdAt: run.createdAt,
    });
  }
  const created = { run: commit.after, isNew: true, isSameRequest: true };
  return { created, recorded: toRecorded(commit.steps) };
}

/** Finds the run that an earlier request with this key started. */
export async function findStarted(
  { run }: Pick<WriteTransaction, 'run'>,
  { idempotencyKey, requestHash }: KeyedRequest,
): Promise<StartedEarlier | null> {
  const where = { idempotencyKey };
  const row = await readWhole('Run', where, run.findUnique({ where }));
  // A run without a hash is older than that column. It counts as the same request, sent again while the
  // server was updated.
  return (
    row && { run: toRun(row), isSameRequest: row.requestHash === null || row.requestHash === requestHash }
  );
}

function toNewRun(request: CreateRun, taking: Taking | null): { commit: PlannedCommit; rows: NewRunRows } {
  const { run, key, workflow, systemPrompt } = request;
  const at = run.createdAt;
  const first = reduceEvents(run, [{ type: 'run_created' }], { by: run.startedBy, at });
  const steps = taking ? [...first, ...reduceBeginning(first.at(-1)?.run ?? run, at)] : first;
  const commit = planCommit(run, steps, { owner: null, taking });
  const { after, change } = commit;
  const rows: NewRunRows = {
    row: {
      ...toRunRow(after),
      idempotencyKey: key?.idempotencyKey ?? null,
      requestHash: key?.requestHash ?? null,
      workflowRevision: workflow?.revision ?? null,
    },
    snapshot: {
      systemPromptId: systemPrompt.id,
      systemPromptVersion: systemPrompt.version,
      messagesJson: JSON.stringify(request.openingMessages),
    },
    workflow,
    events: change.events,
    taking: change.taking,
    callChanges: change.calls,
    calls: run.plan.map((call) =>
      toNewCall(run.id, call, request.previews?.get(call.id) ?? [], run.createdAt),
    ),
  };
  return { commit, rows };
}

/** Creates the conversation of a new run, or takes it if none of its runs is active. */
async function startConversation(
  transaction: WriteTransaction,
  runs: RunWriter,
  request: CreateRun,
): Promise<void> {
  const { run } = request;
  if (request.isNewConversation) {
    await insertRow(transaction, 'Conversation', {
      id: run.conversationId,
      title: request.conversationTitle,
      activeRunId: run.id,
      createdById: run.startedBy,
      workspaceId: run.workspaceId,
      isPrivate: false,
      createdAt: run.createdAt,
      updatedAt: run.createdAt,
      deletedAt: null,
    });
    await indexTitle(runs, run.conversationId, request.conversationTitle);
    return;
  }
  await takeConversation(transaction, run, { workspaceId: run.workspaceId });
  const isUntitled = { id: run.conversationId, title: '' };
  const data = { title: request.conversationTitle };
  const { count } = await transaction.conversation.updateMany({ where: isUntitled, data });
  if (count === 1) await indexTitle(runs, run.conversationId, data.title);
}
