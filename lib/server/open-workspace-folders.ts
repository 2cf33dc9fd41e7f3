import { constants } from 'node:fs';
import { access, opendir } from 'node:fs/promises';
import { type Config, ConfigError } from '../config/config';
import { explainSystemError } from '../db/opening/explain-system-error';
import { isHere } from '../domain/workspace';
import { log } from '../logging/log';
import { ensureWorkspace } from '../tools/workspace/sample-documents';
import { rememberSamples } from '../tools/workspace/sample-files';
import { openConfiguredFolder } from './open-configured-folder';

/**
 * Makes the folders of this server's workspaces ready. It creates the one of `WORKSPACE_DIR` with sample
 * files, and no folder of a file of workspaces: one that is missing there is more likely a disk that is not
 * mounted. Throws `ConfigError` for a folder that cannot be used.
 */
export async function openWorkspaceFolders(
  config: Pick<Config, 'workspaces' | 'workspacesFile' | 'serverName' | 'dataDir'>,
): Promise<void> {
  for (const { name, folder } of config.workspaces.filter((one) => isHere(one, config.serverName))) {
    if (config.workspacesFile !== null) await requireFolder(name, folder, config.workspacesFile);
    else {
      const { created } = await openConfiguredFolder('WORKSPACE_DIR', folder, () => ensureWorkspace(folder));
      if (created) await rememberSamples(config.dataDir, folder);
      if (created) log.info({ folder }, 'Made the workspace folder, with sample documents');
    }
  }
}

async function requireFolder(name: string, folder: string, file: string): Promise<void> {
  try {
    await (await opendir(folder)).close();
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const fault = explainSystemError(error, {
      ENOENT: { reason: 'it is not there' },
      ENOTDIR: { reason: 'it is a file' },
    });
    if (!fault) throw error;
    throw new ConfigError(
      `The folder ${folder} of the workspace “${name}” cannot be used: ${fault.reason}. Make it a folder that this user may write to, or name another one in ${file}.`,
      { cause: error },
    );
  }
}
