import type Sqlite from 'better-sqlite3';
import { reduceRun } from '../../domain/reduce-run';
import { beforeFirstEvent, type Run } from '../../domain/run';
import type { RunEvent as RunEventRow, Run as RunRow } from '../generated/client';
import { toRecordedEvent, toRun } from '../ledger/run-rows';
import { nameOf } from '../rows/read-row';
import { purgeBegunAt } from '../stores/purge-conversation';
import { type Finding, type RawRow, readEvents, readRows, toKeys } from './raw-rows';

/**
 * Checks whether the rows of each run and conversation fit together, because a row's shape cannot tell. It
 * skips the rows in `known`.
 */
export function checkLedgers(database: Sqlite.Database, known: readonly Finding[]): Finding[] {
  const damaged = new Set(known.map(({ row }) => String(row.runId ?? row.id)));
  const findings: Finding[] = [];
  const hasPrompt = finder(database, 'SELECT 1 FROM PromptSnapshot WHERE runId = ?');
  const isRun = finder(database, 'SELECT 1 FROM Run WHERE id = ?');
  const isPending = finder(database, "SELECT 1 FROM Approval WHERE status = 'pending' AND id = ?");
  const hasVersion = finder(database, 'SELECT 1 FROM SystemPromptVersion WHERE promptId = ?');
  const waiting = new Set<string>();
  // A run loses its events bit by bit during its final removal.
  const isKept = 'conversationId NOT IN (SELECT id FROM Conversation WHERE unixepoch(deletedAt) = ?)';
  for (const { raw, typed } of readRows(database, 'Run', isKept, purgeBegunAt.getTime())) {
    const id = String(raw['id']);
    if (damaged.has(id)) continue;
    // `toRun` checks every column.
    const run = toRun(typed as unknown as RunRow);
    const { state } = run;
    if (state.status === 'awaiting_approval') waiting.add(state.approvalId);
    const isLost = state.status === 'awaiting_approval' && !isPending(state.approvalId);
    const problem = hasPrompt(id)
      ? isLost
        ? 'the request that it waits for is missing'
        : checkLedger(database, run)
      : 'its prompt is missing';
    if (problem !== null) findings.push(toFinding('Run', raw, problem));
  }
  const found = new Set([...damaged, ...findings.map(({ name }) => name)]);
  for (const { raw } of readRows(database, 'Approval', "status = 'pending'"))
    if (!waiting.has(String(raw['id'])) && !found.has(String(raw['runId'])))
      findings.push(toFinding('Approval', raw, 'no run waits for it'));
  const unseen = 'callId IN (SELECT id FROM ToolCall) AND callId NOT IN (SELECT callId FROM CallPreview)';
  for (const { raw } of readRows(database, 'Approval', unseen))
    findings.push(toFinding('Approval', raw, 'its preview is missing'));
  for (const { raw } of readRows(database, 'Conversation', 'activeRunId IS NOT NULL'))
    if (!isRun(String(raw['activeRunId'])))
      findings.push({ ...toFinding('Conversation', raw, 'its active run is missing'), isMendable: true });
  for (const { raw } of readRows(database, 'SystemPrompt'))
    if (!hasVersion(String(raw['id']))) findings.push(toFinding('SystemPrompt', raw, 'its text is missing'));
  return findings;
}

const toFinding = (table: Finding['table'], row: RawRow, problem: string): Finding => ({
  table,
  row: toKeys(row),
  name: nameOf(row),
  problem,
});

/** Adds up the events of a run and compares their sum with the stored run. Returns null when they agree. */
function checkLedger(database: Sqlite.Database, run: Run): string | null {
  let count = 0;
  let sum: Run = { ...run, ...beforeFirstEvent(run.createdAt) };
  let refusal: string | null = null;
  for (const { typed } of readEvents(database, run.id)) {
    // `toRecordedEvent` checks every column.
    const { version, event, at, by } = toRecordedEvent(typed as unknown as RunEventRow);
    count += 1;
    if (version !== count) return `its event ${count} is missing`;
    if (refusal !== null) continue;
    try {
      sum = reduceRun(sum, event, { at, by });
    } catch (error) {
      refusal = (error as Error).message;
    }
  }
  if (count !== run.version) return `it has ${count} events and counts ${run.version}`;
  if (refusal !== null) return `its events do not follow each other: ${refusal}`;
  const wrong = (['status', 'call', 'steps', 'malformedReplies', 'rejectedCalls'] as const).find(
    (fact) => balanceOf(sum)[fact] !== balanceOf(run)[fact],
  );
  if (wrong) return `its events add up to another ${wrong} than is stored`;
  // Each commit rounds to whole milliseconds.
  const isFar = Math.abs(sum.activeMs - run.activeMs) > count;
  return isFar ? 'its events add up to another activeMs than is stored' : null;
}

/** Picks the facts that every version of the program words the same way. */
function balanceOf({ state, steps, malformedReplies, rejectedCallHashes }: Run) {
  return {
    status: state.status,
    call: 'call' in state ? state.call.hash : null,
    steps,
    malformedReplies,
    rejectedCalls: rejectedCallHashes.join(),
  };
}

function finder(database: Sqlite.Database, query: string): (id: string) => boolean {
  const statement = database.prepare<[string], 1>(query).pluck();
  return (id) => statement.get(id) !== undefined;
}
