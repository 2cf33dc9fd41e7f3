import type { Run } from '../domain/run';
import { AppError } from '../shared/app-error';
import { isId } from '../shared/ids';
import type { Services } from './services';
import { buildTimeline, type Timeline } from './views/timeline';

/** Throws `not_found`; an id that is not ours is not found either. */
export async function loadRun({ runs }: Pick<Services, 'runs'>, runId: string): Promise<Run> {
  const run = isId('run', runId) ? await runs.find(runId) : null;
  if (!run) throw new AppError('not_found', 'This run was deleted or never existed.');
  return run;
}

/** The run and its events are read one after the other: events that came in between are left to the next look. */
export async function loadTimeline({ runs }: Pick<Services, 'runs'>, run: Run): Promise<Timeline> {
  const recorded = await runs.listEvents(run.id);
  return buildTimeline(run, recorded);
}
