import type { SettleOutcomeBody } from '../contracts/run-requests';
import type { RunHeader } from '../contracts/runs';
import { DatabaseUnavailable } from '../db/ports/database-unavailable.port';
import type { Actor } from '../domain/actor';
import { pickedModel } from '../domain/bound-model';
import { canContinue, isTerminal, type Run } from '../domain/run';
import type { ModelSource } from '../models/model-source.port';
import { pickModel } from '../models/pick-model';
import { requireMaySign, type SignedThing, toSignedThing } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import type { RunId } from '../shared/ids';
import { commitAsActor } from './commit-as-actor';
import { loadTimeline } from './load-timeline';
import type { Services } from './services';
import { toDamagedHeader } from './views/damaged-run';
import { toTimelineHeader } from './views/run-view';
import { requireMayStart } from './why-not-start';
import { requireConfigured } from './workspaces';

type SteeringServices = Pick<Services, 'runs' | 'live' | 'actors'>;

/**
 * Stops a run in every state and from any tab. A run that has already ended is returned unchanged. When the
 * stop cannot be stored, for any reason, the work in flight ends all the same. The run is then only
 * interrupted, and the error says why it was not stopped.
 */
export async function stopRun(
  services: SteeringServices & Pick<Services, 'dispatcher' | 'askDriverToStop'>,
  actor: Actor,
  { runId }: { runId: string },
): Promise<RunHeader> {
  const run = await commitAsActor(services, actor, runId, async (current) => {
    if (isTerminal(current.state.status)) return null;
    await services.askDriverToStop(current, actor);
    return { type: 'run_cancelled', ...services.live.workSoFar(current) };
  }).catch((error) => {
    // Nobody stops a run that they do not see.
    if (error instanceof AppError && error.code === 'not_found') throw error;
    services.dispatcher.abort(runId as RunId);
    throw explainUnsaved(error);
  });
  services.dispatcher.abort(run.id);
  return headerOf(services, run);
}

function explainUnsaved(error: unknown): unknown {
  const interrupted = 'The current step was interrupted, but the stop could not be saved';
  if (error instanceof DatabaseUnavailable)
    return new AppError(
      'database_unavailable',
      `${interrupted}. Stop the run again once the database is writable.`,
    );
  const isDamaged = error instanceof AppError && error.code === 'damaged_data';
  return isDamaged
    ? new AppError('damaged_data', `${interrupted}, so the run may go on. ${error.message}`)
    : error;
}

/**
 * Continues a run after a limit or a failure, with fresh limits and everything done so far. It takes the
 * model that was picked for the run, as it is set up now. Otherwise it takes the default, since the bound
 * model may be the reason for the failure (docs/decisions/0009). Who may no longer start such a run does not
 * continue it.
 */
export async function continueRun(
  services: SteeringServices &
    Pick<Services, 'workspaces' | 'stopWhatIsLeft'> & { models: Pick<ModelSource, 'inForce' | 'find'> },
  actor: Actor,
  { runId }: { runId: string },
): Promise<RunHeader> {
  const run = await commitAsActor(services, actor, runId, async (current) => {
    requireConfigured(services, current.workspaceId);
    requireMayStart(actor, current.signers);
    if (canContinue(current))
      return { type: 'run_continued', model: await pickModel(services, pickedModel(current.model)) };
    throw new AppError(
      'cannot_continue',
      'This run did not end at a limit or an error that can be continued.',
    );
  });
  await services.stopWhatIsLeft(actor);
  return headerOf(services, run);
}

/**
 * Records what a person says about the outcome of a call that a crash or a bug cut off. That is a signature.
 */
export async function settleOutcome(
  services: SteeringServices & Pick<Services, 'workspaces'>,
  actor: Actor,
  { runId, ...settlement }: { runId: string } & SettleOutcomeBody,
): Promise<RunHeader> {
  const run = await commitAsActor(services, actor, runId, ({ state, startedBy, workspaceId }) => {
    if (state.status === 'outcome_unknown') {
      if (settlement.choice !== 'abort') requireConfigured(services, workspaceId);
      requireMaySettle(actor, toSignedThing(startedBy, state.call.verdict), settlement.choice);
      return { type: 'outcome_settled', callId: state.call.id, settlement };
    }
    throw new AppError('no_outcome_to_settle', 'Someone has already answered this.');
  });
  return headerOf(services, run);
}

/**
 * The outcome of a call is settled by those who may sign it. Nobody breaks the glass here, because an answer has
 * no reason to show. To end the run asks for no other person. A call that needs several signatures does not run
 * again with one.
 */
function requireMaySettle(actor: Actor, thing: SignedThing, choice: SettleOutcomeBody['choice']): void {
  requireMaySign(actor, choice === 'abort' ? { ...thing, signers: undefined } : thing);
  if (choice === 'run_again' && (thing.signatures ?? 1) > 1)
    throw new AppError(
      'forbidden',
      `${thing.signatures} people must sign this call, so one cannot have it run again. Say that it worked, or end the run.`,
    );
}

async function headerOf(services: SteeringServices, run: Run): Promise<RunHeader> {
  try {
    return toTimelineHeader(await loadTimeline(services, run));
  } catch (error) {
    return toDamagedHeader(run, error);
  }
}
