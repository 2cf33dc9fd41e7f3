import type { JsonObject } from '../shared/json';
import type {
  AgentWorkflow,
  DirectWorkflow,
  Workflow,
  WorkflowField,
  WorkflowProblem,
  WorkflowValues,
} from './workflow';

/** The workflow files as they are now: adding one is adding a file, without a restart. */
export interface WorkflowCatalog {
  /** Every usable workflow, and what is wrong with the others. */
  list(): Promise<{ workflows: Workflow[]; problems: WorkflowProblem[] }>;
  find(id: string): Promise<Workflow | null>;
  /** The file's text, for the revision that a run keeps. */
  readSource(workflow: Workflow): Promise<string>;
  /** The only way to values that a run may be started with. */
  validate(
    workflow: Workflow,
    input: unknown,
  ): { ok: true; values: WorkflowValues } | { ok: false; fieldErrors: Record<string, string> };
  /** The form as the browser draws it. */
  formFields(workflow: Workflow): WorkflowField[];
  renderPrompt(workflow: AgentWorkflow, values: WorkflowValues): string;
  fillSteps(workflow: DirectWorkflow, values: WorkflowValues): { tool: string; parameters: JsonObject }[];
}

export type { AgentWorkflow, DirectWorkflow, Workflow, WorkflowField, WorkflowProblem, WorkflowValues };
