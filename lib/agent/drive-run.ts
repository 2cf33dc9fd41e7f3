import { StaleRun, type TakenRun } from '../db/ports/run-store.port';
import { findCut, type History } from '../domain/context/context-budget';
import { fitRequest, fitsAnyWindow } from '../domain/context/fit-request';
import { toSentMessages } from '../domain/context/sent-messages';
import { nextEffect, type RunEffect } from '../domain/next-effect';
import { needsDriver, type Run } from '../domain/run';
import { noWork, type RunEvent } from '../domain/run-event';
import type { ToolCall } from '../domain/tool-call';
import type { DriveOptions } from '../runtime/dispatcher.port';
import { withDeadline } from '../shared/deadline';
import { failpoint } from '../shared/failpoint';
import type { RunId } from '../shared/ids';
import { callModel, toTooLong } from './call-model';
import type { DriverPorts } from './driver-ports';
import {
  adoptRun,
  append,
  claimRun,
  commit,
  commitLateResult,
  keepLateResult,
  loadHistory,
  type Session,
  toRemains,
} from './driver-session';
import { endBrokenRun, toFault } from './end-broken-run';
import { holdLease } from './hold-lease';
import { isCancelled, isCutShort } from './interrupted-call';
import { runTool } from './run-tool';
import { steadyPorts } from './steady-ports';

/**
 * Runs the agent loop: it asks the pure core what to do next, does that at the edge, and commits what
 * happened, until the run has ended or waits for a person. Then it returns: nothing waits in memory.
 *
 * Each step has two commits: `tool_started` is durable before a tool runs, and its result is durable before
 * the model is asked again. `taken` is a run that a commit gave to this driver at once, with its work begun.
 * When `taken` is null, this driver claims the run.
 *
 * The loop leaves alone a run that was given up.
 */
export async function driveRun(
  runId: RunId,
  ports: DriverPorts,
  { signal, toolSignal, isShuttingDown }: DriveOptions,
  taken: TakenRun | null = null,
): Promise<void> {
  if (ports.givenUp.has(runId)) return;
  const steady = steadyPorts(ports, { signal, isShuttingDown });
  let session: Session | null = null;
  let isGivenBack = false;
  const heartbeat = () => session?.committed && heartbeatOf(session.committed, steady);
  const lease = holdLease(runId, steady, heartbeat);
  const anySignal = AbortSignal.any([signal, lease.lost]);
  const signals = { signal: anySignal, toolSignal: AbortSignal.any([toolSignal, lease.lost]) };
  try {
    session = taken ? adoptRun(taken, lease) : await claimRun(lease, steady);
    if (!session) return;
    const isCallStarted = taken?.run.state.status === 'tool_running';
    let goesOn = isCallStarted ? await executeCall(session, steady, signals) : true;
    while (goesOn && !isShuttingDown()) goesOn = await takeStep(session, steady, signals);
    // A reply that was complete when the server began to stop is kept, and its call waits for the next driver.
    if (isShuttingDown()) await commit(session, steady);
    // The commit that left nothing to do has ended the lease.
    isGivenBack = !needsDriver(session.committed.state.status);
  } catch (error) {
    // A person stopped the run, another process took it over, or the server shuts down. Others record what
    // became of the run, so this driver stores only a late tool result.
    if (error instanceof StaleRun || anySignal.aborted) await keepLateResult(session, steady);
    else await endBrokenRun(toFault(error, steady), toRemains(session), lease, steady);
  } finally {
    // The next driver of an interrupted run counts this work.
    const heartbeatAt = heartbeat();
    steady.live.endWork(runId);
    if (isGivenBack) lease.end();
    else await lease.release(heartbeatAt);
  }
}

/** When the server shuts down, tools go on for a while after everything else. */
type Signals = Pick<DriveOptions, 'signal' | 'toolSignal'>;

/** The monotonic clock measures active time, so a clock that is set to another time adds none. */
function heartbeatOf(run: Run, { live }: Pick<DriverPorts, 'live'>): Date {
  return new Date(run.updatedAt.getTime() + live.workSoFar(run).activeMs);
}

