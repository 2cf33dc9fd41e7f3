import type { Config } from '../config/config';
import { isHere, type WorkspaceSettings } from '../domain/workspace';
import { knownSecrets } from '../logging/hide-secrets';
import { log } from '../logging/log';
import { hideCutSecretsIn } from '../models/hide-whole-secrets';
import { createToolParts, type ToolParts } from '../tools/tool-parts';
import { createToolbox, type ToolboxOptions } from '../tools/toolbox';
import { createWorkers } from '../tools/workers/workers';
import { createSampleFiles } from '../tools/workspace/sample-files';
import { createWorkspaceFiles } from '../tools/workspace/workspace-files';
import { createWorkspaces } from '../use-cases/workspaces';
import type { Closers } from './closers';
import { getCompiledFolder } from './compiled-folder';
import { getListeningPort } from './listening-port';
import type { Places } from './open-places';

/**
 * Creates the tools of each workspace that this server has, in a folder from which the data folder and the files
 * of the database are out of reach. `catalog` describes the tools, and works in no folder.
 */
export function openTools(
  config: Config,
  places: Places,
  createTools: (parts: ToolParts) => ToolboxOptions['tools'],
  closers: Closers,
) {
  const workers = createWorkers(getCompiledFolder());
  closers.add(() => workers.close());
  const open = ({ id, folder }: WorkspaceSettings) => {
    const parts = createToolParts({
      workspaceDir: folder,
      privatePlaces: {
        folders: [config.dataDir],
        files: [...places.database.files, ...(config.secretFile === null ? [] : [config.secretFile])],
      },
      journal: { folder: config.dataDir, isOurs: places.isOurs },
      ownPort: getListeningPort,
      workers,
    });
    const toolbox = createToolbox({
      tools: createTools(parts),
      onUnexpected: (error) => log.error({ err: error, workspace: id }, 'A tool broke'),
      hideKeys: (outcome) => hideCutSecretsIn(outcome, knownSecrets()),
    });
    return { id, workspace: parts.workspace, toolbox };
  };
  const opened = config.workspaces.filter((one) => isHere(one, config.serverName)).map(open);
  const [first] = opened.length > 0 ? opened : config.workspaces.slice(0, 1).map(open);
  if (!first) throw new Error('There is no workspace');
  const here = opened.map(
    ({ id, toolbox, workspace }) =>
      [
        id,
        {
          toolbox,
          files: createWorkspaceFiles(workspace),
          samples: createSampleFiles(workspace, config.dataDir),
        },
      ] as const,
  );
  return {
    catalog: first.toolbox,
    workspaces: createWorkspaces(config.workspaces, new Map(here)),
    workers,
    /** Clears up what killed servers left in the folders. Call it before the first change. */
    async recover(): Promise<void> {
      for (const { id, workspace } of opened)
        await workspace
          .recover()
          .catch((error) =>
            log.warn(
              { err: error, workspace: id },
              'The rest of an unfinished file change could not be removed',
            ),
          );
    },
  };
}
