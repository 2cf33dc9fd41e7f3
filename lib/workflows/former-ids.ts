import type { Workflow, WorkflowProblem } from './workflow';

/** The earlier ids of shipped workflows. Runs, links, pins and drafts keep the id that they were stored with. */
const formerIds = new Map([
  ['organize-files', ['organise-files']],
  ['summarize-document', ['summarise-document']],
]);

type Listed = { workflows: readonly Workflow[]; problems: readonly WorkflowProblem[] };

/** The earlier ids that lead to this workflow: those that no file claims, not even a file with a mistake in it. */
export function listFormerIds(id: string, { workflows, problems }: Listed): string[] {
  const isClaimed = (former: string) =>
    workflows.some((workflow) => workflow.id === former || workflow.file === `${former}.md`) ||
    problems.some(({ file }) => file === `${former}.md`);
  return (formerIds.get(id) ?? []).filter((former) => !isClaimed(former));
}

/** The workflow with this id, else the one that had it earlier. */
export function findByAnyId(id: string, listed: Listed): Workflow | null {
  const { workflows } = listed;
  return (
    workflows.find((workflow) => workflow.id === id) ??
    workflows.find((workflow) => listFormerIds(workflow.id, listed).includes(id)) ??
    null
  );
}
