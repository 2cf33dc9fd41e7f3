/** "0 bytes", "12 bytes", "3.4 KB", "12 MB"; a KB is 1,000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, 'byte');
  if (bytes < 999_500) return `${round(bytes / 1_000)} KB`;
  return `${round(bytes / 1_000_000)} MB`;
}

/** "1 line", "14 lines", "2 matches". */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** "12,345" */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Counts lines as an editor does: a final line break does not begin another line. */
export function countLines(text: string): number {
  if (text === '') return 0;
  return splitLines(text).length;
}

export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function round(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}
