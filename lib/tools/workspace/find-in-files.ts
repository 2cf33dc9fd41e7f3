import type { FileHandle } from 'node:fs/promises';
import { mayHoldSecrets } from '../../domain/paths/telling-path';
import { decodeText } from '../text/decode-text';
import { createTextFinder, type Stretch, type TextFinder } from '../text/find-text';
import { splitLines } from '../text/split-lines';
import { ToolFailure, throwIfStopped } from '../tool-failure';
import { disk } from './disk';
import { isHeavyFolder } from './heavy-folders';
import type { OpenFolder } from './open-folder';
import { openRegularFile } from './open-regular-file';
import { readAhead } from './read-ahead';
import { readTarget } from './target';
import { loadText } from './text-file';
import type { Workspace } from './workspace';
import { formatPath, formatPathInLine, type WorkspacePath } from './workspace-path';

export type Match = { path: WorkspacePath; line: number; text: string };

export type SearchRequest = { path: WorkspacePath; query: string; isCaseSensitive: boolean };

/** A search may read this much in all files together before it gives up. */
export type SearchBudget = { files: number; bytes: number };

export class BeyondBudget extends Error {}

export type SearchResult = {
  matches: Match[];
  matchingFiles: number;
  /** Says whether there are more matches than the limit allows. */
  isCut: boolean;
  /** The search skipped the folders at these paths. */
  skippedFolders: string[];
  /**
   * Counts the files that are not text, too large or closed to the tools, and those that may hold secrets.
   */
  unreadFiles: number;
};

const maxMatches = 500;
/** The search goes this many folders deep below its own. */
const maxDepth = 20;
const maxSearchedBytes = 2_000_000;
const maxExcerptCharacters = 300;
/**
 * The search reads this many files at a time: more would not be faster, and each may hold `maxSearchedBytes`.
 */
const filesAhead = 8;

/**
 * Finds the lines that contain a text (`createTextFinder`), in a file or in all files below a folder, in a fixed
 * order. It opens each file in its open folder, so that it reads nothing outside the workspace and nothing
 * private, whatever changes meanwhile. Throws `BeyondBudget` when there is more to read than `budget` allows.
 */
export async function findInFiles(
  workspace: Workspace,
  { path, query, isCaseSensitive }: SearchRequest,
  signal: AbortSignal,
  budget: SearchBudget = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
): Promise<SearchResult> {
  const left = { ...budget };
  const finder = createTextFinder(query, isCaseSensitive);
  const result: SearchResult = {
    matches: [],
    matchingFiles: 0,
    isCut: false,
    skippedFolders: [],
    unreadFiles: 0,
  };
  const target = path.length > 0 ? await readTarget(workspace, path) : null;
  if (target?.kind === 'file') {
    spend({ files: 1, bytes: target.size });
    const { text } = await loadText(workspace, path);
    addMatches(result, target.path, text, finder);
    return result;
  }
  await workspace.inFolder(path, (folder, at) => searchFolder(folder, at, maxDepth));
  return result;

  async function searchFolder(folder: OpenFolder, at: WorkspacePath, depth: number): Promise<void> {
    const entries = await disk.list(folder.location);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const files = entries.filter((entry) => entry.isFile());
    spend({ files: files.length, bytes: 0 });
    const texts = readAhead(files, filesAhead, async ({ name }) =>
      isClosed([...at, name]) ? null : readText(folder, name),
    );
    for (const entry of entries) {
      throwIfStopped(signal);
      if (result.isCut) return;
      const entryPath = [...at, entry.name];
      if (entry.isDirectory()) await searchChild(folder, entryPath, depth - 1);
      if (!entry.isFile()) continue;
      const text = await texts.next();
      if (text === null) result.unreadFiles += 1;
      else addMatches(result, entryPath, text, finder);
    }
  }

  /** Skips a folder that vanished, was replaced or cannot be opened: the rest is still worth searching. */
  async function searchChild(folder: OpenFolder, at: WorkspacePath, depth: number): Promise<void> {
    const name = at.at(-1) ?? '';
    if (isHeavyFolder(name) || depth === 0) {
      result.skippedFolders.push(`${formatPathInLine(at)}/`);
      return;
    }
    let child: OpenFolder;
    try {
      child = await folder.openChild(name, formatPath(at));
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      if (error.code !== 'not_found') result.skippedFolders.push(`${formatPathInLine(at)}/`);
      return;
    }
    await searchFolder(child, at, depth).finally(() => child.close());
  }

  /** No person was asked about the keys and passwords below the searched folder. */
  function isClosed(at: WorkspacePath): boolean {
    return mayHoldSecrets(formatPath(at)) && !mayHoldSecrets(formatPath(path));
  }

  /** Returns null for a file that is too large, is not text or can no longer be read. */
  async function readText(folder: OpenFolder, name: string): Promise<string | null> {
    try {
      const { handle, stats } = await openRegularFile(folder, name, name);
      try {
        if (stats.size > maxSearchedBytes) return null;
        spend({ files: 0, bytes: stats.size });
        return decodeText(await readWhole(handle, stats.size));
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof ToolFailure || isGone(error)) return null;
      throw error;
    }
  }

  function spend({ files, bytes }: SearchBudget): void {
    left.files -= files;
    left.bytes -= bytes;
    if (left.files < 0 || left.bytes < 0) throw new BeyondBudget();
  }
}

async function readWhole(handle: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  let length = 0;
  while (length < bytes) {
    const { bytesRead } = await handle.read(buffer, length, bytes - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function addMatches(result: SearchResult, path: WorkspacePath, text: string, finder: TextFinder): void {
  if (!finder.isIn(text)) return;
  const before = result.matches.length;
  for (const [index, line] of splitLines(text).entries()) {
    const found = finder.find(line);
    if (found === null) continue;
    if (result.matches.length >= maxMatches) {
      result.isCut = true;
      break;
    }
    result.matches.push({ path, line: index + 1, text: excerpt(line, found) });
  }
  if (result.matches.length > before) result.matchingFiles += 1;
}

/** Returns the complete line, or the text around the match in a very long line. */
function excerpt(line: string, found: Stretch): string {
  if (line.length <= maxExcerptCharacters) return line;
  const start = Math.max(0, found.start - 100);
  const end = Math.max(found.end + 100, start + maxExcerptCharacters);
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
