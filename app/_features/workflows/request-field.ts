import type { ModelChoice, WorkflowField, WorkflowView } from '@/lib/contracts/workflows';
import { isNeeded } from './needed-input';

/** The shipped workflow with this id takes any request. */
const requestWorkflowId = 'free-request';

/** The composer starts this workflow for any request, and fills in its only needed field. */
export type RequestTarget = { workflow: WorkflowView; field: WorkflowField };

/** Returns null when the workflow's file is missing, has a mistake, or needs more than one text. */
export function findRequestTarget(workflows: readonly WorkflowView[]): RequestTarget | null {
  const workflow = workflows.find(({ id }) => id === requestWorkflowId);
  if (workflow?.kind !== 'agent') return null;
  const [field, ...others] = workflow.fields.filter(isNeeded);
  const isText = field?.type === 'long_text' || field?.type === 'text';
  return field && isText && others.length === 0 ? { workflow, field } : null;
}

/**
 * Returns example requests that the answering model understands. An empty list means that it understands
 * anything.
 */
export function findDemoRequests(
  models: readonly Pick<ModelChoice, 'id' | 'isDefault' | 'understands'>[],
  workflow: Pick<WorkflowView, 'id' | 'model'>,
  modelId: string | null,
): readonly string[] {
  if (workflow.id !== requestWorkflowId || workflow.model !== null) return [];
  return (
    models.find(({ id, isDefault }) => (modelId === null ? isDefault : id === modelId))?.understands ?? []
  );
}
