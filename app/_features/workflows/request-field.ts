import type { ModelChoice, WorkflowField, WorkflowView } from '@/lib/contracts/workflows';
import { isNeeded } from './needed-input';

/** The shipped workflow that takes any request. */
const requestWorkflowId = 'free-request';

/** What the composer starts: the workflow for any request and its only field to fill in. */
export type RequestTarget = { workflow: WorkflowView; field: WorkflowField };

/** Null: its file is missing, has a mistake, or was changed to need more than one text. */
export function findRequestTarget(workflows: readonly WorkflowView[]): RequestTarget | null {
  const workflow = workflows.find(({ id }) => id === requestWorkflowId);
  if (workflow?.kind !== 'agent') return null;
  const [field, ...others] = workflow.fields.filter(isNeeded);
  const isText = field?.type === 'long_text' || field?.type === 'text';
  return field && isText && others.length === 0 ? { workflow, field } : null;
}

/** What the model that would answer understands of free requests, as examples. Empty: anything. */
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
