import type { Workflow, WorkflowProblem } from './workflow';

/** Shipped workflows had these ids earlier. Stored runs, links, pins and drafts still name them. */
const formerIds = new Map([
  ['organize-files', ['organise-files']],
  ['summarize-document', ['summarise-document']],
]);

type Listed = { workflows: readonly Workflow[]; problems: readonly WorkflowProblem[] };

/**
 * Lists the earlier ids that lead to this workflow. A file that claims one keeps it, even when the file has a
 * mistake.
 */
export function listFormerIds(id: string, { workflows, problems }: Listed): string[] {
  const isClaimed = (former: string) =>
    workflows.some((workflow) => workflow.id === former || workflow.file === `${former}.md`) ||
    problems.some(({ file, isIgnored }) => !isIgnored && file === `${former}.md`);
  return (formerIds.get(id) ?? []).filter((former) => !isClaimed(former));
}

/** Finds the workflow with this id, or else the one that had it earlier. Returns null when there is neither. */
export function findByAnyId(id: string, listed: Listed): Workflow | null {
  const { workflows } = listed;
  return (
    workflows.find((workflow) => workflow.id === id) ??
    workflows.find((workflow) => listFormerIds(workflow.id, listed).includes(id)) ??
    null
  );
}
