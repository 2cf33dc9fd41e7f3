import { readdir } from 'node:fs/promises';
import { factsOf, isSettled, stampOf } from './file-stamp';

/**
 * Lists the workflow files of one folder by name. It reads the folder again only when the folder has changed,
 * and returns null when it cannot read it.
 */
export function createWorkflowLister(folder: string): () => Promise<string[] | null> {
  let kept: { stamp: string; files: string[] } | null = null;
  return async () => {
    try {
      const facts = factsOf(folder);
      const stamp = stampOf(facts);
      if (kept?.stamp === stamp) return kept.files;
      const files = await readFolder(folder);
      kept = isSettled(facts) ? { stamp, files } : null;
      return files;
    } catch {
      kept = null;
      return null;
    }
  };
}

async function readFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && isWorkflowName(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** Workflow files end in `.md` or `.markdown` in any case. A README describes the folder. */
function isWorkflowName(name: string): boolean {
  return /\.(md|markdown)$/i.test(name) && !/^readme\.[^.]+$/i.test(name);
}
