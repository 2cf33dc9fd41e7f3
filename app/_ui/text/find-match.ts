/**
 * Splits a text around the first match of a search. It ignores case and the search's outer spaces, and
 * returns null without a match.
 */
export function findMatch(
  text: string,
  search: string,
): { before: string; match: string; after: string } | null {
  const wanted = search.trim().toLocaleLowerCase();
  const index = text.toLocaleLowerCase().indexOf(wanted);
  if (index === -1) return null;
  return {
    before: text.slice(0, index),
    match: text.slice(index, index + wanted.length),
    after: text.slice(index + wanted.length),
  };
}
