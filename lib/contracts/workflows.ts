import { modelVerdict } from './model-check';
import { presentation } from './presentation';
import { formValues } from './texts';
import { workspaceId } from './workspaces';
import './without-eval';
import * as z from 'zod/mini';

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

/** Says what a path is for, so that the form can say whether it exists, will be created, or is missing. */
export const pathExpectations = ['existing_file', 'existing_folder', 'new_file', 'folder', 'any'] as const;

/**
 * Describes one field of the form as plain data, the same for the server's check and for the browser. Null
 * means not set.
 */
export const workflowField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  /** A `date` of a workflow's file may say `today`; `toFormFields` turns that into a date. */
  default: z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  help: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  /** Uses JavaScript syntax with the `u` flag. It must match the complete value. */
  pattern: z.nullable(z.string()),
  patternMessage: z.nullable(z.string()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  minLength: z.nullable(z.number()),
  /** Counts characters. Text fields always have a maximum. */
  maxLength: z.nullable(z.number()),
  /** The form shows this after a number: "days". */
  unit: z.nullable(z.string()),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Belongs to a path. A form makes no claim about a path without it. */
  expects: z.optional(z.enum(pathExpectations)),
  /** The field's text says what to do. The model is told that every other value is only data. */
  isInstruction: z.optional(z.boolean()),
});
export type WorkflowField = z.infer<typeof workflowField>;

export const workflowView = z.object({
  id: z.string(),
  /** Lists earlier ids that lead to this workflow. Data that a browser stored with them belongs to it. */
  formerIds: z.array(z.string()),
  title: z.string(),
  category: z.string(),
  /** Names one of `workflowIcons`; a newer server may know more. */
  icon: z.string(),
  description: z.string(),
  kind: z.enum(['agent', 'direct']),
  /**
   * The workflow's file names this model; `problem` says when no such model is set up. Null means that the
   * file names none.
   */
  model: z.nullable(z.object({ name: z.string(), problem: z.nullable(z.string()) })),
  fields: z.array(workflowField),
  /** Fills "What may happen" with kinds of action in plain words. `asks` says whether each one asks first. */
  capabilities: z.array(z.object({ description: z.string(), asks: z.boolean() })),
  limits: z.object({ maxSteps: z.number(), maxActiveMs: z.number(), maxMalformedReplies: z.number() }),
  /** A request of the workflow's runs waits this long for a person. Null means forever. */
  approvalExpiresAfterMs: z.nullable(z.number()),
  /** Says whom the file asks for signatures: "2 approvers, but not who started it". Null means nobody special. */
  signedBy: z.nullable(z.string()),
  /** Says that too few people here may sign what the person who asks would start. Its requests would wait. */
  signerShortage: z.nullable(z.string()),
  /** Says why the person who asks may not start it. */
  whyNotStart: z.nullable(z.string()),
  /** The workflow was last started here at this time (ISO 8601), for "recent". */
  lastStartedAt: z.nullable(z.string()),
  /** The form offers the values of the last start again. */
  lastParameters: z.nullable(z.record(z.string(), z.unknown())),
});
export type WorkflowView = z.infer<typeof workflowView>;

export const workflowProblem = z.object({
  file: z.string(),
  line: z.nullable(z.number()),
  reason: z.string(),
  /** The entry is not read, but someone may take it for a workflow file. */
  isIgnored: z.optional(z.literal(true)),
});
export type WorkflowProblem = z.infer<typeof workflowProblem>;

/**
 * Describes a model that is set up. `isOffered` means that a person may pick it where another one would do.
 * None is offered unless there is a choice.
 */
export const modelChoice = z.object({
  id: z.string(),
  name: z.string(),
  fullName: z.string(),
  isDefault: z.boolean(),
  isOffered: z.boolean(),
  problem: z.nullable(z.string()),
  check: z.nullable(modelVerdict),
  /**
   * Gives examples of the only free requests that the demo model can answer. An empty list means that a model
   * takes any request.
   */
  understands: z.array(z.string()),
});
export type ModelChoice = z.infer<typeof modelChoice>;

/** `GET /api/workflows` returns this. Broken files never take the others down; `problems` lists them. */
export const workflowList = z.object({
  workflows: z.array(workflowView),
  problems: z.array(workflowProblem),
  /** `problem` says why runs with this model fail. Null means that nothing is known to be wrong. */
  model: z.object({
    name: z.string(),
    isDemo: z.boolean(),
    problem: z.nullable(z.string()),
    check: z.nullable(modelVerdict),
  }),
  /** Lists all models that are set up. */
  models: z.array(modelChoice),
});
export type WorkflowList = z.infer<typeof workflowList>;

/** `POST /api/workflows/:id/plan` says exactly what a direct workflow would do with these values. */
/** The run would begin in this conversation, and else in this workspace. */
export const planBody = z.strictObject({
  parameters: formValues,
  conversationId: z.optional(z.string()),
  workspaceId,
});
export type PlanBody = z.infer<typeof planBody>;
export const workflowPlan = z.object({
  planHash: z.string(),
  needsConsent: z.boolean(),
  calls: z.array(
    z.object({
      headline: z.string(),
      risk: z.enum(['low', 'medium', 'high']),
      asks: z.boolean(),
      reason: z.string(),
      preview: z.array(presentation),
      /** Says why this call cannot work as things are. The workflow cannot be started then. */
      problem: z.nullable(z.string()),
    }),
  ),
});
export type WorkflowPlan = z.infer<typeof workflowPlan>;
