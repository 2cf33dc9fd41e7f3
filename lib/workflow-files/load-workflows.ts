import type { Workflow, WorkflowProblem } from '../workflows/workflow';
import type { KnownNames } from './known-names';
import { createWorkflowLister } from './list-workflow-files';
import { createWorkflowReader } from './read-workflow-file';

/**
 * Reads every Markdown file of a folder in the order of their names, except the README. It reports a file with a mistake, and a hidden
 * file, with line and reason, and loads the others. Of two files with the same id, the first one wins.
 */
export async function loadWorkflows(
  folder: string,
  known: KnownNames,
  { read } = createWorkflowReader(folder),
  listFiles = createWorkflowLister(folder),
): Promise<{ workflows: Workflow[]; problems: WorkflowProblem[] }> {
  const workflows = new Map<string, Workflow>();
  const problems: WorkflowProblem[] = [];
  const files = await listFiles();
  if (files === null)
    problems.push({ file: '', line: 1, reason: `The server cannot read the folder ${folder}.` });
  const readFiles = await Promise.all(
    (files ?? []).map(async (file) => ({ file, parsed: await read(file, known) })),
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
  return { workflows: [...workflows.values()], problems };
}
