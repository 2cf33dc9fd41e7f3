import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config';

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-config-'));
  await mkdir(at('workspace/inner'), { recursive: true });
  await mkdir(at('data'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const load = (dataDir: string, workspaceDir: string, databaseUrl?: string) =>
  loadConfig({ DATA_DIR: at(dataDir), WORKSPACE_DIR: at(workspaceDir), DATABASE_URL: databaseUrl });

describe('folders that must be apart', () => {
  it('a data folder that is a link into the workspace is refused, and the message names both folders', async () => {
    await symlink(at('workspace/inner'), at('link'));
    expect(() => load('link', 'workspace')).toThrow(ConfigError);
    expect(() => load('link', 'workspace')).toThrow(
      `DATA_DIR is ${at('link')} (really ${at('workspace/inner')}), WORKSPACE_DIR is ${at('workspace')}.`,
    );
    expect(() => load('link/not-there-yet', 'workspace')).toThrow('DATA_DIR');
  });

  it('a workspace that is a link to a folder above the data folder is refused', async () => {
    await symlink(folder, at('link'));
    expect(() => load('data', 'link')).toThrow('DATA_DIR');
    expect(() => load('data/not-there-yet', 'link')).toThrow('DATA_DIR');
  });

  it('the secret of the servers may not be where tools work', () => {
    const loadWith = (secretFile: string) =>
      loadConfig({
        DATA_DIR: at('data'),
        WORKSPACE_DIR: at('workspace'),
        COUNTERSIGN_SECRET_FILE: at(secretFile),
      });
    expect(() => loadWith('workspace/inner/secret')).toThrow(
      'COUNTERSIGN_SECRET_FILE must not be inside WORKSPACE_DIR: tools could read and change the secret of the servers.',
    );
    expect(loadWith('secret').secretFile).toBe(at('secret'));
  });

  it('a database in the workspace is refused, by its path and by a link', async () => {
    await symlink(at('workspace'), at('link'));
    for (const file of ['workspace/app.db', 'workspace/new/app.db', 'link/app.db'])
      expect(() => load('data', 'workspace', `file:${at(file)}`)).toThrow('DATABASE_URL');
  });

  it('sibling folders are fine, even when one name is a prefix of the other', () => {
    expect(() => load('data', 'workspace')).not.toThrow();
    expect(() => load('workspace-data', 'workspace')).not.toThrow();
    expect(() => load('data', 'data/workspace', `file:${at('data/other.db')}`)).not.toThrow();
  });

  it('a path through a file is for the start to refuse, which makes the folders', async () => {
    await writeFile(at('file'), '');
    expect(() => load('file/data', 'workspace')).not.toThrow();
    expect(() => load('data', 'file/workspace')).not.toThrow();
  });
});
