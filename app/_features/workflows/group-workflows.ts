import type { WorkflowView } from '@/lib/contracts/workflows';
import { isPinned } from '../../_client/pinned-workflows';
import { findMatch } from '../../_ui/text/find-match';

const maxRecent = 3;

export function findWorkflows(workflows: readonly WorkflowView[], search: string): WorkflowView[] {
  if (search.trim() === '') return [...workflows];
  return workflows.filter(
    ({ title, description }) => findMatch(title, search) ?? findMatch(description, search),
  );
}

/** Returns the pinned workflows in the order of pinning, without those whose file is gone. */
export function pinnedWorkflows(
  workflows: readonly WorkflowView[],
  pinnedIds: readonly string[],
): WorkflowView[] {
  const pinned = pinnedIds.flatMap(
    (pinnedId) => workflows.find(({ id, formerIds }) => [id, ...formerIds].includes(pinnedId)) ?? [],
  );
  return [...new Set(pinned)];
}

/**
 * Returns the workflows with the latest starts first. It leaves out pinned workflows, which the page already
 * shows above.
 */
export function recentWorkflows(
  workflows: readonly WorkflowView[],
  pinnedIds: readonly string[],
): WorkflowView[] {
  return workflows
    .filter((workflow) => workflow.lastStartedAt !== null && !isPinned(workflow, pinnedIds))
    .sort((a, b) => (b.lastStartedAt ?? '').localeCompare(a.lastStartedAt ?? ''))
    .slice(0, maxRecent);
}

const otherGroup = 'Other';

/** Puts large groups first. It merges groups of one at the end, unless there is only one of them. */
export function groupByCategory(
  workflows: readonly WorkflowView[],
): { category: string; workflows: WorkflowView[] }[] {
  const groups = new Map<string, WorkflowView[]>();
  for (const workflow of workflows) {
    groups.set(workflow.category, [...(groups.get(workflow.category) ?? []), workflow]);
  }
  const all = [...groups].map(([category, members]) => ({ category, workflows: members }));
  const alone = all.filter((group) => group.workflows.length === 1 || group.category === otherGroup);
  if (alone.length < 2) return all.sort((a, b) => b.workflows.length - a.workflows.length);
  return [
    ...all.filter((group) => !alone.includes(group)).sort((a, b) => b.workflows.length - a.workflows.length),
    { category: otherGroup, workflows: alone.flatMap((group) => group.workflows) },
  ];
}
