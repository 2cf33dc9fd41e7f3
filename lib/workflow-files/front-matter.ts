import { z } from 'zod';
import { isVisibleLine } from '../contracts/texts';
import { workflowIcons } from '../contracts/workflow-icons';
import { fieldTypes, pathExpectations } from '../contracts/workflows';
import { roleNames } from '../domain/role';
import type { JsonValue } from '../shared/json';
import { shorten } from './explain-issue';

const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine(isVisibleLine, { params: { reason: 'contains a line break or a hidden character' } });
const identifier = (pattern: RegExp, mark: string) =>
  z.string().regex(pattern, {
    error: ({ input }) =>
      `“${shorten(String(input))}” cannot be used: use small letters, digits and ${mark}, starting with a letter`,
  });
/** A viewer neither starts nor signs. */
const [, ...rolesThatStart] = roleNames;
const jsonValue: z.ZodType<JsonValue> = z.json();

const option = z.union(
  [line(200), z.strictObject({ value: z.string().min(1).max(200), label: line(200) })],
  'write text in quotes, or { value, label }',
);

const parameter = z.strictObject({
  name: identifier(/^[a-z][a-z0-9_]{0,39}$/, '_'),
  label: line(100),
  type: z.enum(fieldTypes),
  required: z.boolean().default(false),
  default: z
    .union(
      [z.string(), z.number(), z.boolean(), z.array(z.string())],
      'write text, a number, true or false, or a list of texts',
    )
    .optional(),
  help: line(500).optional(),
  placeholder: line(200).optional(),
  pattern: z.string().min(1).optional(),
  pattern_message: line(200).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  min_length: z.int().min(1).optional(),
  max_length: z.int().min(1).max(100_000).optional(),
  unit: line(30).optional(),
  expects: z.enum(pathExpectations).optional(),
  instruction: z.boolean().optional(),
  options: z.array(option).min(1).max(100).optional(),
});
export type ParameterEntry = z.infer<typeof parameter>;

const role = z.enum(rolesThatStart);

const common = {
  id: identifier(/^[a-z][a-z0-9-]{0,59}$/, '-'),
  title: line(80),
  category: line(60),
  icon: z.enum(workflowIcons),
  description: line(200),
  parameters: z.array(parameter).max(30).default([]),
  start: role.optional(),
};

const agent = z.strictObject({
  ...common,
  kind: z.literal('agent').default('agent'),
  system_prompt: line(60).default('default'),
  model: line(80).optional(),
  tools: z.array(z.string()).min(1, 'name at least one tool').max(50),
  limits: z
    .strictObject({
      max_steps: z.int().min(1).max(200).optional(),
      timeout_seconds: z.number().min(5).max(86_400).optional(),
      max_malformed_replies: z.int().min(1).max(20).optional(),
    })
    .default({}),
  /** A role alone is short for `{ role }`. */
  sign: z
    .union(
      [
        role,
        z.strictObject({
          role: role.optional(),
          count: z.int().min(1).max(10).optional(),
          not: z.literal('requester').optional(),
        }),
      ],
      'write operator, approver or admin, or { role, count, not: requester }',
    )
    .optional(),
  /** This allows six seconds to two weeks. */
  approval_expires_after_minutes: z.number().min(0.1).max(20_160).optional(),
});
export type AgentFrontMatter = z.infer<typeof agent>;

const direct = z.strictObject({
  ...common,
  kind: z.literal('direct'),
  /** The person who starts it agrees to its steps, so it asks for one signature: theirs. */
  sign: z.enum(rolesThatStart, 'in a direct workflow, write only operator, approver or admin').optional(),
  steps: z
    .array(
      z.strictObject({
        tool: z.string(),
        when: z.string().optional(),
        parameters: z.record(z.string(), jsonValue).default({}),
      }),
    )
    .min(1, 'a direct workflow needs at least one step')
    .max(50),
});
export type DirectFrontMatter = z.infer<typeof direct>;

export type FrontMatter = AgentFrontMatter | DirectFrontMatter;

/** A file may have this front matter. Unknown keys are refused, so that an author sees a typing error. */
export const frontMatterByKind = { agent, direct } as const;
