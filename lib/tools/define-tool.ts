import type { z } from 'zod';
import type { Assessment, Effect, TouchedPath } from '../domain/assessment';
import type { Presentation } from '../domain/presentation';
import type { ToolOutcome } from '../domain/tool-call';
import type { JsonObject } from '../shared/json';
import { safeParse } from '../shared/safe-parse';
import {
  describeParameters,
  type ParameterSchema,
  type ParsedBy,
  toBothForms,
  toShape,
} from './describe-parameters';
import { explainIssues } from './explain-issues';
import { findChangedParts } from './find-changed-parts';
import type { ToolDescription } from './toolbox.port';

/**
 * To add a tool, write one file in `builtin/` that exports a function with `defineTool({ … })`, and add one
 * line to `built-in-tools.ts`. The function takes what the tool works with: the workspace, the web, commands.
 *
 * A call passes through `parameters` (schema), `look`, `assess` and `headline`. Policy then decides on the
 * assessment. Once the call is allowed, perhaps days later in another process, `run` follows. `look` and
 * `run` throw expected failures as `ToolFailure`. A failure of `look` goes back to the model, and no person
 * is asked.
 */
export type ToolDefinition<Schema extends ParameterSchema, Facts> = {
  /** The model calls the tool by this name, in snake_case. People never see it. */
  name: string;
  /** Tells the model the purpose, the limits, and when to use another tool. */
  description: string;
  /** Shows the model the parameters of one sensible call. */
  example?: (Schema extends z.ZodObject ? z.input<Schema> : unknown) & JsonObject;
  /**
   * Use a `z.strictObject`; each field has a `.describe(…)` for the model. A tool from elsewhere brings its
   * JSON Schema.
   */
  parameters: Schema;
  /** The tool's calls have this kind of effect. Policy starts from it. */
  effect: Effect;
  /** Names the kind of action for a person who picks or reads a workflow: "Edit files". */
  capability: string | DescribeCapability;
  /**
   * Says in two or three words what one call does, for the button that approves a high risk: "Delete file".
   * It may depend on the preview that the person sees. The default is words for the tool's `effect`.
   */
  act?: string | NameAct;
  /**
   * This is true when a second run after a crash does no harm and gives the same result. When in doubt, use
   * false.
   */
  isIdempotent: boolean | ((parameters: ParsedBy<Schema>) => boolean);
  /** Inspects the target and changes nothing. Omit it for tools that never ask and have no target. */
  look?: (parameters: ParsedBy<Schema>) => Promise<Look<Facts>>;
  /**
   * Returns the path that is no longer in the state that `look` fingerprinted, or null. It must be cheap,
   * because the server calls it again and again while a person decides. Omit it when `look` gives no
   * fingerprint.
   */
  findChangedTarget?: (parameters: ParsedBy<Schema>, fingerprint: string) => Promise<string | null>;
  /**
   * Estimates the risk and says why; it decides nothing. `facts` are null when there is no `look`, when
   * `look` failed, and for a tool that the workflow does not list. This function is pure. When it throws,
   * policy asks a person as for a high risk.
   */
  assess(parameters: ParsedBy<Schema>, facts: Facts | null): ToolAssessment;
  /** Tells a person the call's effect in plain words, without the tool's name. This function is pure. */
  headline(parameters: ParsedBy<Schema>, facts: Facts | null): string;
  /**
   * Returns the workspace paths in the parameters, unchanged, with the call's effect on each. Omit it for
   * tools that name none.
   */
  paths?: (parameters: ParsedBy<Schema>) => TouchedPath[];
  /** Executes the call. A person signed the state `context.targetFingerprint`: refuse any other. */
  run(parameters: ParsedBy<Schema>, context: RunContext): Promise<ToolSuccess>;
};

/**
 * `fixed` holds the parameters that a workflow's file sets, with unfilled placeholders. It is null where the
 * model chooses them.
 */
type DescribeCapability = (fixed: JsonObject | null) => string;

type NameAct = (preview: readonly Presentation[]) => string;

/** `effect` and `touches` follow from the tool's `effect` and `paths`. */
export type ToolAssessment = Omit<Assessment, 'effect' | 'touches'>;

export type RunContext = {
  /** When this aborts, end early, child processes included (`stoppedFailure` says why). */
  signal: AbortSignal;
  /** A person signed this state of the target. It is null when there is nothing to compare. */
  targetFingerprint: string | null;
};

export type Look<Facts> = { facts: Facts; preview: Presentation[]; targetFingerprint: string | null };

export type ToolSuccess = Omit<Extract<ToolOutcome, { ok: true }>, 'ok'>;

/** Hides the parameter type of a tool, so that all tools fit into one list. */
export type Tool = ToolDescription & {
  effect: Effect;
  describeCapability: DescribeCapability;
  nameAct: NameAct;
  /** Validates parameters. The returned call acts on exactly these. */
  bind(parameters: JsonObject): { ok: true; call: BoundCall } | { ok: false; message: string };
};

export type BoundCall = {
  isIdempotent: boolean;
  look(): Promise<BoundLook | null>;
  findChangedTarget(fingerprint: string): Promise<string | null>;
  assess(look: BoundLook | null): Assessment;
  headline(facts: BoundLook | null): string;
  paths(): TouchedPath[];
  run(context: RunContext): Promise<ToolSuccess>;
};

export type BoundLook = Look<unknown>;

const defaultActs: Record<Effect, string> = {
  reads: 'Allow reading',
  changes: 'Make change',
  runs: 'Run it',
  sends: 'Send it',
  unknown: 'Allow it',
};

export function defineTool<Schema extends ParameterSchema, Facts = null>(
  definition: ToolDefinition<Schema, Facts>,
): Tool {
  const { name, description, effect, capability, act = defaultActs[effect] } = definition;
  const { checker, json } = toBothForms(definition.parameters);
  const parameters = describeParameters(json);
  return {
    name,
    description,
    parameters,
    schema: toShape(json),
    example: definition.example ?? null,
    effect,
    describeCapability: typeof capability === 'function' ? capability : () => capability,
    nameAct: typeof act === 'function' ? act : () => act,
    bind(input) {
      const parsed = safeParse(input, (value) => checker.safeParse(value));
      const issues = parsed.error?.issues ?? findChangedParts(input);
      if (!parsed.success || issues.length > 0)
        return { ok: false, message: explainIssues(issues, input, parameters) };
      return { ok: true, call: bindCall(definition, parsed.data as ParsedBy<Schema>) };
    },
  };
}

function bindCall<Schema extends ParameterSchema, Facts>(
  definition: ToolDefinition<Schema, Facts>,
  parameters: ParsedBy<Schema>,
): BoundCall {
  const { isIdempotent, effect } = definition;
  // Facts only ever come from this definition's own `look`.
  const factsOf = (look: BoundLook | null) => (look === null ? null : (look.facts as Facts));
  const paths = () => definition.paths?.(parameters) ?? [];
  return {
    isIdempotent: typeof isIdempotent === 'function' ? isIdempotent(parameters) : isIdempotent,
    look: async () => (await definition.look?.(parameters)) ?? null,
    findChangedTarget: async (fingerprint) =>
      (await definition.findChangedTarget?.(parameters, fingerprint)) ?? null,
    assess: (look) => ({
      ...definition.assess(parameters, factsOf(look)),
      effect,
      touches: paths(),
    }),
    headline: (look) => definition.headline(parameters, factsOf(look)),
    paths,
    run: (context) => definition.run(parameters, context),
  };
}
