import type { WorkflowList } from '../contracts/workflows';
import { resolveLimits } from '../domain/run';
import type { Services } from './services';

/** The workflows page: every button, what it may do in plain words, and what is wrong with broken files. */
export async function listWorkflows(
  services: Pick<Services, 'workflows' | 'toolbox' | 'history' | 'models' | 'serverLimits'>,
): Promise<WorkflowList> {
  const [{ workflows, problems }, lastStarts, model] = await Promise.all([
    services.workflows.list(),
    services.history.lastStarts(),
    services.models.describe(),
  ]);
  return {
    workflows: workflows.map((workflow) => {
      const last = lastStarts.get(workflow.id);
      return {
        id: workflow.id,
        title: workflow.title,
        category: workflow.category,
        icon: workflow.icon,
        description: workflow.description,
        kind: workflow.kind,
        fields: services.workflows.formFields(workflow),
        capabilities: services.toolbox.capabilities(workflow.tools),
        limits: resolveLimits(workflow.limits, services.serverLimits),
        lastStartedAt: last?.startedAt.toISOString() ?? null,
        lastParameters: last?.parameters ?? null,
      };
    }),
    problems,
    model: { name: model.name, isDemo: model.source === 'demo' },
  };
}
