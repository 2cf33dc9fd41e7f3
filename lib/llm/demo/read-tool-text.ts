export type SearchHit = { path: string; line: number; text: string };

/** The lines of a file as `read_file` gives it, without the line numbers. */
export function fileLines(text: string): string[] {
  const lines = text.split('\n');
  const numbered = lines.filter((line) => /^\s*\d+(?:\t|: | \| |→)/.test(line));
  if (numbered.length > 0 && numbered.length >= lines.length / 2) {
    return numbered.map((line) => line.replace(/^\s*\d+(?:\t|: | \| |→)/, ''));
  }
  return lines;
}

/** Paths of the files (not the folders) in a listing, from the workspace. */
export function listedFiles(text: string, folder: string): string[] {
  const base = folder === '.' || folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
  return text
    .split('\n')
    .map((line) => /^\s*(?:[-*]\s+)?(\S.*?)(?:\s{2,}|\t|\s\(|$)/.exec(line)?.[1] ?? '')
    .filter((path) => path !== '' && !path.endsWith('/') && /\.\w+$/.test(path))
    .map((path) => (path.startsWith(base) ? path : base + path));
}

/** `path:line: text` */
export function searchHits(text: string): SearchHit[] {
  return text.split('\n').flatMap((line) => {
    const found = /^(\S[^:]*):(\d+):\s?(.*)$/.exec(line);
    return found ? [{ path: found[1] ?? '', line: Number(found[2]), text: found[3] ?? '' }] : [];
  });
}

export function commandOutput(text: string): { exitCode: number | null; output: string } {
  const code = /exit(?:ed with)?(?: code)?:?\s*(\d+)/i.exec(text)?.[1];
  return { exitCode: code === undefined ? null : Number(code), output: text };
}

export function httpAnswer(text: string): { status: number | null; body: string } {
  const status = /\b([1-5]\d\d)\b/.exec(text)?.[1];
  const blank = text.indexOf('\n\n');
  return {
    status: status === undefined ? null : Number(status),
    body: blank < 0 ? text : text.slice(blank + 2),
  };
}
