import type { CallDetail, RunView } from '../contracts/runs';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { RecordedEvent } from '../domain/run-event';
import type { Workflow } from '../workflows/workflow';
import { loadCall, loadRun } from './load-by-id';
import { loadRunFiles } from './load-run-files';
import { createPathLinker, type PathLinker } from './path-linker';
import type { Services } from './services';
import { toDamagedHeader } from './views/damaged-run';
import { toParameterRows } from './views/parameter-rows';
import { toReader, toRunView } from './views/run-view';
import { buildTimeline, emptyTimeline } from './views/timeline';

export type ViewingServices = Pick<
  Services,
  'runs' | 'workflows' | 'live' | 'calls' | 'workspaces' | 'toolbox' | 'actors'
>;

export async function getRun(
  services: ViewingServices,
  actor: Actor,
  { runId }: { runId: string },
): Promise<RunView> {
  const run = await loadRun(services, runId);
  return viewRun(services, actor, run);
}

/**
 * Takes a run that was read before its events. Events that came in between are left to the next look. A run
 * with a damaged row says so.
 */
export async function viewRun(services: ViewingServices, reader: Actor, run: Run): Promise<RunView> {
  try {
    const recorded = await services.runs.loadLedger(run);
    const view = await viewRecorded(services, run, recorded, createPathLinker(services.toolbox, run));
    return toReader(view, run, reader);
  } catch (error) {
    const header = toDamagedHeader(run, error);
    const [workflow, nameOf] = await Promise.all([findWorkflow(services, run), services.actors.names()]);
    return { ...toRunView(emptyTimeline(run, nameOf), workflow, ''), header };
  }
}

/** Shows the run as these events left it, to every reader. */
export async function viewRecorded(
  services: ViewingServices,
  run: Run,
  recorded: readonly RecordedEvent[],
  linker: PathLinker,
): Promise<RunView> {
  const timeline = buildTimeline(run, recorded, await services.actors.names());
  linker.see(recorded);
  const [workflow, files] = await Promise.all([
    findWorkflow(services, run),
    loadRunFiles(services, timeline.run, recorded),
  ]);
  const view = toRunView(timeline, workflow, services.live.textSoFar(timeline.run));
  const wait = services.live.waitSoFar(run.id);
  return { ...view, ...(wait && { wait }), timeline: await linker.link(view.timeline), files };
}

/** Returns the run's workflow as it is now, or null when it is gone or the run answers a message. */
async function findWorkflow({ workflows }: Pick<Services, 'workflows'>, run: Run): Promise<Workflow | null> {
  return run.workflowId ? workflows.find(run.workflowId) : null;
}

/** Returns one call's exact parameters, its preview and its outcome. */
export async function getCallDetail(
  services: Pick<Services, 'calls' | 'toolbox'>,
  _actor: Actor,
  input: { runId: string; callId: string },
): Promise<CallDetail> {
  const call = await loadCall(services, input);
  const [tool] = await services.toolbox.describe([call.tool]);
  return {
    headline: call.headline,
    parameters: toParameterRows(call.parameters, tool),
    layers: call.layers,
    preview: call.preview,
    result: call.outcome?.detail ?? null,
    error: call.outcome && !call.outcome.ok ? call.outcome.error : null,
  };
}
