import { requireWholeLedger } from '../db/ports/damaged-row.port';
import type { Run } from '../domain/run';
import type { Services } from './services';
import { buildTimeline, type Timeline } from './views/timeline';

/** Takes a run that was read before its events. Events that came in between are left to the next look. */
export async function loadTimeline({ runs }: Pick<Services, 'runs'>, run: Run): Promise<Timeline> {
  const recorded = await runs.listEvents(run.id);
  return buildTimeline(run, requireWholeLedger(run, recorded));
}
