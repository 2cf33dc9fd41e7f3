import { decodeText } from '../text/decode-text';
import { splitLines } from '../text/split-lines';
import { ToolFailure, throwIfStopped } from '../tool-failure';
import { readTarget } from './target';
import { loadText } from './text-file';
import { walkTree } from './walk-tree';
import type { Workspace } from './workspace';
import { formatPath, type WorkspacePath } from './workspace-path';

export type Match = { path: WorkspacePath; line: number; text: string };

export type SearchResult = {
  matches: Match[];
  matchingFiles: number;
  /** There are more matches or files than the limits allow. */
  isCut: boolean;
  /** Paths of folders that were not searched. */
  skippedFolders: string[];
  /** Files that are not text or too large. */
  unreadFiles: number;
};

const maxMatches = 500;
const maxFiles = 10_000;
const maxSearchedBytes = 2_000_000;
const maxExcerptCharacters = 300;

/** Finds the lines that contain a text, in a file or in all files below a folder. */
export async function findInFiles(
  workspace: Workspace,
  path: WorkspacePath,
  query: string,
  isCaseSensitive: boolean,
  signal: AbortSignal,
): Promise<SearchResult> {
  const result: SearchResult = {
    matches: [],
    matchingFiles: 0,
    isCut: false,
    skippedFolders: [],
    unreadFiles: 0,
  };
  if (path.length > 0 && (await readTarget(workspace, path)).kind === 'file') {
    const { text } = await loadText(workspace, path);
    addMatches(result, path, text, query, isCaseSensitive);
    return result;
  }
  const tree = await walkTree(workspace, path, { maxDepth: 20, maxEntries: maxFiles }, signal);
  result.isCut = tree.isCut;
  for (const entry of tree.entries) {
    throwIfStopped(signal);
    if (entry.isSkipped) result.skippedFolders.push(`${formatPath(entry.path)}/`);
    if (entry.kind !== 'file') continue;
    const text = entry.size > maxSearchedBytes ? null : await readText(workspace, entry.path);
    if (text === null) result.unreadFiles += 1;
    else addMatches(result, entry.path, text, query, isCaseSensitive);
    if (result.matches.length >= maxMatches) {
      result.isCut = true;
      break;
    }
  }
  return result;
}

/** Null for a file that is not text or can no longer be read. */
async function readText(workspace: Workspace, path: WorkspacePath): Promise<string | null> {
  try {
    const target = await readTarget(workspace, path);
    return target.kind === 'file' && target.bytes !== null ? decodeText(target.bytes) : null;
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}

function addMatches(
  result: SearchResult,
  path: WorkspacePath,
  text: string,
  query: string,
  isCaseSensitive: boolean,
): void {
  const fold = (value: string) => (isCaseSensitive ? value : value.toLowerCase());
  const wanted = fold(query);
  if (!fold(text).includes(wanted)) return;
  const before = result.matches.length;
  for (const [index, line] of splitLines(text).entries()) {
    const column = fold(line).indexOf(wanted);
    if (column < 0) continue;
    if (result.matches.length >= maxMatches) break;
    result.matches.push({ path, line: index + 1, text: excerpt(line, column, query.length) });
  }
  if (result.matches.length > before) result.matchingFiles += 1;
}

/** The complete line, or the surroundings of the match in a very long line. */
function excerpt(line: string, column: number, matchLength: number): string {
  if (line.length <= maxExcerptCharacters) return line;
  const start = Math.max(0, column - 100);
  const end = Math.max(column + matchLength + 100, start + maxExcerptCharacters);
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
