import type { Assessment, Effect, TouchedPath } from '../domain/assessment';
import type { Obstacle } from '../domain/obstacle';
import type { Presentation } from '../domain/presentation';
import type { ToolCall, ToolErrorCode, ToolOutcome } from '../domain/tool-call';
import type { JsonObject } from '../shared/json';

/**
 * Describes the tools, and touches no file: it is the same for every workspace. The list of tools may change at
 * any time, because tools may come from elsewhere.
 */
export interface ToolCatalog {
  /** Returns a catalog in which the list stays as it is now. */
  keepList(): Promise<ToolCatalog>;

  /** Names every tool, in a fixed order. */
  names(): Promise<readonly string[]>;

  /** Names tools that exist and cannot be reached now. No other method knows them. */
  absentNames(): Promise<readonly string[]>;

  /** Describes tools for the model, in a fixed order: the same names give the same text, byte for byte. */
  describe(names: readonly string[]): Promise<ToolDescription[]>;

  /**
   * Returns exactly the kinds of action that these uses allow, in words for a person, and never a tool's
   * name.
   */
  capabilities(uses: readonly ToolUse[]): Promise<Capability[]>;

  /**
   * Says what the call does, in two or three words: "Delete file". Returns null when no tool has the call's
   * name any longer. The person sees `preview`.
   */
  nameAct(call: Pick<ToolCall, 'tool'> & { preview: readonly Presentation[] }): Promise<string | null>;

  /**
   * Returns the workspace paths that a call names, in their plain form. Returns none for a call or a path
   * that cannot be read.
   */
  paths(call: Pick<ToolCall, 'tool' | 'parameters'>): Promise<TouchedPath[]>;
}

/**
 * The loop and the use cases know only this about tools. The tools themselves stay in this room, and those of one
 * toolbox work in one workspace.
 */
export interface Toolbox extends ToolCatalog {
  /**
   * Returns a toolbox in which the list stays as it is now. A driver takes one, so a change reaches only later
   * runs, and a run that a person or a restart has interrupted. Such a run may use the tools of its own list
   * (`Run.tools`) that still exist.
   */
  keepList(): Promise<Toolbox>;

  /**
   * Validates a call and assesses what it would do and how risky that is. It executes and decides nothing.
   * `listed` names the tools of the workflow: it does not look at the targets of other tools. Never throws
   * for anything a model may send.
   */
  prepare(request: PrepareRequest): Promise<PreparedCall>;

  /**
   * Returns the path that is no longer in the state in which the call was prepared, so that `prepare` would
   * say something else. Returns null when nothing changed or the call has no target. It is cheap: it reads
   * the target, and compares nothing line by line.
   */
  findChangedTarget(
    call: Pick<ToolCall, 'tool' | 'parameters' | 'targetFingerprint'>,
  ): Promise<string | null>;

  /**
   * Executes the call. Failures come back as `ok: false`. Only a bug throws, and then the effect is unknown.
   * An aborted `signal` ends the call and its child processes before the promise settles (code `stopped`, or
   * `timed_out` when the signal's reason is a `TimeoutError`).
   */
  execute(
    call: Pick<ToolCall, 'tool' | 'parameters' | 'targetFingerprint'>,
    signal: AbortSignal,
  ): Promise<ToolOutcome>;
}

export type PrepareRequest = { tool: string; parameters: JsonObject; listed: readonly string[] };

export type PreparedCall =
  /** The model gets an error and tries again: this counts as a malformed reply. */
  | { status: 'malformed'; code: 'unknown_tool' | 'invalid_parameters'; message: string }
  | {
      status: 'ready';
      headline: string;
      assessment: Assessment;
      isIdempotent: boolean;
      targetFingerprint: string | null;
      /**
       * A person signs exactly this content: diff, command and folder, request. It is empty for calls that
       * never ask.
       */
      preview: Presentation[];
      /**
       * This is set when the call cannot work (the file to edit is missing, or the text to replace is not in
       * it). No one is asked: the error goes back to the model as the call's result.
       */
      foreseenError: { code: ToolErrorCode; message: string } | null;
      /**
       * Says why the call cannot work, for the person who decides about it. It is missing when the call can
       * work, or when its tool names no obstacle.
       */
      obstacle?: Obstacle | undefined;
    };

export type ToolDescription = {
  name: string;
  description: string;
  /** `label` is for people; the model reads the rest. */
  parameters: { name: string; label?: string; type: string; required: boolean; description: string }[];
  /** Gives the parameters as a JSON Schema, for servers that make a model follow one. */
  schema: JsonObject;
  /** Holds the parameters of one sensible call. It is null when none is known. */
  example: JsonObject | null;
};

/** `parameters` are as a workflow's file sets them. They are null when the model chooses them. */
export type ToolUse = { tool: string; parameters: JsonObject | null };

export type Capability = { description: string; effect: Effect };
