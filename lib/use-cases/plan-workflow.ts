import { createHash } from 'node:crypto';
import { buildToolCall } from '../agent/build-tool-call';
import type { PlanBody, WorkflowPlan } from '../contracts/workflows';
import type { Actor } from '../domain/actor';
import type { Presentation } from '../domain/presentation';
import type { ToolCall } from '../domain/tool-call';
import type { Verdict } from '../domain/verdict';
import { whyNotSign } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import type { CallId } from '../shared/ids';
import { fillSteps } from '../workflows/fill-steps';
import { validateValues } from '../workflows/values';
import type { DirectWorkflow, Workflow, WorkflowValues } from '../workflows/workflow';
import { loadConversation, loadWorkflow } from './load-by-id';
import type { Services } from './services';
import { toPlainReason } from './views/explain-obstacle';
import { pickWorkspace } from './workspaces';

/**
 * Holds the exact calls of a direct workflow. They are shown before it starts, bound by `planHash`, and
 * executed unchanged.
 */
export type Plan = { calls: ToolCall[]; previews: Map<CallId, Presentation[]>; view: WorkflowPlan };

export async function planWorkflow(
  services: Pick<Services, 'workflows' | 'conversations' | 'workspaces' | 'policy' | 'rules'>,
  actor: Actor,
  { workflowId, parameters, conversationId, workspaceId }: { workflowId: string } & PlanBody,
): Promise<WorkflowPlan> {
  const workflow = await loadWorkflow(services, workflowId);
  if (workflow.kind !== 'direct') throw new AppError('not_found', 'This workflow has no fixed steps.');
  const conversation = conversationId === undefined ? null : await loadConversation(services, conversationId);
  const id = conversation?.workspaceId ?? pickWorkspace(services, workspaceId).id;
  const { view } = await buildPlan(services, actor, workflow, parseValues(workflow, parameters), id);
  // The person who reads the plan reads now what the start would say.
  const whyNot = ({ asks, risk }: WorkflowPlan['calls'][number]) =>
    asks ? whyNotSign(actor, { ownerId: actor.id, risk, signers: workflow.signers }) : null;
  return { ...view, calls: view.calls.map((call) => ({ ...call, problem: call.problem ?? whyNot(call) })) };
}

/** Throws `invalid_parameters` with a sentence for each field. */
export function parseValues(workflow: Workflow, parameters: unknown): WorkflowValues {
  const checked = validateValues(workflow, parameters);
  if (checked.ok) return checked.values;
  const count = Object.keys(checked.fieldErrors).length;
  throw new AppError(
    'invalid_parameters',
    `Fix ${count === 1 ? '1 field' : `${count} fields`} to continue.`,
    {
      fields: checked.fieldErrors,
    },
  );
}

export async function buildPlan(
  services: Pick<Services, 'workspaces' | 'policy' | 'rules'>,
  actor: Actor,
  workflow: DirectWorkflow,
  values: WorkflowValues,
  workspaceId: string,
): Promise<Plan> {
  const { toolbox } = services.workspaces.parts(workspaceId);
  const steps = fillSteps(workflow, values);
  const { tools, id: workflowId } = workflow;
  const context = {
    tools,
    workflowId,
    startedBy: actor.id,
    rejectedCallHashes: [],
    signers: workflow.signers,
  };
  const planned = await Promise.all(
    steps.map(async ({ tool, parameters }, index) => {
      const request = { tool, parameters, terminate: false, layers: 0, step: index + 1 };
      const built = await buildToolCall(request, context, { ...services, toolbox });
      if (built.status === 'ready') return built;
      // The file names only tools that exist, and people never see the name of one.
      const problem = built.code === 'unknown_tool' ? 'What it needs cannot be reached now.' : built.message;
      throw new AppError(
        'plan_impossible',
        `Step ${index + 1} of “${workflow.title}” cannot work: ${problem}`,
      );
    }),
  );
  const calls = planned.map(({ call }) => call);
  return {
    calls,
    previews: new Map(planned.map(({ call, preview }) => [call.id, preview])),
    view: {
      planHash: hashPlan(calls),
      needsConsent: calls.some((call) => call.verdict.decision === 'ask'),
      calls: planned.map(({ call, preview, foreseenError, obstacle }) => ({
        headline: call.headline,
        risk: call.verdict.risk,
        asks: call.verdict.decision === 'ask',
        reason: call.verdict.reason,
        preview,
        problem: findProblem(
          call.verdict,
          obstacle ? toPlainReason(obstacle) : (foreseenError?.message ?? null),
        ),
      })),
    },
  };
}

/**
 * Says why the plan cannot start. Its form collects one person's consent, so a call that needs more
 * signatures cannot get them. `reason` says why the call cannot work.
 */
function findProblem(verdict: Verdict, reason: string | null): string | null {
  if (verdict.decision === 'deny') return verdict.reason;
  if (verdict.decision === 'ask' && verdict.signatures > 1)
    return `${verdict.signatures} people must approve this, and a workflow with fixed steps asks only one.`;
  if (verdict.decision === 'ask' && verdict.signers?.notRequester)
    return 'Someone else must approve this, and a workflow with fixed steps asks only the person who starts it.';
  return reason;
}

/** The hash changes with any call and with the state of any target. The person confirms exactly this hash. */
function hashPlan(calls: readonly ToolCall[]): string {
  const parts = calls.map((call) => [call.hash, call.targetFingerprint]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
