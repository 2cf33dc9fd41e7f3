import { toEscape } from '../../shared/hidden-characters';
import { toOneForm } from '../../shared/name-forms';
import { makeVisible } from '../text/visible-text';
import { ToolFailure } from '../tool-failure';

/** A path in the workspace is a list of names. It is empty for the workspace folder itself. */
export type WorkspacePath = readonly string[];

const maxDepth = 40;
const maxPathCharacters = 1_000;
const maxNameBytes = 255;

/**
 * Parses a path as a model or a person writes it: relative, with `/` between names. It drops `.` and doubled
 * slashes. Throws `outside_workspace` for anything that could lead out (absolute paths, drives such as `C:/`,
 * `..`, NUL) and `invalid_target` for names that no file should have. The walk along the path checks links.
 */
export function parseWorkspacePath(text: string): WorkspacePath {
  const shown = makeVisible(text.slice(0, 200));
  if (text.includes('\0')) throw outside(`"${shown}" contains a NUL character.`);
  if (/^[/\\]/.test(text) || /^[A-Za-z]:[/\\]/.test(text) || /^~(?:[/\\]|$)/.test(text)) {
    throw outside(
      `"${shown}" is not a relative path. Write paths relative to the workspace, such as notes/plan.md.`,
    );
  }
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..') || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text)) {
    throw outside(`"${shown}" contains "..". Paths cannot leave the workspace.`);
  }
  if (toOneForm(text).length > maxPathCharacters || names.length > maxDepth) {
    throw new ToolFailure('invalid_target', `The path "${shown}…" is too long.`);
  }
  return names.map(toFittingForm).map(checkName);
}

/**
 * No file has a longer name, but the disk may have the same name in a shorter form: Hangul of macOS takes
 * three times as many bytes.
 */
function toFittingForm(name: string): string {
  return Buffer.byteLength(name) > maxNameBytes ? toOneForm(name) : name;
}

/** Returns a text such as "notes/plan.md", and "." for the workspace folder itself. */
export function formatPath(path: WorkspacePath): string {
  return path.length === 0 ? '.' : path.join('/');
}

/**
 * Formats a path for a line of a text that a model reads. A name on the disk may hold a line break, and could
 * then pass for lines of ours, so its control characters become escapes. No tool takes such a path.
 */
export function formatPathInLine(path: WorkspacePath): string {
  return formatPath(path).replace(/\p{Cc}/gu, (character) => toEscape(character));
}

/** Returns the note of a list that names paths which no tool takes. */
export function explainClosedNames(paths: readonly WorkspacePath[]): string[] {
  const isNamed = paths.some((path) => formatPathInLine(path) !== formatPath(path));
  return isNamed ? ['[No tool opens a name with a control character: rename it with run_command.]'] : [];
}

/** Returns the parent folder and the name in it. Throws for the workspace folder itself. */
export function splitPath(path: WorkspacePath): { parent: WorkspacePath; name: string } {
  const name = path.at(-1);
  if (name === undefined) {
    throw new ToolFailure('invalid_target', 'This is the workspace folder itself. Name a file in it.');
  }
  return { parent: path.slice(0, -1), name };
}

function checkName(name: string): string {
  const shown = makeVisible(name.slice(0, 200));
  if (name.includes('\\')) {
    throw new ToolFailure('invalid_target', `"${shown}" contains a backslash. Write / between folders.`);
  }
  if (/\p{Cc}/u.test(name)) {
    throw new ToolFailure('invalid_target', `"${shown}" contains a control character.`);
  }
  if (Buffer.byteLength(name) > maxNameBytes) {
    throw new ToolFailure('invalid_target', `The name "${shown}…" is too long.`);
  }
  if (process.platform === 'win32' && isReservedOnWindows(name)) {
    throw new ToolFailure('invalid_target', `"${shown}" is not a valid file name on Windows.`);
  }
  return name;
}

function isReservedOnWindows(name: string): boolean {
  return /[<>:"|?*]|[. ]$|~\d/.test(name) || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}

function outside(message: string): ToolFailure {
  return new ToolFailure('outside_workspace', message);
}
