export type SearchHit = { path: string; line: number; text: string };

/**
 * Reads the lines of a file. Each line follows its number and a tab; all other lines are notes about the
 * file.
 */
export function fileLines(text: string): string[] {
  return text.split('\n').flatMap((line) => /^\d+\t(.*)$/.exec(line)?.[1] ?? []);
}

/** Reads where the next part of a long file starts. Returns null at the end of the file. */
export function nextStartLine(text: string): number | null {
  const line = /\[Lines \d+ to \d+ left out\. Go on with start_line (\d+)\.\]$/.exec(text.trimEnd())?.[1];
  return line === undefined ? null : Number(line);
}

/**
 * Reads the paths of the files in a listing. The listing has a title, then one entry per line,
 * `path  (detail)`; folders end with a slash.
 */
export function listedFiles(text: string): string[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, path = '', detail = ''] = /^(.*?)(?: {2}\(([^()]*)\))?$/.exec(line) ?? [];
      const isFile =
        path !== '' && !path.endsWith('/') && !path.startsWith('[') && !/^(link|not a )/.test(detail);
      return isFile ? [path] : [];
    });
}

/** Reads matching lines of the form `path:line: text`. */
export function searchHits(text: string): SearchHit[] {
  return text.split('\n').flatMap((line) => {
    const found = /^([^:]+):(\d+): (.*)$/.exec(line);
    return found ? [{ path: found[1] ?? '', line: Number(found[2]), text: found[3] ?? '' }] : [];
  });
}

/** Reads a command's result. The exit code is null when a signal ended the command. */
export function commandOutput(text: string): { exitCode: number | null; output: string } {
  const { head, rest } = splitAtBlankLine(text);
  const code = /exit code (\d+)/.exec(head)?.[1];
  return { exitCode: code === undefined ? null : Number(code), output: rest };
}

export function httpAnswer(text: string): { status: number | null; body: string } {
  const { head, rest } = splitAtBlankLine(text);
  const status = /^HTTP (\d{3})\b/.exec(head)?.[1];
  return { status: status === undefined ? null : Number(status), body: rest };
}

function splitAtBlankLine(text: string): { head: string; rest: string } {
  const blank = text.indexOf('\n\n');
  return blank < 0 ? { head: text, rest: '' } : { head: text.slice(0, blank), rest: text.slice(blank + 2) };
}
