import type { PathSuggestions } from '../contracts/files';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { WorkspaceFiles } from '../tools/workspace/files.port';
import type { Services } from './services';
import { toListedEntryView } from './views/listed-entry-view';
import { filesOf } from './workspaces';

const maxOptions = 20;

/**
 * Returns the entry that a typed path names, and paths that complete it. Never throws for anything a person
 * types in a workspace whose files are here.
 */
export async function suggestPaths(
  services: Pick<Services, 'workspaces'>,
  _actor: Actor,
  { text, workspaceId, signal }: { text: string; workspaceId?: string | null; signal: AbortSignal },
): Promise<PathSuggestions> {
  const files = filesOf(services, workspaceId);
  const [typed, options] = await Promise.all([
    describeTyped(files, text),
    files.complete(text, maxOptions, signal).catch((error) => {
      if (error instanceof AppError) return [];
      throw error;
    }),
  ]);
  return { typed, options: options.map(toListedEntryView) };
}

async function describeTyped(files: WorkspaceFiles, text: string): Promise<PathSuggestions['typed']> {
  try {
    const found = await files.find(text);
    if (!found) return { state: 'absent' };
    return found.kind === 'file'
      ? { state: 'file', size: found.size }
      : { state: 'folder', entryCount: found.entryCount };
  } catch (error) {
    if (error instanceof AppError) return { state: 'refused', message: error.message };
    throw error;
  }
}
