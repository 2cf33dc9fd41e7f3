import type { LookupFunction } from 'node:net';
import { defaultSearchPath } from './process/command-environment';
import type { CommandSettings } from './process/run-command';
import type { OwnPort } from './web/own-server';
import type { WebSettings } from './web/send-request';
import { createWorkers, type Workers } from './workers/workers';
import { createChangeJournal } from './workspace/change-journal';
import type { PrivatePlaces } from './workspace/private-entries';
import { createWorkspace, type Workspace } from './workspace/workspace';

/** The machine as tools know it. Each tool is built with the parts that it works with. */
export type ToolParts = {
  workspace: Workspace;
  commands: CommandSettings;
  web: WebSettings;
  /** Close it when the last tool has run. */
  workers: Workers;
};

export type ToolSettings = {
  /** The one folder that tools work in. It must exist when a tool runs. */
  workspaceDir: string;
  /** Places that tools never open, even when the workspace leads there. Default: none. */
  privatePlaces?: PrivatePlaces;
  /** What remembers unfinished changes across a kill. Default: nothing does. */
  journal?: Parameters<typeof createChangeJournal>[0];
  /** `PATH` for commands. Default: the folder of this Node and the usual system folders. */
  searchPath?: string;
  /** Resolves host names. Default: the system's resolver. */
  lookup?: LookupFunction;
  /** This server's own port, which requests must not reach. Null while it is unknown. Omit it when there is no server. */
  ownPort?: OwnPort;
  /** How long a web request may take. Default: a minute. */
  requestTimeoutMs?: number;
  /** The folder of the compiled `*.worker.ts`. Default: the sources run. */
  compiledFolder?: string | null;
};

export function createToolParts({
  workspaceDir,
  privatePlaces,
  journal,
  searchPath = defaultSearchPath,
  lookup,
  ownPort,
  requestTimeoutMs,
  compiledFolder = null,
}: ToolSettings): ToolParts {
  return {
    workspace: createWorkspace(
      workspaceDir,
      undefined,
      privatePlaces,
      journal && createChangeJournal(journal),
    ),
    commands: { searchPath },
    web: { lookup, ownPort, requestTimeoutMs },
    workers: createWorkers(compiledFolder),
  };
}
