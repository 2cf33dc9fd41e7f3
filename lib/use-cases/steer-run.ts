import type { RunHeader, SettleOutcomeBody } from '../contracts/runs';
import type { Actor } from '../domain/actor';
import { canContinue, isTerminal, type Run } from '../domain/run';
import { AppError } from '../shared/app-error';
import { commitAsPerson } from './commit-as-person';
import { loadTimeline } from './load-timeline';
import type { Services } from './services';
import { toTimelineHeader } from './views/run-view';

type Needed = Pick<Services, 'runs' | 'live' | 'dispatcher'>;

/** Works in every state and from any tab; a run that has ended already is answered as it is. */
export async function stopRun(services: Needed, actor: Actor, runId: string): Promise<RunHeader> {
  const run = await commitAsPerson(services, actor, runId, (current) =>
    isTerminal(current.state.status) ? null : { type: 'run_cancelled' },
  );
  services.dispatcher.abort(run.id);
  return headerOf(services, run);
}

/** Goes on after a limit or a provider's failure, with fresh limits and everything done so far. */
export async function continueRun(services: Needed, actor: Actor, runId: string): Promise<RunHeader> {
  const run = await commitAsPerson(services, actor, runId, (current) => {
    if (canContinue(current)) return { type: 'run_continued' };
    throw new AppError('cannot_continue', 'This run did not stop at a limit: there is nothing to continue.');
  });
  services.dispatcher.dispatch(run.id);
  return headerOf(services, run);
}

/** A person's word on a call that was cut off by a crash. */
export async function settleOutcome(
  services: Needed,
  actor: Actor,
  runId: string,
  settlement: SettleOutcomeBody,
): Promise<RunHeader> {
  const run = await commitAsPerson(services, actor, runId, ({ state }) => {
    if (state.status === 'outcome_unknown')
      return { type: 'outcome_settled', callId: state.call.id, settlement };
    throw new AppError('no_outcome_to_settle', 'Nothing is waiting for your word here (any more).');
  });
  services.dispatcher.dispatch(run.id);
  return headerOf(services, run);
}

async function headerOf(services: Needed, run: Run): Promise<RunHeader> {
  return toTimelineHeader(await loadTimeline(services, run));
}
