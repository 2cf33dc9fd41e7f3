import type Sqlite from 'better-sqlite3';
import { reduceRun } from '../../domain/reduce-run';
import { beforeFirstEvent, type Run } from '../../domain/run';
import type { RunEvent as RunEventRow, Run as RunRow } from '../generated/client';
import { toRecordedEvent, toRun } from '../run-rows';
import { type Finding, type RawRow, readRows } from './raw-rows';

/** What a row's shape cannot tell: whether the rows of each run and conversation fit together. `known` is left alone. */
export function checkLedgers(database: Sqlite.Database, known: readonly Finding[]): Finding[] {
  const damaged = new Set(known.map(({ row }) => String(row['runId'] ?? row['id'])));
  const findings: Finding[] = [];
  const prompts = idsOf(database, 'SELECT runId FROM PromptSnapshot');
  const runs = idsOf(database, 'SELECT id FROM Run');
  const approvals = idsOf(database, "SELECT id FROM Approval WHERE status = 'pending'");
  const waiting = new Set<string>();
  for (const { raw, typed } of readRows(database, 'Run')) {
    const id = String(raw['id']);
    if (damaged.has(id)) continue;
    // `toRun` checks the row, and so does `toRecordedEvent` below.
    const run = toRun(typed as unknown as RunRow);
    const { state } = run;
    if (state.status === 'awaiting_approval') waiting.add(state.approvalId);
    const isLost = state.status === 'awaiting_approval' && !approvals.has(state.approvalId);
    const problem = prompts.has(id)
      ? isLost
        ? 'the request that it waits for is missing'
        : checkLedger(database, run)
      : 'its prompt is missing';
    if (problem !== null) findings.push({ table: 'Run', row: raw, name: id, problem });
  }
  const found = new Set([...damaged, ...findings.map(({ name }) => name)]);
  for (const { raw } of readRows(database, 'Approval', "status = 'pending'"))
    if (!waiting.has(String(raw['id'])) && !found.has(String(raw['runId'])))
      findings.push(toFinding('Approval', raw, 'no run waits for it'));
  const unseen = 'callId IN (SELECT id FROM ToolCall) AND callId NOT IN (SELECT callId FROM CallPreview)';
  for (const { raw } of readRows(database, 'Approval', unseen))
    findings.push(toFinding('Approval', raw, 'its preview is missing'));
  for (const { raw } of readRows(database, 'Conversation', 'activeRunId IS NOT NULL'))
    if (!runs.has(String(raw['activeRunId'])))
      findings.push({ ...toFinding('Conversation', raw, 'its active run is missing'), isMendable: true });
  const written = idsOf(database, 'SELECT promptId FROM SystemPromptVersion');
  for (const { raw } of readRows(database, 'SystemPrompt'))
    if (!written.has(String(raw['id']))) findings.push(toFinding('SystemPrompt', raw, 'its text is missing'));
  return findings;
}

const toFinding = (table: Finding['table'], row: RawRow, problem: string): Finding => ({
  table,
  row,
  name: String(row['id']),
  problem,
});

/** Adds up the events of a run and compares their sum with what is stored. Null: they agree. */
function checkLedger(database: Sqlite.Database, run: Run): string | null {
  const events = [...readRows(database, 'RunEvent', 'runId = ? ORDER BY version', run.id)].map(({ typed }) =>
    toRecordedEvent(typed as unknown as RunEventRow),
  );
  const gap = events.findIndex(({ version }, index) => version !== index + 1);
  if (gap !== -1) return `its event ${gap + 1} is missing`;
  if (events.length !== run.version) return `it has ${events.length} events and counts ${run.version}`;
  let sum: Run = { ...run, ...beforeFirstEvent(run.createdAt) };
  try {
    for (const { event, at, actor } of events) sum = reduceRun(sum, event, { at, actor });
  } catch (error) {
    return `its events do not follow each other: ${(error as Error).message}`;
  }
  const wrong = (['status', 'call', 'steps', 'malformedReplies', 'rejectedCalls'] as const).find(
    (fact) => balanceOf(sum)[fact] !== balanceOf(run)[fact],
  );
  if (wrong) return `its events add up to another ${wrong} than is stored`;
  // Each commit rounds to whole milliseconds.
  const isFar = Math.abs(sum.activeMs - run.activeMs) > events.length;
  return isFar ? 'its events add up to another activeMs than is stored' : null;
}

/** What no version of the program words differently. */
function balanceOf({ state, steps, malformedReplies, rejectedCallHashes }: Run) {
  return {
    status: state.status,
    call: 'call' in state ? state.call.hash : null,
    steps,
    malformedReplies,
    rejectedCalls: rejectedCallHashes.join(),
  };
}

function idsOf(database: Sqlite.Database, query: string): Set<unknown> {
  return new Set(database.prepare(query).pluck().all());
}
