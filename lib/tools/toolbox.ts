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

/** `absent` names tools that exist and cannot be reached now, such as those of a server that is down. */
export type ToolList = { tools: readonly Tool[]; absent: readonly string[] };

/** Returns the list as it is now. It must not throw: it tells of a failure by `absent`. */
export type ToolSource = () => Promise<ToolList>;

export type ToolboxOptions = {
  /**
   * Models read about the tools in this order. No two have the same name: `createToolbox` throws for a list,
   * and each reading of a source throws.
   */
  tools: readonly Tool[] | ToolSource;
  /**
   * The toolbox calls this for every failure that no tool expects: a bug, or a machine in trouble. By
   * default, it does nothing.
   */
  onUnexpected?: (error: unknown) => void;
  /** Returns the outcome without the server's own keys. By default, the outcome stays as it is. */
  hideKeys?: (outcome: ToolOutcome) => ToolOutcome;
};

export function createToolbox(options: ToolboxOptions): Toolbox {
  const { onUnexpected = () => {}, hideKeys = (outcome) => outcome } = options;
  const read = toReader(options.tools);
  const find = async (name: string) => (await read()).tools.find((tool) => tool.name === name);
  const bind = async (name: string, parameters: JsonObject) => (await find(name))?.bind(parameters);

  return {
    async keepList() {
      const list = await read();
      return createToolbox({ ...options, tools: async () => list });
    },

    names: async () => (await read()).tools.map(({ name }) => name),

    absentNames: async () => (await read()).absent,

    describe: async (names) =>
      select(await read(), names).map(({ name, description, parameters, schema, example }) => ({
        name,
        description,
        parameters,
        schema,
        example,
      })),

    async capabilities(uses) {
      const { tools } = await read();
      const capabilities = tools.flatMap((tool) =>
        uses
          .filter((use) => use.tool === tool.name)
          .map((use) => ({ description: tool.describeCapability(use.parameters), effect: tool.effect })),
      );
      return [...new Map(capabilities.map((capability) => [capability.description, capability])).values()];
    },

    async prepare({ tool: name, parameters, listed }) {
      const bound = await bind(name, parameters);
      if (!bound) {
        const message = explainUnknown(name, await read(), listed);
        return { status: 'malformed', code: 'unknown_tool', message };
      }
      if (!bound.ok) return { status: 'malformed', code: 'invalid_parameters', message: bound.message };
      return prepareCall(bound.call, listed.includes(name), onUnexpected);
    },

    async findChangedTarget({ tool: name, parameters, targetFingerprint }) {
      const bound = await bind(name, parameters);
      if (!bound?.ok || targetFingerprint === null) return null;
      return bound.call.findChangedTarget(targetFingerprint);
    },

    nameAct: async ({ tool, preview }) => (await find(tool))?.nameAct(preview) ?? null,

    async paths({ tool: name, parameters }) {
      const bound = await bind(name, parameters);
      return bound?.ok ? bound.call.paths().flatMap(toPlainPath) : [];
    },

    async execute({ tool: name, parameters, targetFingerprint }, signal) {
      const bound = await bind(name, parameters);
      if (!bound?.ok) {
        const message = bound
          ? 'This version of Countersign cannot run the stored call, so it did nothing.'
          : `${describeUnknown(name, await read())} Nothing was done.`;
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

function toReader(tools: ToolboxOptions['tools']): ToolSource {
  if (typeof tools === 'function') return async () => checkNames(await tools());
  const list = checkNames({ tools, absent: [] });
  return async () => list;
}

function checkNames(list: ToolList): ToolList {
  const names = new Set(list.tools.map(({ name }) => name));
  if (names.size < list.tools.length) throw new Error('Two tools have the same name');
  return list;
}

const select = ({ tools }: ToolList, names: readonly string[]) =>
  tools.filter((tool) => names.includes(tool.name));

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

function explainUnknown(name: string, list: ToolList, listed: readonly string[]): string {
  const names = select(list, listed).map((tool) => tool.name);
  return `${describeUnknown(name, list)} ${names.length === 0 ? 'No tools are available.' : `Available: ${names.join(', ')}.`}`;
}

function describeUnknown(name: string, { absent }: ToolList): string {
  const shown = makeVisible(JSON.stringify(name.slice(0, 60)));
  return absent.includes(name) ? `The tool ${shown} cannot be reached now.` : `There is no tool ${shown}.`;
}
