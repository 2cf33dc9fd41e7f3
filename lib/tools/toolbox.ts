import type { LookupFunction } from 'node:net';
import type { TouchedPath } from '../domain/assessment';
import { prepareCall } from './prepare-call';
import { defaultSearchPath } from './process/command-environment';
import { makeVisible } from './text/visible-text';
import { isBug, toToolError } from './to-tool-error';
import { ToolFailure, throwIfStopped } from './tool-failure';
import { tools } from './tool-registry';
import type { Toolbox } from './toolbox.port';
import type { OwnPort } from './web/own-server';
import { findChangedPath } from './workspace/find-changed-path';
import type { PrivatePlaces } from './workspace/private-entries';
import { createWorkspace } from './workspace/workspace';
import { formatPath, parseWorkspacePath } from './workspace/workspace-path';

export type ToolboxSettings = {
  /** The one folder that tools work in. It must exist when a tool runs. */
  workspaceDir: string;
  /** Places that tools never open, even when the workspace leads there. */
  privatePlaces?: PrivatePlaces;
  /** `PATH` for commands. Default: the folder of this Node and the usual system folders. */
  searchPath?: string;
  /** Resolves host names. Default: the system's resolver. */
  lookup?: LookupFunction;
  /** This server's own port, which requests must not reach. Null while it is unknown. Omit it when there is no server. */
  ownPort?: OwnPort;
  /** Called for every failure that no tool expects: a bug, or a machine in trouble. */
  onUnexpected?: (error: unknown) => void;
};

export function createToolbox({
  workspaceDir,
  privatePlaces,
  searchPath = defaultSearchPath,
  lookup,
  ownPort,
  onUnexpected = () => {},
}: ToolboxSettings): Toolbox {
  const workspace = createWorkspace(workspaceDir, undefined, privatePlaces);
  const commands = { searchPath };
  const web = { lookup, ownPort };
  const find = (name: string) => tools.find((tool) => tool.name === name);
  const select = (names: readonly string[]) => tools.filter((tool) => names.includes(tool.name));

  return {
    names: () => tools.map((tool) => tool.name),

    describe: (names) =>
      select(names).map(({ name, description, parameters }) => ({ name, description, parameters })),

    capabilities(uses) {
      const capabilities = tools.flatMap((tool) =>
        uses
          .filter((use) => use.tool === tool.name)
          .map((use) => ({ description: tool.describeCapability(use.parameters), effect: tool.effect })),
      );
      return [...new Map(capabilities.map((capability) => [capability.description, capability])).values()];
    },

    async prepare({ tool: name, parameters, listed }) {
      const tool = find(name);
      if (!tool)
        return { status: 'malformed', code: 'unknown_tool', message: explainUnknown(name, select(listed)) };
      const bound = tool.bind(parameters);
      if (!bound.ok) return { status: 'malformed', code: 'invalid_parameters', message: bound.message };
      return prepareCall(bound.call, listed.includes(name) ? { workspace, web } : null, onUnexpected);
    },

    async findChangedTarget({ tool: name, parameters, targetFingerprint }) {
      const bound = find(name)?.bind(parameters);
      if (!bound?.ok || targetFingerprint === null) return null;
      return findChangedPath(workspace, bound.call.targets, targetFingerprint);
    },

    paths({ tool: name, parameters }) {
      const bound = find(name)?.bind(parameters);
      return bound?.ok ? bound.call.paths().flatMap(toPlainPath) : [];
    },

    async execute({ tool: name, parameters, targetFingerprint }, signal) {
      const bound = find(name)?.bind(parameters);
      if (!bound?.ok) {
        const message = 'This version of Countersign cannot run the stored call, so it did nothing.';
        return { ok: false, error: { code: 'unexpected', message }, detail: null };
      }
      try {
        throwIfStopped(signal);
        return {
          ok: true,
          ...(await bound.call.run({ workspace, commands, web, signal, targetFingerprint })),
        };
      } catch (error) {
        if (isBug(error)) throw error;
        return {
          ok: false,
          error: toToolError(error, onUnexpected),
          detail: error instanceof ToolFailure ? error.detail : null,
        };
      }
    },
  };
}

/** The workspace folder itself is no path that anybody would open by name. */
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
