const maxTitleCharacters = 80;

/** Turns a title into a file name that every system can store: "Budget of the bakery 2026-11-21.md". */
export function toFileName({ title, updatedAt }: { title: string; updatedAt: string }, extension: string) {
  const safe = title
    .toWellFormed()
    // The pattern finds separators, wildcards and quotes of any system, and control, format and unassigned
    // characters.
    .replaceAll(/[\\/:*?"<>|\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/^[. ]+/g, '');
  const short = Array.from(safe).slice(0, maxTitleCharacters).join('').trim();
  return `${short || 'Conversation'} ${updatedAt.slice(0, 10)}.${extension}`;
}
