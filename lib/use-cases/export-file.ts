const maxTitleCharacters = 80;

/** "Budget of the bakery 2026-11-21.md": a title as a file name that every system can store. */
export function toFileName({ title, updatedAt }: { title: string; updatedAt: string }, extension: string) {
  const safe = title
    .toWellFormed()
    // Separators, wildcards and quotes of any system; control, format and unassigned characters.
    .replaceAll(/[\\/:*?"<>|\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/^[. ]+/g, '');
  const short = Array.from(safe).slice(0, maxTitleCharacters).join('').trim();
  return `${short || 'Conversation'} ${updatedAt.slice(0, 10)}.${extension}`;
}

/** The `content-disposition` of a download (RFC 6266): the exact name, and one in ASCII for old clients. */
export function toDisposition(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["%\\]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
