import type { Run } from '../domain/run';
import type { Services } from './services';
import { buildTimeline, type Timeline } from './views/timeline';

/** Takes a run that was read before its events. Events that came in between are left to the next look. */
export async function loadTimeline({ runs }: Pick<Services, 'runs'>, run: Run): Promise<Timeline> {
  return buildTimeline(run, await runs.loadLedger(run));
}
