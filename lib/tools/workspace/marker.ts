import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../tool-failure';
import type { WorkspacePath } from './workspace-path';

/** Servers that share a workspace know its folder by this file. */
export const markerName = '.countersign-workspace';

/** People do not see this file, because it is none of theirs and nobody may change it. */
export const isMarker = (path: WorkspacePath): boolean => path.length === 1 && path[0] === markerName;

/** Returns the marker of a folder, and makes one if there is none. Of several servers at once, one makes it. */
export async function readOrMakeMarker(directory: string): Promise<string> {
  const found = await readMarker(directory);
  return found ?? makeMarker(directory);
}

/** Gives a folder a new marker. */
export async function renewMarker(directory: string): Promise<string> {
  await rm(path.join(directory, markerName), { force: true });
  return makeMarker(directory);
}

async function readMarker(directory: string): Promise<string | null> {
  try {
    return (await readFile(path.join(directory, markerName), 'utf8')).trim().slice(0, 100);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The file appears whole, so another server never reads a part of it. */
async function makeMarker(directory: string): Promise<string> {
  const marker = randomUUID();
  const draft = path.join(directory, `${markerName}-${marker}`);
  await writeFile(draft, `${marker}\n`, { flag: 'wx' });
  try {
    await link(draft, path.join(directory, markerName));
    return marker;
  } catch (error) {
    const first = systemErrorCode(error) === 'EEXIST' ? await readMarker(directory) : null;
    if (first === null) throw error;
    return first;
  } finally {
    await rm(draft, { force: true });
  }
}
