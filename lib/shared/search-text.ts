/** Normalizes a text for searching: regardless of case, in any script, and of the encoding of accents. */
export function foldForSearch(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const before = 40;
const after = 100;

/** The text around the first match of `search`, on one line. Null when nothing matches. */
export function excerptAround(text: string, search: string): string | null {
  const wanted = foldForSearch(search.trim());
  const at = foldForSearch(text).indexOf(wanted);
  if (at === -1) return null;
  const from = Math.max(0, at - before);
  const to = at + wanted.length + after;
  const excerpt = text.normalize('NFC').slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`;
}
