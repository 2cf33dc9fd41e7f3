import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';

type Places = { dataDir: string; databaseFile: string | null; workspaceDir: string };

/**
 * Explains why the tools could reach the server's own data, or returns null when they cannot. It compares the
 * folders themselves, however links, case or mounts spell their paths.
 */
export function findExposure({ dataDir, databaseFile, workspaceDir }: Places): string | null {
  if (isInside(dataDir, workspaceDir)) {
    return describe('DATA_DIR', 'the data folder', dataDir, workspaceDir);
  }
  if (databaseFile !== null && isInside(databaseFile, workspaceDir)) {
    return describe('DATABASE_URL', 'the database', databaseFile, workspaceDir);
  }
  return null;
}

function describe(variable: string, name: string, place: string, workspaceDir: string): string {
  return (
    `${variable} must not be inside WORKSPACE_DIR: tools could read and change ${name}. ` +
    `${variable} is ${showPlace(place)}, WORKSPACE_DIR is ${showPlace(workspaceDir)}. Set one of them to another folder.`
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
