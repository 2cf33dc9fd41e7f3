import { DatabaseUnavailable } from '../db/ports/database-unavailable.port';
import { type RunLedger, StaleRun, type TakenRun } from '../db/ports/run-store.port';
import { systemActor } from '../domain/actor';
import { appendToHistory, type History, openHistory } from '../domain/context/context-budget';
import { reduceRun } from '../domain/reduce-run';
import { needsDriver, type Run } from '../domain/run';
import type { RunEvent } from '../domain/run-event';
import { failpoint } from '../shared/failpoint';
import type { DriverPorts } from './driver-ports';
import type { Lease } from './hold-lease';

/**
 * A driver holds a run with its committed state and the events since. `history` is what the model has read;
 * it is null until a model is asked. `ledger` is the part that the driver got with the run.
 */
export type Session = {
  run: Run;
  committed: Run;
  uncommitted: RunEvent[];
  history: History | null;
  ledger: RunLedger | null;
};

export function adoptRun({ run, ledger }: TakenRun, lease: Lease): Session {
  lease.adopt();
  return { run, committed: run, uncommitted: [], history: null, ledger };
}

/**
 * Returns null when another process drives the run, when it is gone, or when it needs no driver because a
 * person stopped it before its turn came.
 */
export async function claimRun(lease: Lease, ports: DriverPorts): Promise<Session | null> {
  const claimed = await lease.claim();
  if (!claimed || !needsDriver(claimed.run.state.status)) return null;
  const { run, lostActiveMs } = claimed;
  const session: Session = { run, committed: run, uncommitted: [], history: null, ledger: null };
  session.history = await loadHistory(session, ports);
  const wasActive = run.state.status === 'calling_model' || run.state.status === 'tool_running';
  if (wasActive && lostActiveMs > 0)
    append(session, { type: 'active_time_recovered', activeMs: lostActiveMs });
  return session;
}

/** Loads the history of a run that has no uncommitted events. It reads what the session's ledger lacks. */
export async function loadHistory({ run, ledger }: Session, { runs }: DriverPorts): Promise<History> {
  const { openingMessages, recorded } = ledger ?? (await readLedger(run, runs));
  const isMissing = recorded.length < run.version;
  const later = isMissing ? await runs.listEvents(run.id, recorded.length) : [];
  const events = [...recorded, ...later];
  return events.reduce((soFar, { event }) => appendToHistory(soFar, event), openHistory(openingMessages));
}

async function readLedger(run: Run, runs: DriverPorts['runs']): Promise<RunLedger> {
  const [openingMessages, recorded] = await Promise.all([
    runs.loadOpeningMessages(run.id),
    runs.loadLedger(run),
  ]);
  return { openingMessages, recorded };
}

/** Looks ahead at the run after the event. The commit's own reduction, with its clock, replaces this one. */
export function append(session: Session, event: RunEvent): void {
  session.run = reduceRun(session.run, event, { at: session.run.updatedAt, by: systemActor.id });
  session.history = session.history && appendToHistory(session.history, event);
  session.uncommitted.push(event);
}

export async function commit(session: Session, { runs, live, owner }: DriverPorts): Promise<void> {
  if (session.uncommitted.length === 0) return;
  const run = await runs.commit(session.committed, session.uncommitted, {
    actor: systemActor,
    owner,
  });
  failpoint('unannounced');
  session.run = run;
  session.committed = run;
  session.uncommitted = [];
  live.publishVersion(run);
}

/**
 * Stores a tool's result although another writer changed the run first, perhaps while this driver waited for
 * the database.
 */
export async function keepLateResult(session: Session | null, ports: DriverPorts): Promise<void> {
  if (!session?.uncommitted.some((event) => event.type === 'tool_finished')) return;
  try {
    await commitLateResult(session, ports);
  } catch (error) {
    if (!(error instanceof StaleRun || error instanceof DatabaseUnavailable)) ports.reportBug(error);
  }
}

/** Stores the outcome of a tool that ran while a person stopped the run or the server went down. */
export async function commitLateResult(session: Session, ports: DriverPorts): Promise<void> {
  const current = await ports.runs.find(session.run.id);
  if (!current) return;
  const isOurs = current.version === session.committed.version;
  if (!isOurs && current.state.status !== 'cancelled') return;
  session.committed = isOurs ? session.committed : current;
  if (!isOurs) session.uncommitted = session.uncommitted.filter((event) => event.type === 'tool_finished');
  await commit(session, ports);
}

/**
 * Returns what must outlive a broken session: the run as stored, and an unstored tool result, because nothing
 * can produce that result again.
 */
export function toRemains(session: Session | null) {
  const finished = session?.uncommitted.find((event) => event.type === 'tool_finished') ?? null;
  return { known: session?.committed ?? null, finished };
}
