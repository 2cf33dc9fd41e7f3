import type { Run } from '../domain/run';
import type { RecordedEvent } from '../domain/run-event';
import type { Services } from './services';
import { buildTimeline, type Timeline } from './views/timeline';

/**
 * Takes a run that was read before its events. Events that came in between are left to the next look. It does not
 * read events that the caller has (`known`).
 */
export async function loadTimeline(
  { runs, actors }: Pick<Services, 'runs' | 'actors'>,
  run: Run,
  known?: readonly RecordedEvent[],
): Promise<Timeline> {
  const [recorded, nameOf] = await Promise.all([known ?? runs.loadLedger(run), actors.names()]);
  return buildTimeline(run, recorded, nameOf);
}
