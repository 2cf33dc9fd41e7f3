import { randomUUID } from 'node:crypto';
import { lstat, mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../tool-failure';
import { sampleDocuments } from './sample-texts';

/**
 * Creates the workspace folder with sample documents, unless something with that name exists, even an empty
 * folder. All of it appears at once or not at all. Throws the system's error when the existing entry is no
 * folder that can be opened.
 */
export async function ensureWorkspace(directory: string): Promise<{ created: boolean }> {
  if (await exists(directory)) {
    await (await opendir(directory)).close();
    return { created: false };
  }
  const parent = path.dirname(path.resolve(directory));
  await mkdir(parent, { recursive: true });
  const draft = path.join(parent, `.${path.basename(directory)}-${randomUUID()}`);
  await mkdir(draft);
  try {
    for (const [name, text] of Object.entries(sampleDocuments)) {
      const file = path.join(draft, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await rename(draft, directory);
    return { created: true };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process created the folder first.
    if (systemErrorCode(error) === 'ENOTEMPTY' || systemErrorCode(error) === 'EEXIST')
      return { created: false };
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
