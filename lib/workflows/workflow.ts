import type { WorkflowIconName } from '../contracts/workflow-icons';
import type { OpenLimits } from '../domain/run';
import type { JsonObject } from '../shared/json';

/** A workflow as read from its file: everything a run, a card and a form need. */
export type Workflow = AgentWorkflow | DirectWorkflow;

type WorkflowBase = {
  id: string;
  title: string;
  /** Cards are grouped by it. */
  category: string;
  icon: WorkflowIconName;
  /** One line for the card. */
  description: string;
  fields: WorkflowField[];
  /** Names of the tools its runs may use; for the direct kind those of its steps. Never sent to a browser. */
  tools: string[];
  /** Wishes of the file; null: whatever the server gives. `resolveLimits` makes limits of them. */
  limits: OpenLimits;
  /** Its file's name inside the workflows folder. */
  file: string;
  /** SHA-256 (hexadecimal) of the file's bytes: a run keeps it and so knows what it was started from. */
  revision: string;
};

/** Handed to the model: the template is filled by `renderPrompt`. */
export type AgentWorkflow = WorkflowBase & { kind: 'agent'; systemPromptId: string; template: string };

/** A fixed list of calls, no model: filled by `fillSteps`. */
export type DirectWorkflow = WorkflowBase & { kind: 'direct'; steps: WorkflowStep[] };

/** `when` names a parameter: the step is left out when it is off, empty or not given. */
export type WorkflowStep = { tool: string; parameters: JsonObject; when: string | null };

export const fieldTypes = [
  'text',
  'long_text',
  'number',
  'switch',
  'choice',
  'several_choices',
  'date',
  'path',
] as const;

export type FieldType = (typeof fieldTypes)[number];

/** One field of the form. Plain data, the same for the server's check and for the browser; null: not set. */
export type WorkflowField = {
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** A `date` may say `today`; `toFormFields` turns that into a date. */
  default: FieldValue | null;
  help: string | null;
  placeholder: string | null;
  /** JavaScript syntax with the `u` flag, meant for the whole value. */
  pattern: string | null;
  patternMessage: string | null;
  min: number | null;
  max: number | null;
  minLength: number | null;
  /** Characters; text fields always have one. */
  maxLength: number | null;
  /** Shown after a number: "days". */
  unit: string | null;
  options: FieldOption[];
};

export type FieldOption = { value: string; label: string };

export type FieldValue = string | number | boolean | string[];

/** Checked values by field name. What was not given is not there. */
export type WorkflowValues = { [name: string]: FieldValue };

/** Why a file (or the folder) could not be used, in plain words. `line` counts from 1. */
export type WorkflowProblem = { file: string; line: number; reason: string };