/** Returns false when there is nothing more to do for now. */
async function takeStep(session: Session, ports: DriverPorts, signals: Signals): Promise<boolean> {
  const { results, fault } = session.history?.transcript ?? {};
  const effect = nextEffect(session.run, { sameResults: results?.latest ?? 0, fault: fault ?? null });
  switch (effect.type) {
    case 'start_run':
      append(session, { type: 'run_started' });
      return true;
    case 'call_model':
      // The history may end the run before the model is asked, so it is loaded first.
      if (session.history) await askModel(session, session.history, effect.timeLeftMs, ports, signals.signal);
      else {
        await commit(session, ports);
        session.history = await loadHistory(session, ports);
      }
      return true;
    case 'run_tool':
      return runApprovedTool(session, effect, ports, signals);
    case 'recover_tool':
      append(session, toRecovery(effect.call));
      return true;
    case 'fail_run':
      append(session, { type: 'run_failed', code: effect.code, message: effect.message, ...noWork });
      return true;
    case 'wait':
    case 'stop':
      failpoint('pause_uncommitted');
      await commit(session, ports);
      failpoint('pause_committed');
      warnOfFailure(session.run, ports);
      return false;
  }
}

/**
 * Leaves out of the request what does not fit the model's window, and stores that before it sends anything.
 */
async function askModel(
  session: Session,
  before: History,
  timeLeftMs: number,
  ports: DriverPorts,
  signal: AbortSignal,
): Promise<void> {
  const model = await ports.models.open(session.run.model);
  const findWindow = async () => model && (await model.findWindow(signal));
  const isSmall = fitsAnyWindow(before);
  const fit = fitRequest(before, isSmall ? null : await findWindow());
  if (fit.type === 'too_long') return append(session, toTooLong(session.run, fit));
  if (fit.type === 'leave_out') append(session, fit.event);
  await commit(session, ports);
  const history = session.history ?? before;
  ports.live.startWork(session.run);
  const reply = await withDeadline(signal, timeLeftMs, (limited) =>
    callModel(
      session.run,
      model,
      {
        messages: toSentMessages(history.transcript, history.budget.leftOut),
        asked: history.transcript.asked,
      },
      ports,
      limited,
      timeLeftMs,
    ),
  );
  const cut = findCut(history, reply, null) && findCut(history, reply, await findWindow());
  if (cut) append(session, cut);
  append(session, reply);
}

async function runApprovedTool(
  session: Session,
  { call }: Extract<RunEffect, { type: 'run_tool' }>,
  ports: DriverPorts,
  signals: Signals,
): Promise<boolean> {
  append(session, { type: 'tool_started', callId: call.id });
  failpoint('call_uncommitted');
  await commit(session, ports);
  return executeCall(session, ports, signals);
}

/** Executes a started call: this driver started it, or the commit that gave the run to this driver did. */
async function executeCall(
  session: Session,
  ports: DriverPorts,
  { signal, toolSignal }: Signals,
): Promise<boolean> {
  const { state, limits, activeMs } = session.run;
  if (state.status !== 'tool_running') throw new Error(`No call is started: the run is ${state.status}`);
  const { call } = state;
  const timeLeftMs = limits.maxActiveMs - activeMs;
  failpoint('call_committed');
  ports.live.startWork(session.run);
  const finished = await withDeadline(toolSignal, timeLeftMs, (limited) =>
    runTool(call, ports, limited, timeLeftMs),
  );
  failpoint('result_uncommitted');
  if (signal.aborted && isCutShort(finished) && !(await isCancelled(session.run.id, ports))) return false;
  append(session, finished);
  if (!signal.aborted) return true;
  await commitLateResult(session, ports);
  return false;
}

/** Decides what happens to a call whose process is gone. */
function toRecovery({ id: callId, isIdempotent }: ToolCall): RunEvent {
  if (isIdempotent) return { type: 'tool_rescheduled', callId };
  return { type: 'outcome_lost', callId, errorId: null, activeMs: 0 };
}

function warnOfFailure(run: Run, { warn }: DriverPorts): void {
  if (run.state.status !== 'failed') return;
  warn('A run ended without being finished', { runId: run.id, code: run.state.code, steps: run.steps });
}
