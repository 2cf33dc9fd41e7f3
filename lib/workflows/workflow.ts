import type { WorkflowIconName } from '../contracts/workflow-icons';
import type { WorkflowField } from '../contracts/workflows';
import type { OpenLimits } from '../domain/run';
import type { JsonObject } from '../shared/json';

/** A workflow as its file describes it. A run, a row and a form need nothing else. */
export type Workflow = AgentWorkflow | DirectWorkflow;

type WorkflowBase = {
  id: string;
  title: string;
  /** The page groups workflows by it. */
  category: string;
  icon: WorkflowIconName;
  /** The list shows this line below the title. */
  description: string;
  fields: WorkflowField[];
  /** Names of the tools that its runs may use; a direct workflow uses the tools of its steps. Never sent to a browser. */
  tools: string[];
  /** The file's own limits; null: the server's limit. `resolveLimits` combines them. */
  limits: OpenLimits;
  /** How long a request waits for a person before it expires. Null: for as long as it takes. */
  approvalExpiresAfterMs: number | null;
  /** Its file's name inside the workflows folder. */
  file: string;
  /** SHA-256 (hexadecimal) of the file's bytes: a run stores it to record its origin. */
  revision: string;
};

/** A model does this work. `renderPrompt` fills in the template for it. */
export type AgentWorkflow = WorkflowBase & {
  kind: 'agent';
  systemPromptId: string;
  /** The name of the model that its runs use. Null: the default, or one that a person picks. */
  model: string | null;
  template: string;
};

/** The steps are fixed, and no model takes part. `fillSteps` fills them in. */
export type DirectWorkflow = WorkflowBase & { kind: 'direct'; steps: WorkflowStep[] };

/** `when` names a parameter: the step is skipped when that is off or empty. */
export type WorkflowStep = { tool: string; parameters: JsonObject; when: string | null };

export type FieldType = WorkflowField['type'];

export type FieldOption = WorkflowField['options'][number];

export type FieldValue = NonNullable<WorkflowField['default']>;

/** Checked values by field name. Empty fields are left out. */
export type WorkflowValues = { [name: string]: FieldValue };

/** A mistake in a file (or the folder), in plain words. `line` counts from 1. */
export type WorkflowProblem = { file: string; line: number; reason: string };
