import { requireWholeLedger } from '../db/damaged-row.port';
import type { Run } from '../domain/run';
import type { Services } from './services';
import { buildTimeline, type Timeline } from './views/timeline';

/** The run and its events are read one after the other: events that came in between are left to the next look. */
export async function loadTimeline({ runs }: Pick<Services, 'runs'>, run: Run): Promise<Timeline> {
  const recorded = await runs.listEvents(run.id);
  return buildTimeline(run, requireWholeLedger(run, recorded));
}
