import { readdir } from 'node:fs/promises';
import { ToolFailure } from '../tool-failure';
import type { Workspace } from './workspace';
import { formatPathInLine, type WorkspacePath } from './workspace-path';

const maxSuggestions = 5;

/**
 * Hints at names next to a missing path that differ only in case, Unicode form or extension. Returns a
 * sentence that begins with a space, or an empty text when no name is similar.
 */
export async function findSimilar(workspace: Workspace, path: WorkspacePath): Promise<string> {
  const name = path.at(-1);
  if (name === undefined) return '';
  const parent = path.slice(0, -1);
  try {
    const names = await workspace.inFolder(parent, (folder) => readdir(folder.location));
    const similar = names.filter((other) => stem(other) === stem(name)).sort();
    if (similar.length === 0) return '';
    const shown = similar.slice(0, maxSuggestions).map((other) => formatPathInLine([...parent, other]));
    return ` Did you mean ${shown.join(' or ')}?`;
  } catch (error) {
    if (error instanceof ToolFailure) return ` ${error.message}`;
    throw error;
  }
}

function stem(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replace(/[\s_-]+/g, '-');
}
