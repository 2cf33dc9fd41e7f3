/**
 * Writes a name as the most forgiving file system compares it: without case, compatibility forms, invisible
 * characters, and dots or spaces at its end.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}
