import type { CallDetail, RunView } from '../contracts/runs';
import type { Run } from '../domain/run';
import { AppError } from '../shared/app-error';
import { isId } from '../shared/ids';
import { loadRun, loadTimeline } from './load-timeline';
import type { Services } from './services';
import { toParameterRows } from './views/parameter-rows';
import { toRunView } from './views/run-view';

export async function getRun(
  services: Pick<Services, 'runs' | 'workflows' | 'live'>,
  runId: string,
): Promise<RunView> {
  const run = await loadRun(services, runId);
  return viewRun(services, run);
}

export async function viewRun(
  services: Pick<Services, 'runs' | 'workflows' | 'live'>,
  run: Run,
): Promise<RunView> {
  const timeline = await loadTimeline(services, run);
  return toRunView(timeline, await findLabels(services, run), services.live.textSoFar(run.id));
}

/** The form's labels as they are now; a workflow that is gone leaves the bare names. */
export async function findLabels(
  { workflows }: Pick<Services, 'workflows'>,
  run: Run,
): Promise<Map<string, string>> {
  const workflow = run.workflowId ? await workflows.find(run.workflowId) : null;
  return new Map(workflow?.fields.map((field) => [field.name, field.label]));
}

/** Everything a person may open of one call: its exact parameters, what was shown before, what came of it. */
export async function getCallDetail(
  services: Pick<Services, 'calls' | 'toolbox'>,
  runId: string,
  callId: string,
): Promise<CallDetail> {
  const call = isId('run', runId) && isId('call', callId) ? await services.calls.find(runId, callId) : null;
  if (!call) throw new AppError('not_found', 'This step was deleted or never existed.');
  return {
    headline: call.headline,
    parameters: toParameterRows(call.parameters, services.toolbox.describe([call.tool])[0]),
    layers: call.layers,
    preview: call.preview,
    result: call.outcome?.detail ?? null,
    error: call.outcome && !call.outcome.ok ? call.outcome.error : null,
  };
}
