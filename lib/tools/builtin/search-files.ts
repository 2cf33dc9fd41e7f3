import { z } from 'zod';
import { boundText } from '../../domain/bound-text';
import { countOf } from '../../shared/quantities';
import { defineTool } from '../define-tool';
import { readingFiles } from '../file-assessments';
import { shownFolder, shownPath, shownQuote } from '../text/headline-parts';
import type { Workers } from '../workers/workers';
import type { SearchResult } from '../workspace/find-in-files';
import { searchWorkspace } from '../workspace/search-workspace';
import type { Workspace } from '../workspace/workspace';
import {
  explainClosedNames,
  formatPath,
  formatPathInLine,
  parseWorkspacePath,
} from '../workspace/workspace-path';

const maxNamedFolders = 10;

export const createSearchFilesTool = (workspace: Workspace, workers: Workers) =>
  defineTool({
    name: 'search_files',
    description:
      'Finds a plain text (not a regular expression) in text files. Each matching line comes as path:line: text. Skips ' +
      'large generated folders unless the path names them.',
    example: { query: 'budget' },
    parameters: z.strictObject({
      query: z
        .string()
        .min(1)
        .max(1_000)
        .regex(/^[^\r\n]*$/, 'must be within one line')
        .describe('Text to find, within one line.'),
      path: z.string().default('.').describe('File or folder to search.'),
      case_sensitive: z.boolean().default(false).describe('Case must match.'),
    }),
    ...readingFiles,
    isIdempotent: true,
    headline: ({ query, path }) => `Search ${place(path)} for ${shownQuote(query, 52)}`,
    paths: ({ path }) => [{ path, how: 'read' }],
    async run({ query, path, case_sensitive }, { signal }) {
      const request = { path: parseWorkspacePath(path), query, isCaseSensitive: case_sensitive };
      const result = await searchWorkspace(workspace, workers, request, signal);
      const lines = result.matches.map(
        ({ path: at, line, text }) => `${formatPathInLine(at)}:${line}: ${text}`,
      );
      const summary = summarize(result);
      const found = boundText(lines.join('\n'), 'Search a subfolder or for a longer text to see the rest.');
      return {
        summary,
        modelText: [`${summary}.`, ...(found === '' ? [] : [found]), ...notes(result)].join('\n'),
        detail: {
          kind: 'entries',
          title: summary,
          entries: result.matches.map(({ path: at, line, text }) => ({
            name: `${formatPath(at)}, line ${line}`,
            detail: text,
            path: formatPath(at),
            line,
          })),
        },
      };
    },
  });

function place(path: string): string {
  return /\.\w+$/.test(path) ? shownPath(path, 50) : shownFolder(path);
}

function summarize({ matches, matchingFiles, isCut }: SearchResult): string {
  if (matches.length === 0) return 'No matches';
  const count = `${countOf(matches.length, 'match', 'matches')} in ${countOf(matchingFiles, 'file')}`;
  return isCut ? `The first ${count}` : count;
}

function notes({ isCut, matches, skippedFolders, unreadFiles }: SearchResult): string[] {
  return [
    ...explainClosedNames(matches.map(({ path }) => path)),
    ...(isCut ? ['[There is more: search a subfolder or for a longer text.]'] : []),
    ...(skippedFolders.length > 0 ? [`[Not looked into: ${nameSome(skippedFolders)}]`] : []),
    ...(unreadFiles > 0
      ? [
          `[${countOf(unreadFiles, 'file')} left out: not text, too large, closed to tools, or named like a file with secrets]`,
        ]
      : []),
  ];
}

function nameSome(folders: readonly string[]): string {
  const left = folders.length - maxNamedFolders;
  return (
    folders.slice(0, maxNamedFolders).join(', ') + (left > 0 ? ` and ${countOf(left, 'more folder')}` : '')
  );
}
