/** The size of a text as UTF-8: "12 bytes", "3.4 KB". */
export function formatSize(text: string): string {
  return formatBytes(new TextEncoder().encode(text).length);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1_000_000) return `${trim(bytes / 1_000)} KB`;
  return `${trim(bytes / 1_000_000)} MB`;
}

function trim(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
