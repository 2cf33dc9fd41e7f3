import type { Actor } from '../domain/actor';
import { listFormerIds } from '../workflows/former-ids';
import type { Services } from './services';

/**
 * Returns the current id of a workflow that a link names, and its earlier ids. Returns null when there is no
 * such workflow.
 */
export async function findWorkflowIds(
  { workflows }: Pick<Services, 'workflows'>,
  _actor: Actor,
  { workflowId }: { workflowId: string },
): Promise<{ id: string; formerIds: string[] } | null> {
  const workflow = await workflows.find(workflowId);
  if (!workflow) return null;
  return { id: workflow.id, formerIds: listFormerIds(workflow.id, await workflows.list()) };
}
