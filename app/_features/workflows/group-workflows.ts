import type { WorkflowView } from '@/lib/contracts/workflows';
import { findMatch } from '../../_ui/text/find-match';

const maxRecent = 3;

export function findWorkflows(workflows: readonly WorkflowView[], search: string): WorkflowView[] {
  if (search.trim() === '') return [...workflows];
  return workflows.filter(
    ({ title, description }) => findMatch(title, search) ?? findMatch(description, search),
  );
}

/** In the order of pinning, without workflows whose file is gone. */
export function pinnedWorkflows(
  workflows: readonly WorkflowView[],
  pinnedIds: readonly string[],
): WorkflowView[] {
  return pinnedIds.flatMap((pinnedId) => workflows.find(({ id }) => id === pinnedId) ?? []);
}

/** The latest starts first, without pinned workflows: those are above already. */
export function recentWorkflows(
  workflows: readonly WorkflowView[],
  pinnedIds: readonly string[],
): WorkflowView[] {
  return workflows
    .filter(({ id, lastStartedAt }) => lastStartedAt !== null && !pinnedIds.includes(id))
    .sort((a, b) => (b.lastStartedAt ?? '').localeCompare(a.lastStartedAt ?? ''))
    .slice(0, maxRecent);
}

/** Large groups first, so that small ones can share a row. */
export function groupByCategory(
  workflows: readonly WorkflowView[],
): { category: string; workflows: WorkflowView[] }[] {
  const groups = new Map<string, WorkflowView[]>();
  for (const workflow of workflows) {
    groups.set(workflow.category, [...(groups.get(workflow.category) ?? []), workflow]);
  }
  return [...groups]
    .map(([category, members]) => ({ category, workflows: members }))
    .sort((a, b) => b.workflows.length - a.workflows.length);
}
