import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { WorkspaceSettings } from '../domain/workspace';

type Folder = { folder: string; label: string };
type Places = {
  dataDir: string;
  databaseFile: string | null;
  /** Null means that the key of this server is in its data folder. */
  secretFile: string | null;
  /** Null means that the variable of the one folder names it, and no file does. */
  workspacesFile: string | null;
  workspaces: readonly Pick<WorkspaceSettings, 'name' | 'folder'>[];
};

/**
 * Explains why the tools could reach the server's own data or another workspace, or returns null when they
 * cannot. It compares the folders themselves, however links, case or mounts spell their paths.
 */
export function findExposure(places: Places): string | null {
  const { dataDir, databaseFile, secretFile, workspacesFile, workspaces } = places;
  const folders = workspaces.map(({ name, folder }) => ({
    folder,
    label: workspacesFile === null ? 'WORKSPACE_DIR' : `the folder of the workspace “${name}”`,
  }));
  for (const workspace of folders) {
    if (isInside(dataDir, workspace.folder))
      return describe('DATA_DIR', 'the data folder', dataDir, workspace);
    if (databaseFile !== null && isInside(databaseFile, workspace.folder))
      return describe('DATABASE_URL', 'the database', databaseFile, workspace);
    if (secretFile !== null && isInside(secretFile, workspace.folder))
      return describe('COUNTERSIGN_SECRET_FILE', 'the secret of the servers', secretFile, workspace);
  }
  return workspacesFile === null ? null : findMixing(workspacesFile, dataDir, folders);
}

/** Explains which folders of a file of workspaces are not apart from each other, or returns null. */
function findMixing(file: string, dataDir: string, folders: readonly Folder[]): string | null {
  for (const [index, workspace] of folders.entries()) {
    if (isInside(file, workspace.folder))
      return describe('WORKSPACES_FILE', 'the list of workspaces', file, workspace);
    if (isInside(workspace.folder, dataDir))
      return `${capitalize(workspace.label)} must not be inside DATA_DIR, which belongs to the server: it is ${showPlace(workspace.folder)}. Name another folder in ${file}.`;
    for (const other of folders.slice(0, index)) {
      const [inner, outer] = isInside(workspace.folder, other.folder)
        ? [workspace, other]
        : [other, workspace];
      if (!isInside(inner.folder, outer.folder)) continue;
      return `${capitalize(inner.label)} must not be inside ${outer.label} or the same folder: tools of one would see the other. They are ${showPlace(inner.folder)} and ${showPlace(outer.folder)}. Name another folder in ${file}.`;
    }
  }
  return null;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function describe(variable: string, name: string, place: string, { folder, label }: Folder): string {
  return (
    `${variable} must not be inside ${label}: tools could read and change ${name}. ` +
    `${variable} is ${showPlace(place)}, ${label} is ${showPlace(folder)}. Set one of them to another folder.`
  );
}

function showPlace(place: string): string {
  const real = toRealPath(place);
  return real === place ? place : `${place} (really ${real})`;
}

function isInside(place: string, folder: string): boolean {
  const realFolder = toRealPath(folder);
  const identity = identityOf(realFolder);
  for (let at = toRealPath(place); ; at = path.dirname(at)) {
    if (at === realFolder || (identity !== null && identityOf(at) === identity)) return true;
    if (at === path.dirname(at)) return false;
  }
}

/** Follows every link on the way. Names that do not exist yet stay as they are. */
function toRealPath(place: string): string {
  try {
    return realpathSync.native(place);
  } catch {
    const parent = path.dirname(place);
    return parent === place ? place : path.join(toRealPath(parent), path.basename(place));
  }
}

/**
 * Returns null when nothing is there, or nothing that this user can reach. Opening the folder later says why.
 */
function identityOf(place: string): string | null {
  try {
    const { dev, ino } = statSync(place, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
