import type { WorkflowIconName } from '../contracts/workflow-icons';
import type { OpenLimits } from '../domain/run';
import type { JsonObject } from '../shared/json';

/** A workflow from its file: everything that a run, a card and a form need. */
export type Workflow = AgentWorkflow | DirectWorkflow;

type WorkflowBase = {
  id: string;
  title: string;
  /** The page groups cards by it. */
  category: string;
  icon: WorkflowIconName;
  /** One line for the card. */
  description: string;
  fields: WorkflowField[];
  /** Names of the tools that its runs may use; a direct workflow uses the tools of its steps. Never sent to a browser. */
  tools: string[];
  /** The file's own limits; null: the server's limit. `resolveLimits` combines them. */
  limits: OpenLimits;
  /** Its file's name inside the workflows folder. */
  file: string;
  /** SHA-256 (hexadecimal) of the file's bytes: a run stores it to record its origin. */
  revision: string;
};

/** For a model: `renderPrompt` fills in the template. */
export type AgentWorkflow = WorkflowBase & { kind: 'agent'; systemPromptId: string; template: string };

/** A fixed list of calls without a model: `fillSteps` fills them in. */
export type DirectWorkflow = WorkflowBase & { kind: 'direct'; steps: WorkflowStep[] };

/** `when` names a parameter: the step is skipped when that is off or empty. */
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

/** The purpose of a path: the form says whether it exists, will be created, or is missing. */
export const pathExpectations = ['existing_file', 'existing_folder', 'new_file', 'folder', 'any'] as const;

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
  /** JavaScript syntax with the `u` flag, for the complete value. */
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
  /** Of a path; the form makes no claim about what will be done with it when it is not set. */
  expects?: (typeof pathExpectations)[number] | undefined;
};

export type FieldOption = { value: string; label: string };

export type FieldValue = string | number | boolean | string[];

/** Checked values by field name, without empty fields. */
export type WorkflowValues = { [name: string]: FieldValue };

/** A mistake in a file (or the folder), in plain words. `line` counts from 1. */
export type WorkflowProblem = { file: string; line: number; reason: string };
