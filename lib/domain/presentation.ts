/**
 * Describes a call or its result as a person sees it: data ready to draw, made on the server. It never holds
 * a tool's name or definition. Texts are complete; the browser folds long ones.
 */
export type Presentation =
  | {
      kind: 'text';
      title: string;
      text: string;
      language: string | null;
      /** Names the workspace file when the text is that file, or a part of it. */
      path?: string | undefined;
    }
  | DiffPresentation
  | { kind: 'command'; command: string; folder: string }
  | CommandOutputPresentation
  | { kind: 'request'; method: string; url: string; headers: NameValue[]; body: string | null }
  | {
      kind: 'response';
      status: number;
      statusText: string;
      headers: NameValue[];
      body: string;
      isCut: boolean;
      /** Says in a sentence why the body is cut. Responses of older runs have none. */
      cutReason?: string | undefined;
    }
  | { kind: 'move'; from: string; to: string }
  | {
      kind: 'entries';
      title: string;
      /** An entry that names a file or folder of the workspace has a `path`, with `line` from 1. */
      entries: {
        name: string;
        detail: string;
        path?: string | undefined;
        line?: number | undefined;
      }[];
    };

/**
 * Shows a file before and after, as the hunks of a unified diff: three lines of context, and lines that begin
 * with ` `, `+` or `-`. A line that begins with `\` (`\ No newline at end of file`) is no line of the file:
 * it says that no line end follows the line before it. It is counted neither in `oldLines` nor in `newLines`,
 * and the page shows it as a note.
 */
export type DiffPresentation = {
  kind: 'diff';
  path: string;
  change: 'create' | 'modify' | 'delete';
  addedLines: number;
  removedLines: number;
  hunks: { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] }[];
  /** The texts differ too much for the smallest diff: some lines that stay the same may be shown as replaced. */
  isApproximate?: boolean | undefined;
};

/**
 * `exitCode` is null when a signal ended the command; `stdout` and `stderr` may have been cut at a byte
 * limit.
 */
export type CommandOutputPresentation = {
  kind: 'command_output';
  command: string;
  folder: string;
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /**
   * Holds both as the command printed them, where that differs. Rows of older runs have none: their `stdout`
   * is as printed.
   */
  raw?: { stdout: string; stderr: string } | undefined;
  isCut: boolean;
};

export type NameValue = { name: string; value: string };
