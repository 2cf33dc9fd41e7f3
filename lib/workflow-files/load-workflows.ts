import type { Workflow, WorkflowProblem } from '../workflows/workflow';
import type { KnownNames } from './known-names';
import { createWorkflowLister } from './list-workflow-files';
import { createWorkflowReader } from './read-workflow-file';

/**
 * Reads every Markdown file of a folder in the order of their names, except the README. It reports a file
 * with a mistake with line and reason, and loads the others. Then it reports the entries that it ignores
 * although someone may take them for workflow files. When two files have the same id, the first one wins.
 */
export async function loadWorkflows(
  folder: string,
  known: KnownNames,
  { read } = createWorkflowReader(folder),
  listFiles = createWorkflowLister(folder),
): Promise<{ workflows: Workflow[]; problems: WorkflowProblem[] }> {
  const workflows = new Map<string, Workflow>();
  const problems: WorkflowProblem[] = [];
  const listing = await listFiles();
  if (listing === null)
    problems.push({ file: '', line: 1, reason: `The server cannot read the folder ${folder}.` });
  const readFiles = await Promise.all(
    (listing?.files ?? []).map(async (file) => ({ file, parsed: await read(file, known) })),
  );
  for (const { file, parsed } of readFiles) {
    if (!parsed.ok) {
      problems.push(...parsed.faults.map((fault) => ({ file, ...fault })));
      continue;
    }
    const first = workflows.get(parsed.workflow.id);
    if (first) {
      const reason = `${first.file} already uses the id “${first.id}”.`;
      problems.push({ file, line: parsed.idLine, reason });
    } else {
      workflows.set(parsed.workflow.id, parsed.workflow);
    }
  }
  for (const { file, reason } of listing?.ignored ?? [])
    problems.push({ file, line: 1, reason, isIgnored: true });
  return { workflows: [...workflows.values()], problems };
}
