import { presentation } from './presentation';
import './without-eval';
import * as z from 'zod/mini';

export const workflowField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['text', 'long_text', 'number', 'switch', 'choice', 'several_choices', 'date', 'path']),
  required: z.boolean(),
  default: z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  help: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  pattern: z.nullable(z.string()),
  patternMessage: z.nullable(z.string()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  minLength: z.nullable(z.number()),
  maxLength: z.nullable(z.number()),
  unit: z.nullable(z.string()),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** The purpose of a path. */
  expects: z.optional(z.enum(['existing_file', 'existing_folder', 'new_file', 'folder', 'any'])),
});
export type WorkflowField = z.infer<typeof workflowField>;

export const workflowView = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  /** A name from the fixed list in `lib/workflows`. */
  icon: z.string(),
  description: z.string(),
  kind: z.enum(['agent', 'direct']),
  fields: z.array(workflowField),
  /** "What may happen": kinds of action in plain words, and whether each asks first. */
  capabilities: z.array(z.object({ description: z.string(), asks: z.boolean() })),
  limits: z.object({ maxSteps: z.number(), maxActiveMs: z.number(), maxMalformedReplies: z.number() }),
  /** When it was last started here (ISO 8601), for "recent". */
  lastStartedAt: z.nullable(z.string()),
  /** The values of the last start, offered again. */
  lastParameters: z.nullable(z.record(z.string(), z.unknown())),
});
export type WorkflowView = z.infer<typeof workflowView>;

export const workflowProblem = z.object({
  file: z.string(),
  line: z.nullable(z.number()),
  reason: z.string(),
});
export type WorkflowProblem = z.infer<typeof workflowProblem>;

/** `GET /api/workflows`. Broken files never take the others down; they are listed in `problems`. */
export const workflowList = z.object({
  workflows: z.array(workflowView),
  problems: z.array(workflowProblem),
  /** `problem`: why runs with this model fail. Null: nothing is known to be wrong. */
  model: z.object({ name: z.string(), isDemo: z.boolean(), problem: z.nullable(z.string()) }),
});
export type WorkflowList = z.infer<typeof workflowList>;

/** `POST /api/workflows/:id/plan`: exactly what a direct workflow would do with these values. */
export const planBody = z.strictObject({ parameters: z.record(z.string(), z.unknown()) });
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
      /** Why this call cannot work as things are; the workflow cannot be started then. */
      problem: z.nullable(z.string()),
    }),
  ),
});
export type WorkflowPlan = z.infer<typeof workflowPlan>;
