import { readdir } from 'node:fs/promises';
import { throwIfStopped } from '../tool-failure';
import type { ListedEntry } from './files.port';
import { toListedEntry } from './list-folder';
import { isMarker } from './marker';
import { type TreeEntry, walkTree } from './walk-tree';
import type { Workspace } from './workspace';
import { formatPath, parseWorkspacePath, type WorkspacePath } from './workspace-path';

const deep = { maxDepth: 6, maxEntries: 2_000 };

type Candidate = { path: WorkspacePath; isFolder: boolean };

/**
 * Returns paths that complete the typed text. First come entries of the folder before the last slash whose
 * name fits the text after it, then entries further down. Hidden names appear only when a dot was typed.
 * Throws `ToolFailure` when that folder cannot be read.
 */
export async function completePath(
  workspace: Workspace,
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<ListedEntry[]> {
  const slash = text.lastIndexOf('/');
  const folder = parseWorkspacePath(text.slice(0, slash + 1));
  const typed = text.slice(slash + 1);
  const isShown = (path: WorkspacePath) =>
    typed.startsWith('.') || !path.slice(folder.length).some((name) => name.startsWith('.'));
  const near = (await listNames(workspace, folder)).filter(({ path }) => isShown(path));
  const best = rank(near, typed).slice(0, limit);
  if (best.length < limit && typed !== '') {
    throwIfStopped(signal);
    const { entries } = await walkTree(workspace, folder, deep, signal);
    const far = entries
      .filter(({ path }) => path.length > folder.length + 1 && isShown(path))
      .map(toCandidate);
    best.push(...rank(far, typed).slice(0, limit - best.length));
  }
  const listed = await Promise.all(
    best.map(({ path }) => workspace.inFolder(path.slice(0, -1), (parent) => toListedEntry(parent, path))),
  );
  return listed.filter((entry) => entry !== null);
}

async function listNames(workspace: Workspace, folder: WorkspacePath): Promise<Candidate[]> {
  return workspace.inFolder(folder, async ({ location }, at) => {
    const found = await readdir(location, { withFileTypes: true });
    return found
      .map((dirent) => ({ path: [...at, dirent.name], isFolder: dirent.isDirectory() }))
      .filter(({ path }) => !isMarker(path));
  });
}

function toCandidate({ path, kind }: TreeEntry): Candidate {
  return { path, isFolder: kind === 'folder' };
}

/**
 * Returns the candidates that fit, best first: by how well the name fits, then folders before files, then
 * fewer folders down, then by name.
 */
function rank(candidates: readonly Candidate[], typed: string): Candidate[] {
  const wanted = fold(typed);
  return candidates
    .map((candidate) => ({ candidate, fit: fitOf(fold(candidate.path.at(-1) ?? ''), wanted) }))
    .filter(({ fit }) => fit > 0)
    .sort(
      (a, b) =>
        b.fit - a.fit ||
        Number(b.candidate.isFolder) - Number(a.candidate.isFolder) ||
        a.candidate.path.length - b.candidate.path.length ||
        (formatPath(a.candidate.path) < formatPath(b.candidate.path) ? -1 : 1),
    )
    .map(({ candidate }) => candidate);
}

/**
 * Returns 3 when the name begins with the text, 2 when it contains the text, 1 when it has the letters in
 * this order, and otherwise 0.
 */
function fitOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 3;
  if (name.includes(wanted)) return 2;
  let position = -1;
  for (const character of wanted) {
    position = name.indexOf(character, position + 1);
    if (position === -1) return 0;
  }
  return 1;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
