import { readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { obstructed, type ToolFailure } from '../tool-failure';

/**
 * These places belong to the server, wherever the workspace leads: its data folder and the files of its
 * database.
 */
export type PrivatePlaces = { folders: readonly string[]; files: readonly string[] };

/**
 * Returns true when an opened file or folder is private. It compares device and inode, so no link or spelling
 * gets around it.
 */
export type IsPrivate = (opened: Stats) => boolean;

/** Reads the file system each time, because the database creates and removes files while it runs. */
export function createPrivacyCheck({ folders, files }: PrivatePlaces): IsPrivate {
  return (opened) => {
    if ([...folders, ...files].some((place) => isSame(place, opened))) return true;
    // A file of a private folder can only be elsewhere under a second name.
    if (!opened.isFile() || opened.nlink === 1) return false;
    return folders.some((folder) => listFiles(folder).some((file) => isSame(file, opened)));
  };
}

function isSame(place: string, opened: Stats): boolean {
  const stats = statSync(place, { throwIfNoEntry: false });
  return stats !== undefined && stats.ino === opened.ino && stats.dev === opened.dev;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

export function privateFailure(shown: string): ToolFailure {
  const message = `${shown} belongs to Countersign itself, so tools do not open it.`;
  return obstructed('not_allowed', message, { kind: 'private', path: shown });
}
