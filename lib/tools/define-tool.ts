import type { z } from 'zod';
import type { Presentation } from '../domain/presentation';
import type { ToolOutcome } from '../domain/tool-call';
import type { Verdict } from '../domain/verdict';
import type { JsonObject } from '../shared/json';
import { describeParameters } from './describe-parameters';
import { explainIssues } from './explain-issues';
import type { CommandSettings } from './process/run-command';
import type { Capability, ToolDescription } from './toolbox.port';
import type { WebSettings } from './web/send-request';
import type { Workspace } from './workspace/workspace';

/**
 * How to add a tool: one file in `builtin/` that exports `defineTool({ … })`, and one line in `tool-registry.ts`.
 *
 * A call passes through it in this order: `parameters` (schema), `look`, `policy`, `headline`; then, once it may,
 * and perhaps days later in another process, `run`. Expected failures are thrown as `ToolFailure` from `look` and
 * `run`: from `look` they go back to the model and no person is asked.
 */
export type ToolDefinition<Schema extends z.ZodObject, Facts> = {
  /** What the model calls it, in snake_case. People never see it. */
  name: string;
  /** What the model is told: what it does, its limits, when to use another one. */
  description: string;
  /** A `z.strictObject`; each field has a `.describe(…)` for the model. */
  parameters: Schema;
  /** The kind of action, for a person who picks or reads a workflow. */
  capability: Capability | DescribeCapability;
  /** Running it again after a crash does no harm and gives the same result. When in doubt: false. */
  isIdempotent: boolean | ((parameters: z.output<Schema>) => boolean);
  /** Looks at the target and changes nothing. Left out for tools that never ask and have no target. */
  look?: (parameters: z.output<Schema>, context: LookContext) => Promise<Look<Facts>>;
  /** The path whose state is the fingerprint that `look` returns, then paths that must stay free. Pure. */
  targets?: (parameters: z.output<Schema>) => readonly string[];
  /** May it run? `facts` are null when there was nothing to look at or looking failed. Pure. */
  policy(parameters: z.output<Schema>, facts: Facts | null): Verdict;
  /** What it will do, in plain words for a person, without the tool's name. Pure. */
  headline(parameters: z.output<Schema>, facts: Facts | null): string;
  /** Does it. What a person saw is bound by `context.targetFingerprint`: refuse when the target differs. */
  run(parameters: z.output<Schema>, context: RunContext): Promise<ToolSuccess>;
};

/** `fixed`: parameters that a workflow's file sets, placeholders not filled in; null where the model chooses them. */
type DescribeCapability = (fixed: JsonObject | null) => Capability;

export type LookContext = { workspace: Workspace; web: WebSettings };

export type RunContext = LookContext & {
  commands: CommandSettings;
  /** End early, child processes included, when it aborts (`stoppedFailure` says why). */
  signal: AbortSignal;
  /** What `look` returned when the call was prepared; null when there is nothing to compare. */
  targetFingerprint: string | null;
};

export type Look<Facts> = { facts: Facts; preview: Presentation[]; targetFingerprint: string | null };

export type ToolSuccess = Omit<Extract<ToolOutcome, { ok: true }>, 'ok'>;

/** A tool whose parameter type is its own secret, so that all of them fit into one list. */
export type Tool = ToolDescription & {
  describeCapability: DescribeCapability;
  /** Validates parameters; what comes back acts on exactly these. */
  bind(parameters: JsonObject): { ok: true; call: BoundCall } | { ok: false; message: string };
};

export type BoundCall = {
  isIdempotent: boolean;
  look(context: LookContext): Promise<BoundLook | null>;
  targets: readonly string[];
  policy(facts: BoundLook | null): Verdict;
  headline(facts: BoundLook | null): string;
  run(context: RunContext): Promise<ToolSuccess>;
};

export type BoundLook = Look<unknown>;

export function defineTool<Schema extends z.ZodObject, Facts = null>(
  definition: ToolDefinition<Schema, Facts>,
): Tool {
  const { name, description, capability, parameters: schema } = definition;
  const parameters = describeParameters(schema);
  return {
    name,
    description,
    parameters,
    describeCapability: typeof capability === 'function' ? capability : () => capability,
    bind(input) {
      const parsed = schema.safeParse(input);
      if (!parsed.success)
        return { ok: false, message: explainIssues(parsed.error.issues, input, parameters) };
      return { ok: true, call: bindCall(definition, parsed.data) };
    },
  };
}

function bindCall<Schema extends z.ZodObject, Facts>(
  definition: ToolDefinition<Schema, Facts>,
  parameters: z.output<Schema>,
): BoundCall {
  const { isIdempotent } = definition;
  // Facts only ever come from this definition's own `look`.
  const factsOf = (look: BoundLook | null) => (look === null ? null : (look.facts as Facts));
  return {
    isIdempotent: typeof isIdempotent === 'function' ? isIdempotent(parameters) : isIdempotent,
    look: async (context) => (await definition.look?.(parameters, context)) ?? null,
    targets: definition.targets?.(parameters) ?? [],
    policy: (look) => definition.policy(parameters, factsOf(look)),
    headline: (look) => definition.headline(parameters, factsOf(look)),
    run: (context) => definition.run(parameters, context),
  };
}
