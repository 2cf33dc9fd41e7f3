import { createHash, randomBytes } from 'node:crypto';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { ApprovalEnded, Drive, Fact, ModelCalled, Tell, ToldRun, ToolCalled } from '../telemetry.port';
import { approvalSpan, attributes, operations } from './names';

/** Names the server whose traces these are. `instance` tells servers of one database apart. */
export type TracedServer = { serviceName: string; version: string; instance: string };

/**
 * Turns facts into spans, with the names of OpenTelemetry for generative AI and without content. All parts of a
 * run are one trace, whichever servers worked on it: the id of the trace comes from the id of the run. Each drive
 * is a span `invoke_agent`, and above its model calls and tool calls. The wait for people has a span of its own.
 */
export function createTraces(
  { serviceName, version, instance }: TracedServer,
  processor: SpanProcessor,
): { tell: Tell; close(): Promise<void> } {
  let nextTraceId = '';
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version,
        'service.instance.id': instance,
      }),
    ),
    idGenerator: { generateTraceId: () => nextTraceId, generateSpanId: () => randomBytes(8).toString('hex') },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('countersign', version);
  const drives = new WeakMap<Drive, Span>();

  const startOfTrace = (name: string, run: ToldRun, startTime: Date, more: Attributes = {}) => {
    nextTraceId = toTraceId(run.id);
    return tracer.startSpan(name, { startTime, attributes: { ...ofRun(run), ...more } }, ROOT_CONTEXT);
  };
  const addCall = (
    name: string,
    kind: SpanKind,
    { drive, startedAt, durationMs, outcome }: ModelCalled | ToolCalled,
    own: Attributes,
  ) => {
    const parent = drives.get(drive);
    if (!parent) return;
    const options = { startTime: startedAt, kind, attributes: { ...ofRun(drive.run), ...own } };
    const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
    if (outcome !== 'ok') markFailed(span, outcome);
    span.end(new Date(startedAt.getTime() + durationMs));
  };
  const endDrive = ({ drive, at, status, failure }: Extract<Fact, { type: 'drive_ended' }>) => {
    const span = drives.get(drive);
    if (!span) return;
    drives.delete(drive);
    span.setAttribute(attributes.runStatus, status);
    if (failure !== null) markFailed(span, failure);
    span.end(at);
  };
  return {
    tell(fact) {
      if (fact.type === 'drive_began') {
        const operation = { [attributes.operation]: operations.agent };
        drives.set(fact.drive, startOfTrace(operations.agent, fact.drive.run, fact.at, operation));
      } else if (fact.type === 'model_called')
        addCall(`${operations.chat} ${fact.model}`, SpanKind.CLIENT, fact, ofModelCall(fact));
      else if (fact.type === 'tool_called')
        addCall(`${operations.tool} ${fact.tool}`, SpanKind.INTERNAL, fact, ofToolCall(fact));
      else if (fact.type === 'approval_ended')
        startOfTrace(approvalSpan, fact.run, fact.since, ofApproval(fact)).end(fact.at);
      else if (fact.type === 'drive_ended') endDrive(fact);
    },
    close: () => provider.shutdown(),
  };
}

/** A run has the same trace on every server, and no two runs share one. */
const toTraceId = (runId: string): string =>
  createHash('sha256').update(`run ${runId}`).digest('hex').slice(0, 32);

const ofRun = ({ id, conversationId, workflowId }: ToldRun): Attributes => ({
  [attributes.run]: id,
  [attributes.conversation]: conversationId,
  ...(workflowId === null ? {} : { [attributes.workflow]: workflowId }),
});

const ofModelCall = ({ provider, model, usage }: ModelCalled): Attributes => ({
  [attributes.operation]: operations.chat,
  [attributes.provider]: provider,
  [attributes.model]: model,
  ...(usage ? { [attributes.inputTokens]: usage.input, [attributes.outputTokens]: usage.output } : {}),
});

const ofToolCall = ({ tool, callId }: ToolCalled): Attributes => ({
  [attributes.operation]: operations.tool,
  [attributes.tool]: tool,
  ...(callId === null ? {} : { [attributes.call]: callId }),
});

const ofApproval = ({ outcome, role }: ApprovalEnded): Attributes => ({
  [attributes.approvalOutcome]: outcome,
  ...(role === null ? {} : { [attributes.approvalRole]: role }),
});

function markFailed(span: Span, error: string): void {
  span.setAttribute(attributes.error, error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
