import type { RunHeader, RunView } from '../../contracts/runs';
import type { Run } from '../../domain/run';
import type { JsonValue } from '../../shared/json';
import { toRunHeader } from './run-header';
import type { Timeline } from './timeline';

/** A whole run as a person may see it. `labels` are the form's labels by field name. */
export function toRunView(
  timeline: Timeline,
  labels: ReadonlyMap<string, string>,
  streamingText: string,
): RunView {
  const { run } = timeline;
  const isMessage = run.workflowId === null;
  const text = run.parameters['text'];
  return {
    header: toTimelineHeader(timeline),
    title: run.title,
    workflowId: run.workflowId,
    kind: run.kind,
    values: isMessage ? [] : toValues(run, labels),
    parameters: isMessage ? {} : run.parameters,
    message: isMessage && typeof text === 'string' ? text : null,
    startedBy: run.startedBy.name,
    createdAt: run.createdAt.toISOString(),
    modelName: run.modelName,
    timeline: [...timeline.items],
    streamingText,
  };
}

export function toTimelineHeader({ run, items }: Timeline): RunHeader {
  const { state } = run;
  const rejected = state.status === 'rejected' ? items.find((item) => item.id === state.callId) : undefined;
  return toRunHeader(run, rejected?.headline ?? null);
}

function toValues(run: Run, labels: ReadonlyMap<string, string>): RunView['values'] {
  return Object.entries(run.parameters).map(([name, value]) => ({
    label: labels.get(name) ?? name,
    value: describeValue(value),
  }));
}

function describeValue(value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(describeValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
