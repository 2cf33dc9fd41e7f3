import type { WorkflowIconName } from '../contracts/workflow-icons';
import type { WorkflowField } from '../contracts/workflows';
import type { OpenLimits } from '../domain/run';
import type { Signers } from '../domain/signers';
import type { JsonObject } from '../shared/json';

/** This is a workflow as its file describes it. A run, a row and a form need nothing else. */
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
  /**
   * The runs may use the tools with these names; a direct workflow uses the tools of its steps. The server
   * never sends them to a browser.
   */
  tools: string[];
  /**
   * The file sets these limits; where one is null, the server's limit applies. `resolveLimits` combines them.
   */
  limits: OpenLimits;
  /** A request waits this long for a person before it expires. When this is null, it never expires. */
  approvalExpiresAfterMs: number | null;
  /** Says who starts it and who must sign. Null leaves it to roles and rules. */
  signers: Signers | null;
  /** The workflows folder holds the file under this name. */
  file: string;
  /** A run stores this SHA-256 (hexadecimal) of the file's bytes to record its origin. */
  revision: string;
};

/** A model does this work. `renderPrompt` fills in the template for it. */
export type AgentWorkflow = WorkflowBase & {
  kind: 'agent';
  systemPromptId: string;
  /**
   * The runs use the model with this name. When it is null, they use the default, or one that a person picks.
   */
  model: string | null;
  template: string;
};

/** The steps are fixed, and no model takes part. `fillSteps` fills them in. */
export type DirectWorkflow = WorkflowBase & { kind: 'direct'; steps: WorkflowStep[] };

/**
 * `when` names a parameter: the step is skipped when that parameter is off or empty. `takes` is a JSON Schema
 * of what the tool takes as parameters. Without it, they may be anything.
 */
export type WorkflowStep = { tool: string; parameters: JsonObject; when: string | null; takes?: JsonObject };

export type FieldType = WorkflowField['type'];

export type FieldOption = WorkflowField['options'][number];

export type FieldValue = NonNullable<WorkflowField['default']>;

/** Holds checked values by field name. Empty fields are left out. */
export type WorkflowValues = { [name: string]: FieldValue };

/** Describes a mistake in a file (or the folder) in plain words. `line` counts from 1. */
export type WorkflowProblem = {
  file: string;
  line: number;
  reason: string;
  /** The entry is no workflow file, so nothing in it is a mistake. */
  isIgnored?: true | undefined;
};
