import type { Workflow, WorkflowProblem } from '../workflows/workflow';

/** Gives the current workflow files. A new file needs no restart. */
export interface WorkflowCatalog {
  /** Lists every usable workflow, and the mistakes of the other files. */
  list(): Promise<{ workflows: Workflow[]; problems: WorkflowProblem[] }>;
  /** Returns null when no workflow has this id or had it earlier. */
  find(id: string): Promise<Workflow | null>;
  /**
   * Returns the file's text of this revision, for the run that stores it. The workflow must come from this
   * catalog.
   */
  sourceOf(workflow: Workflow): string;
}
