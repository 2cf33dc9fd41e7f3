import type { Workflow, WorkflowProblem } from '../workflows/workflow';

/** The current workflow files. A new file needs no restart. */
export interface WorkflowCatalog {
  /** Every usable workflow, and the mistakes of the other files. */
  list(): Promise<{ workflows: Workflow[]; problems: WorkflowProblem[] }>;
  /** Null: no workflow has this id, or had it earlier. */
  find(id: string): Promise<Workflow | null>;
  /** The file's text of this revision, for the run that stores it. The workflow is one that this catalog answered. */
  sourceOf(workflow: Workflow): string;
}
