import type { ApprovalSummary, ApprovalView } from '../../contracts/approvals';
import type { Approval, CallRecord } from '../../db/stores.port';
import { toParameterRows } from './parameter-rows';
import type { Timeline } from './timeline';

export function toApprovalSummary(approval: Approval): ApprovalSummary {
  return {
    id: approval.id,
    runId: approval.runId,
    conversationId: approval.conversationId,
    conversationTitle: approval.conversationTitle,
    workflowTitle: approval.workflowTitle,
    status: approval.status,
    headline: approval.call.headline,
    risk: approval.risk,
    step: approval.call.step,
    maxSteps: approval.maxSteps,
    requestedAt: approval.requestedAt.toISOString(),
    startedBy: approval.startedBy,
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    decidedBy: approval.decidedBy,
    reason: approval.reason,
  };
}

/** What is shown here is what runs: preview and parameters come from the stored call. */
export function toApprovalView(approval: Approval, timeline: Timeline, endsRun: boolean): ApprovalView {
  const { call } = approval;
  const position = timeline.items.find((item) => item.id === call.id)?.position ?? 0;
  return {
    ...toApprovalSummary(approval),
    riskReason: approval.riskReason,
    preview: call.preview,
    parameters: toParameterRows(call.parameters),
    layers: call.layers,
    callHash: approval.callHash,
    endsRun,
    commentary: approval.commentary.trim() || null,
    doneBefore: timeline.items
      .filter((item) => item.kind === 'call' && item.position < position && item.status === 'done')
      .map((item) => ({ step: item.step ?? 0, headline: item.headline, summary: item.summary })),
    result: approval.status === 'approved' ? toResult(call, timeline) : null,
  };
}

function toResult(call: CallRecord, timeline: Timeline): ApprovalView['result'] {
  const item = timeline.items.find((shown) => shown.id === call.id);
  switch (item?.status) {
    case 'done':
    case 'failed':
    case 'stopped':
    case 'unknown':
      return { status: item.status, summary: item.summary };
    default:
      return { status: 'running', summary: null };
  }
}
