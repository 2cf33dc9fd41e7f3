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
