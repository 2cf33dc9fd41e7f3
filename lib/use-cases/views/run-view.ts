import type { RunHeader, RunView } from '../../contracts/runs';
import { type Actor, toPerson } from '../../domain/actor';
import { pickedModel } from '../../domain/bound-model';
import type { Run } from '../../domain/run';
import type { Workflow } from '../../workflows/workflow';
import { whyNotStart } from '../why-not-start';
import { toRunHeader } from './run-header';
import { toRunValues } from './run-values';
import { awaitsLateResult, type Timeline, totalOf } from './timeline';

/** Adds to the view of a run, which all its viewers share, what it says to this reader only. */
export const toReader = (view: RunView, run: Run, reader: Actor): RunView => ({
  ...view,
  whyNotStart: whyNotStart(reader, run.signers),
});

/**
 * Shows a complete run as all its readers may see it. `workflow` is the run's workflow as it is now, which may
 * have another id. Null means that it is gone.
 */
export function toRunView(timeline: Timeline, workflow: Workflow | null, streamingText: string): RunView {
  const { run, nameOf } = timeline;
  const isMessage = run.workflowId === null;
  const text = run.parameters['text'];
  const fields = new Map(workflow?.fields.map((field) => [field.name, field]));
  return {
    header: toTimelineHeader(timeline),
    title: run.title,
    workflowId: workflow?.id ?? run.workflowId,
    kind: run.kind,
    values: isMessage ? [] : toRunValues(run.parameters, fields),
    parameters: isMessage ? {} : run.parameters,
    message: isMessage && typeof text === 'string' ? text : null,
    startedBy: nameOf(run.startedBy),
    startedById: toPerson(run.startedBy),
    createdAt: run.createdAt.toISOString(),
    modelName: run.modelName,
    whyNotStart: null,
    pickedModelId: pickedModel(run.model),
    timeline: [...timeline.items],
    streamingText,
  };
}

export function toTimelineHeader(timeline: Timeline): RunHeader {
  const { run, items, nameOf } = timeline;
  const { state } = run;
  const isRefused = state.status === 'rejected' || state.status === 'expired';
  const refused = isRefused ? items.find((item) => item.id === state.callId) : undefined;
  const header = toRunHeader(run, {
    nameOf,
    refusedHeadline: refused?.headline ?? null,
    hasDoneSteps: items.some((item) => item.kind === 'call' && item.status === 'done'),
  });
  return {
    ...header,
    total: totalOf(timeline),
    expectsEvents: header.isActive || awaitsLateResult(timeline),
  };
}
