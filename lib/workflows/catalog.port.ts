import type { JsonObject } from '../shared/json';
import type {
  AgentWorkflow,
  DirectWorkflow,
  Workflow,
  WorkflowField,
  WorkflowProblem,
  WorkflowValues,
} from './workflow';

/** The current workflow files. A new file needs no restart. */
export interface WorkflowCatalog {
  /** Every usable workflow, and the mistakes of the other files. */
  list(): Promise<{ workflows: Workflow[]; problems: WorkflowProblem[] }>;
  find(id: string): Promise<Workflow | null>;
  /** The file's text, for the revision that a run stores. */
  readSource(workflow: Workflow): Promise<string>;
  /** The only source of values for a run. */
  validate(
    workflow: Workflow,
    input: unknown,
  ): { ok: true; values: WorkflowValues } | { ok: false; fieldErrors: Record<string, string> };
  /** The form's fields for the browser. */
  formFields(workflow: Workflow): WorkflowField[];
  renderPrompt(workflow: AgentWorkflow, values: WorkflowValues): string;
  fillSteps(workflow: DirectWorkflow, values: WorkflowValues): { tool: string; parameters: JsonObject }[];
}

export type { AgentWorkflow, DirectWorkflow, Workflow, WorkflowField, WorkflowProblem, WorkflowValues };
