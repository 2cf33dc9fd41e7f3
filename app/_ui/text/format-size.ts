import { formatBytes } from '@/lib/shared/quantities';

/** Formats the size of a text as UTF-8: "12 bytes", "3.4 KB". */
export function formatSize(text: string): string {
  return formatBytes(new TextEncoder().encode(text).length);
}
