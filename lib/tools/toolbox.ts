import type { TouchedPath } from '../domain/assessment';
import type { ToolOutcome } from '../domain/tool-call';
import type { JsonObject } from '../shared/json';
import type { Tool } from './define-tool';
import { prepareCall } from './prepare-call';
import { makeVisible } from './text/visible-text';
import { isBug, toToolError } from './to-tool-error';
import { ToolFailure, throwIfStopped } from './tool-failure';
import type { Toolbox } from './toolbox.port';
import { formatPath, parseWorkspacePath } from './workspace/workspace-path';

export type ToolboxOptions = {
  /** Models read about the tools in this order. `createToolbox` throws when two have the same name. */
  tools: readonly Tool[];
  /**
   * The toolbox calls this for every failure that no tool expects: a bug, or a machine in trouble. By
   * default, it does nothing.
   */
  onUnexpected?: (error: unknown) => void;
  /** Returns the outcome without the server's own keys. By default, the outcome stays as it is. */
  hideKeys?: (outcome: ToolOutcome) => ToolOutcome;
};

export function createToolbox({
  tools,
  onUnexpected = () => {},
  hideKeys = (outcome) => outcome,
}: ToolboxOptions): Toolbox {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error('Two tools have the same name');
  const bind = (name: string, parameters: JsonObject) => byName.get(name)?.bind(parameters);
  const select = (names: readonly string[]) => tools.filter((tool) => names.includes(tool.name));

  return {
    names: async () => [...byName.keys()],

    describe: async (names) =>
      select(names).map(({ name, description, parameters, schema, example }) => ({
        name,
        description,
        parameters,
        schema,
        example,
      })),

    async capabilities(uses) {
      const capabilities = tools.flatMap((tool) =>
        uses
          .filter((use) => use.tool === tool.name)
          .map((use) => ({ description: tool.describeCapability(use.parameters), effect: tool.effect })),
      );
      return [...new Map(capabilities.map((capability) => [capability.description, capability])).values()];
    },

    async prepare({ tool: name, parameters, listed }) {
      const bound = bind(name, parameters);
      if (!bound)
        return { status: 'malformed', code: 'unknown_tool', message: explainUnknown(name, select(listed)) };
      if (!bound.ok) return { status: 'malformed', code: 'invalid_parameters', message: bound.message };
      return prepareCall(bound.call, listed.includes(name), onUnexpected);
    },

    async findChangedTarget({ tool: name, parameters, targetFingerprint }) {
      const bound = bind(name, parameters);
      if (!bound?.ok || targetFingerprint === null) return null;
      return bound.call.findChangedTarget(targetFingerprint);
    },

    nameAct: ({ tool, preview }) => byName.get(tool)?.nameAct(preview) ?? null,

    paths({ tool: name, parameters }) {
      const bound = bind(name, parameters);
      return bound?.ok ? bound.call.paths().flatMap(toPlainPath) : [];
    },

    async execute({ tool: name, parameters, targetFingerprint }, signal) {
      const bound = bind(name, parameters);
      if (!bound?.ok) {
        const message = 'This version of Countersign cannot run the stored call, so it did nothing.';
        return { ok: false, error: { code: 'unexpected', message }, detail: null };
      }
      try {
        throwIfStopped(signal);
        const success = await bound.call.run({ signal, targetFingerprint });
        // Some providers refuse every later request with half a surrogate pair in it.
        return hideKeys({ ok: true, ...success, modelText: success.modelText.toWellFormed() });
      } catch (error) {
        if (isBug(error)) throw error;
        return hideKeys({
          ok: false,
          error: toToolError(error, onUnexpected),
          detail: error instanceof ToolFailure ? error.detail : null,
        });
      }
    },
  };
}

/** Nobody opens the workspace folder itself by name, so its path is left out. */
function toPlainPath({ path, how }: TouchedPath): TouchedPath[] {
  try {
    const parsed = parseWorkspacePath(path);
    return parsed.length === 0 ? [] : [{ path: formatPath(parsed), how }];
  } catch (error) {
    if (error instanceof ToolFailure) return [];
    throw error;
  }
}

function explainUnknown(name: string, available: readonly { name: string }[]): string {
  const shown = makeVisible(JSON.stringify(name.slice(0, 60)));
  const names = available.map((tool) => tool.name).join(', ');
  return `There is no tool ${shown}. ${names === '' ? 'No tools are available.' : `Available: ${names}.`}`;
}
