import type { Config } from '../config/config';
import { knownSecrets } from '../logging/hide-secrets';
import { log } from '../logging/log';
import { hideCutSecretsIn } from '../models/hide-whole-secrets';
import { createToolParts, type ToolParts } from '../tools/tool-parts';
import { createToolbox, type ToolboxOptions } from '../tools/toolbox';
import type { Closers } from './closers';
import { getCompiledFolder } from './compiled-folder';
import { getListeningPort } from './listening-port';
import type { Places } from './open-places';

/**
 * Creates the tools, in a workspace from which the data folder and the files of the database are out of
 * reach.
 */
export function openTools(
  config: Config,
  places: Places,
  createTools: (parts: ToolParts) => ToolboxOptions['tools'],
  closers: Closers,
) {
  const { workspace, ...parts } = createToolParts({
    workspaceDir: config.workspaces[0]?.folder ?? '',
    privatePlaces: { folders: [config.dataDir], files: places.database.files },
    journal: { folder: config.dataDir, isOurs: places.isOurs },
    ownPort: getListeningPort,
    compiledFolder: getCompiledFolder(),
  });
  closers.add(() => parts.workers.close());
  const toolbox = createToolbox({
    tools: createTools({ workspace, ...parts }),
    onUnexpected: (error) => log.error({ err: error }, 'A tool broke'),
    hideKeys: (outcome) => hideCutSecretsIn(outcome, knownSecrets()),
  });
  return { workspace, toolbox, workers: parts.workers };
}
