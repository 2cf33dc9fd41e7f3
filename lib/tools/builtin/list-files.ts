import { z } from 'zod';
import { boundText } from '../../domain/bound-text';
import { countOf, formatBytes } from '../../shared/quantities';
import { defineTool } from '../define-tool';
import { readingFiles } from '../file-assessments';
import { shownFolder } from '../text/headline-parts';
import { explainTwins } from '../workspace/twins';
import { type Tree, type TreeEntry, walkTree } from '../workspace/walk-tree';
import type { Workspace } from '../workspace/workspace';
import {
  explainClosedNames,
  formatPath,
  formatPathInLine,
  parseWorkspacePath,
} from '../workspace/workspace-path';

const maxEntries = 2_000;
const maxDepth = 20;

export const createListFilesTool = (workspace: Workspace) =>
  defineTool({
    name: 'list_files',
    description:
      'Lists the files and folders in a folder, one per line: path and size. Folders end with a slash. Large generated ' +
      'folders such as node_modules and .git are named, but not opened.',
    example: { path: 'notes' },
    parameters: z.strictObject({
      path: z.string().default('.').describe('Folder; "." is the workspace.'),
      recursive: z
        .boolean()
        .default(false)
        .describe('List its subfolders as well.')
        .meta({ title: 'Include subfolders' }),
    }),
    ...readingFiles,
    isIdempotent: true,
    headline: ({ path, recursive }) =>
      `List the files in ${shownFolder(path)}${recursive ? ' and its subfolders' : ''}`,
    paths: ({ path }) => [{ path, how: 'read' }],
    async run({ path, recursive }, { signal }) {
      const folder = parseWorkspacePath(path);
      const tree = await walkTree(
        workspace,
        folder,
        { maxDepth: recursive ? maxDepth : 1, maxEntries },
        signal,
      );
      const entries = tree.entries.map((entry) => ({
        name: toName(entry),
        detail: toDetail(entry, recursive),
        ...(entry.kind === 'file' || entry.kind === 'folder' ? { path: formatPath(entry.path) } : {}),
      }));
      const lines = tree.entries.map((entry) => {
        const [name, detail] = [toName(entry, formatPathInLine), toDetail(entry, recursive)];
        return detail === '' ? name : `${name}  (${detail})`;
      });
      const title = `${folder.length === 0 ? 'Workspace' : formatPath(folder)}: ${summarize(tree)}`;
      const paths = tree.entries.map((entry) => entry.path);
      const notes = [...explainClosedNames(paths), ...explainTwins(paths)];
      const list = boundText(lines.join('\n'), 'List a subfolder to see the rest.');
      return {
        summary: summarize(tree),
        modelText: [title, ...(list === '' ? [] : [list]), ...notes].join('\n'),
        detail: { kind: 'entries', title, entries },
      };
    },
  });

function toName({ path, kind }: TreeEntry, format = formatPath): string {
  return kind === 'folder' ? `${format(path)}/` : format(path);
}

function toDetail({ kind, size, isSkipped }: TreeEntry, recursive: boolean): string {
  if (kind === 'file') return formatBytes(size);
  if (kind === 'link') return 'link, not followed';
  if (kind === 'other') return 'cannot be opened';
  return isSkipped && recursive ? 'not looked into' : '';
}

function summarize({ entries, isCut }: Tree): string {
  const files = countOf(entries.filter(({ kind }) => kind !== 'folder').length, 'file');
  const folders = entries.filter(({ kind }) => kind === 'folder').length;
  const parts = folders === 0 ? files : `${files}, ${countOf(folders, 'folder')}`;
  return isCut ? `the first ${countOf(entries.length, 'entry', 'entries')} only (${parts})` : parts;
}
