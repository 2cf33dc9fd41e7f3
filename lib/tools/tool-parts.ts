import type { LookupFunction } from 'node:net';
import { defaultSearchPath } from './process/command-environment';
import type { CommandSettings } from './process/execute-command';
import type { OwnPort } from './web/own-server';
import type { WebSettings } from './web/send-request';
import { createWorkers, type Workers } from './workers/workers';
import { createChangeJournal } from './workspace/change-journal';
import type { PrivatePlaces } from './workspace/private-entries';
import { createWorkspace, type Workspace } from './workspace/workspace';

/** Tools know the machine only as these parts. Each tool is built with the parts that it works with. */
export type ToolParts = {
  workspace: Workspace;
  commands: CommandSettings;
  web: WebSettings;
  /** Close this when the last tool has run. */
  workers: Workers;
};

export type ToolSettings = {
  /** Tools work in this one folder. It must exist when a tool runs. */
  workspaceDir: string;
  /** Tools never open these places, even when the workspace leads there. There are none by default. */
  privatePlaces?: PrivatePlaces;
  /** Remembers unfinished changes across a kill. By default, nothing does. */
  journal?: Parameters<typeof createChangeJournal>[0];
  /** Commands get this `PATH`. The default is the folder of this Node and the usual system folders. */
  searchPath?: string;
  /** Resolves host names. The default is the system's resolver. */
  lookup?: LookupFunction;
  /**
   * Requests must not reach this server's own port. It is null while the port is unknown. Omit it when there
   * is no server.
   */
  ownPort?: OwnPort;
  /** A web request may take this long. The default is one minute. */
  requestTimeoutMs?: number;
  /** The tools of several workspaces share these threads. By default, they are made from the sources. */
  workers?: Workers;
};

export function createToolParts({
  workspaceDir,
  privatePlaces,
  journal,
  searchPath = defaultSearchPath,
  lookup,
  ownPort,
  requestTimeoutMs,
  workers = createWorkers(null),
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
    workers,
  };
}
