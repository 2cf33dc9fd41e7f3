/**
 * A call or its result as a person sees it: data ready to draw, made on the server. It never holds a
 * tool's name or definition. Texts are complete; folding long ones is the browser's business.
 */
export type Presentation =
  | {
      kind: 'text';
      title: string;
      text: string;
      language: string | null;
      /** Set when the text is that of a file of the workspace, or of a part of it. */
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
      /** Why it is cut, as a sentence. Responses of older runs have none. */
      cutReason?: string | undefined;
    }
  | { kind: 'move'; from: string; to: string }
  | {
      kind: 'entries';
      title: string;
      /** `path`, with `line` from 1, when an entry names a file or folder of the workspace. */
      entries: {
        name: string;
        detail: string;
        path?: string | undefined;
        line?: number | undefined;
      }[];
    };

/**
 * A file before and after, as the hunks of a unified diff: three lines of context, lines that begin with ` `, `+` or `-`.
 * A line that begins with `\` (`\ No newline at end of file`) is no line of the file: it says of the line before it that
 * no line end follows, is counted neither in `oldLines` nor in `newLines`, and is shown as a note.
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

/** `exitCode` is null when a signal ended the command; `stdout` and `stderr` may have been cut at a byte limit. */
export type CommandOutputPresentation = {
  kind: 'command_output';
  command: string;
  folder: string;
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** Both as the command printed them, where that differs. Rows of older runs have none: their `stdout` is as printed. */
  raw?: { stdout: string; stderr: string } | undefined;
  isCut: boolean;
};

export type NameValue = { name: string; value: string };
