import { z } from 'zod';
import { maxModelCharacters } from '../../domain/bound-text';
import { countOf, formatBytes, formatCount } from '../../shared/quantities';
import { defineTool } from '../define-tool';
import { readingFiles } from '../file-assessments';
import { toFileText } from '../preview/file-presentation';
import { shownPath } from '../text/headline-parts';
import { splitLines } from '../text/split-lines';
import { ToolFailure } from '../tool-failure';
import { loadText } from '../workspace/text-file';
import type { Workspace } from '../workspace/workspace';
import { formatPath, parseWorkspacePath } from '../workspace/workspace-path';

const maxLineCharacters = 2_000;
/** The first line gets this much when a call asks for a part of it. */
const maxPartCharacters = 15_000;

export const createReadFileTool = (workspace: Workspace) =>
  defineTool({
    name: 'read_file',
    description:
      'Reads a text file. A line number and a tab precede each line; they are not part of the file. Long files come in ' +
      'parts: the result names the next start_line.',
    example: { path: 'notes/plan.md' },
    parameters: z.strictObject({
      path: z.string().min(1).describe('File to read.'),
      start_line: z.int().min(1).default(1).describe('First line.'),
      line_count: z.int().min(1).optional().describe('How many lines. Default: as many as fit.'),
      start_character: z
        .int()
        .min(1)
        .optional()
        .describe('First character of the first line. For long lines.'),
    }),
    ...readingFiles,
    isIdempotent: true,
    headline: ({ path, start_line }) =>
      `Read ${shownPath(path)}${start_line === 1 ? '' : ` from line ${formatCount(start_line)}`}`,
    paths: ({ path }) => [{ path, how: 'read' }],
    async run({ path, start_line, line_count, start_character }) {
      const { file, text } = await loadText(workspace, parseWorkspacePath(path));
      const lines = splitLines(text.replace(/^\ufeff/, ''));
      const shown = formatPath(file.path);
      if (start_line > Math.max(1, lines.length)) {
        throw new ToolFailure('invalid_target', `${shown} has only ${countOf(lines.length, 'line')}.`);
      }
      const end =
        line_count === undefined ? lines.length : Math.min(lines.length, start_line - 1 + line_count);
      const wanted = lines.slice(start_line - 1, end);
      const firstLine = wanted[0] ?? '';
      const skipped = toCharacterStart(firstLine, (start_character ?? 1) - 1);
      if (skipped > 0 && skipped >= firstLine.length) {
        const length = countOf(firstLine.length, 'character');
        throw new ToolFailure('invalid_target', `Line ${start_line} of ${shown} has only ${length}.`);
      }
      const isWhole = wanted.length === lines.length && skipped === 0;
      const part = `${countOf(wanted.length, 'line')} of ${formatCount(lines.length)}`;
      return {
        summary: isWhole ? formatBytes(file.size) : part,
        modelText: toModelText(shown, wanted, start_line, lines.length, start_character && skipped + 1),
        detail: toFileText(
          shown,
          isWhole ? text : wanted.join('\n').slice(skipped),
          isWhole ? '' : `, ${part}`,
        ),
      };
    },
  });

/**
 * Returns as many lines as fit, then the next start_line. A cut line says which start_character its rest has.
 */
function toModelText(
  shown: string,
  wanted: readonly string[],
  startLine: number,
  totalLines: number,
  startCharacter: number | undefined,
): string {
  if (totalLines === 0) return `${shown} is empty.`;
  const numbered: string[] = [];
  let characters = 0;
  for (const [index, line] of wanted.entries()) {
    const number = startLine + index;
    const isPart = index === 0 && startCharacter !== undefined;
    const shownLine = isPart
      ? cutLine(line, number, startCharacter - 1, maxPartCharacters)
      : cutLine(line, number, 0, maxLineCharacters);
    const text = `${number}\t${shownLine}`;
    characters += text.length + 1;
    if (characters > maxModelCharacters && index > 0) break;
    numbered.push(text);
  }
  const last = startLine + numbered.length - 1;
  const head = `${shown}, lines ${startLine} to ${last} of ${totalLines}:`;
  const rest =
    last < totalLines
      ? [`[Lines ${last + 1} to ${totalLines} left out. Go on with start_line ${last + 1}.]`]
      : [];
  return [head, ...numbered, ...rest].join('\n');
}

/** `from` and `maxCharacters` count UTF-16 units, as `start_character` does; no cut divides a character. */
function cutLine(line: string, lineNumber: number, from: number, maxCharacters: number): string {
  if (line.length - from <= maxCharacters) return line.slice(from);
  const cut = toCharacterStart(line, from + maxCharacters);
  const left = formatCount(line.length - cut);
  const next = `start_line ${lineNumber}, start_character ${cut + 1}`;
  return `${line.slice(from, cut)} [… ${left} more characters in this line: ${next}]`;
}

/** Returns the place before a character when `at` is in the middle of its two UTF-16 units. */
function toCharacterStart(line: string, at: number): number {
  const isDivided = /[\ud800-\udbff]/.test(line.charAt(at - 1)) && /[\udc00-\udfff]/.test(line.charAt(at));
  return isDivided ? at - 1 : at;
}
