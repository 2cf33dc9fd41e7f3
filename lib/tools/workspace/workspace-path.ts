import { makeVisible } from '../text/visible-text';
import { ToolFailure } from '../tool-failure';

/** A place in the workspace: the names from its root on. Empty for the workspace folder itself. */
export type WorkspacePath = readonly string[];

const maxDepth = 40;
const maxPathCharacters = 1_000;
const maxNameBytes = 255;

/**
 * Reads a path as a model or a person writes it: relative, `/` between names; `.` and doubled slashes are dropped.
 * Throws `outside_workspace` for anything that could lead out (absolute, drive letters, `..`, NUL) and
 * `invalid_target` for names that no file should have. What links do is decided when the path is walked.
 */
export function parseWorkspacePath(text: string): WorkspacePath {
  const shown = makeVisible(text.slice(0, 200));
  if (text.includes('\0')) throw outside(`"${shown}" contains a NUL character.`);
  if (/^[/\\]/.test(text) || /^[A-Za-z]:/.test(text) || /^~(?:[/\\]|$)/.test(text)) {
    throw outside(
      `"${shown}" is not relative: write paths from the workspace folder on, such as notes/plan.md.`,
    );
  }
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..') || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text)) {
    throw outside(`"${shown}" contains "..": paths cannot leave the workspace folder.`);
  }
  if (text.length > maxPathCharacters || names.length > maxDepth) {
    throw new ToolFailure('invalid_target', `The path "${shown}…" is too long.`);
  }
  for (const name of names) checkName(name);
  return names;
}

/** "notes/plan.md"; "." for the workspace folder itself. */
export function formatPath(path: WorkspacePath): string {
  return path.length === 0 ? '.' : path.join('/');
}

/** The folder something is in, and its name there. Throws for the workspace folder itself. */
export function splitPath(path: WorkspacePath): { parent: WorkspacePath; name: string } {
  const name = path.at(-1);
  if (name === undefined) {
    throw new ToolFailure('invalid_target', 'This is the workspace folder itself: name a file in it.');
  }
  return { parent: path.slice(0, -1), name };
}

function checkName(name: string): void {
  const shown = makeVisible(name.slice(0, 200));
  if (name.includes('\\')) {
    throw new ToolFailure('invalid_target', `"${shown}" contains a backslash: write / between folders.`);
  }
  if (/\p{Cc}/u.test(name)) {
    throw new ToolFailure('invalid_target', `"${shown}" contains a control character.`);
  }
  if (Buffer.byteLength(name) > maxNameBytes) {
    throw new ToolFailure('invalid_target', `The name "${shown}…" is too long.`);
  }
  if (process.platform === 'win32' && isReservedOnWindows(name)) {
    throw new ToolFailure('invalid_target', `"${shown}" is not a name that Windows allows for a file.`);
  }
}

function isReservedOnWindows(name: string): boolean {
  return /[<>:"|?*]|[. ]$|~\d/.test(name) || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}

function outside(message: string): ToolFailure {
  return new ToolFailure('outside_workspace', message);
}
