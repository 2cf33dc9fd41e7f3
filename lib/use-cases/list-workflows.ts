import type { WorkflowList } from '../contracts/workflows';
import type { Actor } from '../domain/actor';
import { resolveLimits } from '../domain/run';
import type { ToolUse } from '../tools/toolbox.port';
import { toFormFields } from '../workflows/values';
import type { Workflow } from '../workflows/workflow';
import type { Services } from './services';

/** The workflows page: every workflow with what it may do in plain words, and the mistakes of broken files. */
export async function listWorkflows(
  services: Pick<Services, 'workflows' | 'toolbox' | 'policy' | 'history' | 'models' | 'serverLimits'>,
  _actor: Actor,
): Promise<WorkflowList> {
  const [{ workflows, problems }, lastStarts, model] = await Promise.all([
    services.workflows.list(),
    services.history.lastStarts(),
    services.models.describe(),
  ]);
  return {
    workflows: await Promise.all(
      workflows.map(async (workflow) => {
        const capabilities = await services.toolbox.capabilities(toUses(workflow));
        const last = lastStarts.get(workflow.id);
        return {
          id: workflow.id,
          title: workflow.title,
          category: workflow.category,
          icon: workflow.icon,
          description: workflow.description,
          kind: workflow.kind,
          fields: toFormFields(workflow),
          capabilities: capabilities.map(({ description, effect }) => ({
            description,
            asks: services.policy.asksAbout(effect),
          })),
          limits: resolveLimits(workflow.limits, services.serverLimits),
          approvalExpiresAfterMs: workflow.approvalExpiresAfterMs,
          lastStartedAt: last?.startedAt.toISOString() ?? null,
          lastParameters: last?.parameters ?? null,
        };
      }),
    ),
    problems,
    model: { name: model.name, isDemo: model.source === 'demo', problem: model.problem },
  };
}

/** A direct workflow's steps are fixed in its file; the model of an agent workflow chooses. */
function toUses(workflow: Workflow): ToolUse[] {
  return workflow.kind === 'direct'
    ? workflow.steps
    : workflow.tools.map((tool) => ({ tool, parameters: null }));
}
