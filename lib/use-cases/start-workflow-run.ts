import type { StartedRun, StartRunBody } from '../contracts/run-requests';
import type { Actor } from '../domain/actor';
import type { NamedModel } from '../domain/run-event';
import { highestRisk } from '../domain/verdict';
import { findNamedModel, noModelNamed, pickModel } from '../models/pick-model';
import { requireMaySign } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import { renderPrompt } from '../workflows/render-prompt';
import type { AgentWorkflow, DirectWorkflow, Workflow, WorkflowValues } from '../workflows/workflow';
import { beginRun, type RunToBegin } from './begin-run';
import { buildOpening } from './build-opening';
import { toConversationTitle } from './conversation-title';
import { loadConversation, loadWorkflow } from './load-by-id';
import { buildPlan, type Plan, parseValues } from './plan-workflow';
import type { Services } from './services';
import { requireMayStart } from './why-not-start';
import { pickWorkspace, requireConfigured } from './workspaces';

/**
 * Starts a run when a person presses a workflow's button. Throws `AppError` for everything that a person can
 * fix.
 */
export async function startWorkflowRun(
  services: Services,
  actor: Actor,
  request: { workflowId: string } & StartRunBody,
): Promise<StartedRun> {
  return beginRun(services, actor, request, () => prepareRun(services, actor, request));
}

async function prepareRun(
  services: Services,
  actor: Actor,
  { workflowId, ...body }: { workflowId: string } & StartRunBody,
): Promise<RunToBegin> {
  const workflow = await loadWorkflow(services, workflowId);
  requireMayStart(actor, workflow.signers);
  const values = parseValues(workflow, body.parameters);
  const conversation =
    body.conversationId === undefined ? null : await loadConversation(services, body.conversationId);
  const conversationId = conversation?.id ?? null;
  const workspaceId = conversation?.workspaceId ?? pickWorkspace(services, body.workspaceId).id;
  requireConfigured(services, workspaceId);
  const source = services.workflows.sourceOf(workflow);
  const start = {
    workflowId: workflow.id,
    kind: workflow.kind,
    title: workflow.title,
    parameters: values,
    tools: workflow.tools,
    limits: workflow.limits,
    approvalExpiresAfterMs: workflow.approvalExpiresAfterMs,
    signers: workflow.signers,
    conversationId,
    workspaceId,
    conversationTitle: titleOf(workflow, values),
    message: null,
    workflow: { id: workflow.id, revision: workflow.revision, source },
  };
  if (workflow.kind === 'direct') {
    const plan = await consentedPlan(services, actor, workflow, values, {
      workspaceId,
      consent: body.consent,
    });
    return {
      ...start,
      plan: plan.calls,
      previews: plan.previews,
      modelName: 'No model',
      model: null,
      openingMessages: [],
      systemPrompt: { id: 'none', version: 0 },
    };
  }
  const opening = await buildOpening(services, {
    systemPromptId: workflow.systemPromptId,
    tools: workflow.tools,
    conversationId,
    text: renderPrompt(workflow, values),
  });
  const { name, bound } = await findModel(services, workflow, body.modelId);
  return { ...start, plan: [], modelName: name, model: bound, ...opening };
}

/**
 * A workflow whose file names a model runs with that one and no other, because no other server may be allowed
 * to see the data it reads.
 */
async function findModel(
  services: Pick<Services, 'models'>,
  { model: wanted }: AgentWorkflow,
  pickedId: string | undefined,
): Promise<NamedModel> {
  if (wanted === null) return pickModel(services, pickedId);
  const named = findNamedModel(await services.models.list(), wanted);
  if (!named) throw new AppError('model_unavailable', noModelNamed(wanted));
  return pickModel(services, named.id);
}

/** The form asks for consent once, for exactly this plan. Nothing starts without it. */
async function consentedPlan(
  services: Pick<Services, 'workspaces' | 'policy' | 'rules'>,
  actor: Actor,
  workflow: DirectWorkflow,
  values: WorkflowValues,
  { workspaceId, consent }: { workspaceId: string; consent: string | undefined },
): Promise<Plan> {
  const plan = await buildPlan(services, actor, workflow, values, workspaceId);
  const problem = plan.view.calls.find((call) => call.problem !== null);
  if (problem)
    throw new AppError('plan_impossible', `“${problem.headline}” cannot be done: ${problem.problem}`);
  if (!plan.view.needsConsent) return plan;
  // The consent is a signature, and the frame has only asked whether this person may start a run.
  const risk = highestRisk(plan.calls.map(({ verdict }) => verdict.risk));
  requireMaySign(actor, { ownerId: actor.id, risk, signers: workflow.signers });
  if (consent === plan.view.planHash) return plan;
  if (consent === undefined) {
    throw new AppError(
      'consent_required',
      'Review what this workflow will do, and agree to it, before it starts.',
    );
  }
  throw new AppError(
    'plan_changed',
    'What this workflow would do has changed since you reviewed it. Review it again.',
  );
}

/** Makes a title such as "Summarize a document: report-q3.md". */
function titleOf(workflow: Workflow, values: WorkflowValues): string {
  const first = Object.values(values).find((value) => typeof value === 'string' && value.trim() !== '');
  const detail = typeof first === 'string' ? first.trim() : '';
  return toConversationTitle(detail === '' ? workflow.title : `${workflow.title}: ${detail}`);
}
