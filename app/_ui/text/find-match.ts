/** Where a text matches what is searched, regardless of case; null when it does not. Blanks around the search are ignored. */
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
